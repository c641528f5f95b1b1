import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { HookProviderName, hookProviders, isSigningKey } from '../../../contract/audience/mail-hooks.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/schema.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { badRequest, HttpError, notFound } from '../../platform/http/errors.ts'
import type { GuardedRequest } from '../../platform/http/guarded-request.ts'
import type { RateLimit, SecretLimit } from '../../platform/http/rate-limit.ts'
import { readText } from '../../platform/http/validate.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { HookContext, HookProvider, HookRequest, ProviderReport } from './hook-provider.ts'
import { findHook, noteError, noteReports, pinTopic } from './mail-hooks.repo.ts'
import { recipientNamedBy } from './message-id.ts'
import { brevo } from './providers/brevo.ts'
import { mailgun } from './providers/mailgun.ts'
import { postmark } from './providers/postmark.ts'
import { resend } from './providers/resend.ts'
import { ses } from './providers/ses.ts'
import { smtp2go } from './providers/smtp2go.ts'
import { claimReport, isClaimed, type ReportOutcome, recordReport } from './record-report.repo.ts'

const providers: Record<HookProviderName, HookProvider> = { ses, postmark, mailgun, brevo, resend, smtp2go }

const BODY_BYTES = 262_144

type ReceiveHookOptions = {
  db: Db
  secrets: Secrets
  clock: () => Date
  /** Fetches the certificates with which webhooks are signed. */
  guardedRequest: GuardedRequest
  /** The limit of wrong secrets and signatures. */
  rateLimits: { secret: RateLimit }
  limitSecret: SecretLimit
}

/** Where mail providers send their reports: `/hooks/mail/{provider}/{secret}`. */
export function receiveHookRoutes(options: ReceiveHookOptions) {
  const { db, secrets, clock, guardedRequest, rateLimits, limitSecret } = options
  return new Hono().post('/hooks/mail/:provider/:secret', async (c) => {
    if (c.req.header('sec-fetch-site') !== undefined)
      throw new HttpError(403, 'A delivery report comes from a mail provider, not from a browser')
    const name = HookProviderName.safeParse(c.req.param('provider')).data
    const hook = name && (await findHook(db, secrets, { provider: name, secret: c.req.param('secret') }))
    if (!hook) {
      await rateLimits.secret(c)
      throw notFound('There is no such webhook')
    }
    await limitSecret(`hook ${name}`)
    const now = clock()
    const reject = async (status: 403 | 503, message: string) => {
      await noteError(db, name, message, now.toISOString())
      throw new HttpError(status, message)
    }
    if (hook === 'unreadable')
      return reject(503, 'The signing key cannot be read with the key of this site. Please enter it again.')
    // An empty key would let everyone sign.
    if (hookProviders[name].key && !isSigningKey(name, hook.key))
      return reject(403, 'The stored signing key is not one of this provider. Please enter it again.')
    const text = await readText(c, BODY_BYTES)
    const received: HookRequest = { header: (header) => c.req.header(header), text, payload: parsePayload(c, text) }
    const context: HookContext = {
      ...hook,
      now,
      request: guardedRequest,
      pinTopic: (topic) => pinTopic(db, name, topic),
    }
    const provider = providers[name]
    const outcome = await accept(provider, received, context)
    if ('rejected' in outcome) {
      if (outcome.status === 403) await rateLimits.secret(c)
      return reject(outcome.status, outcome.rejected)
    }
    const recorded = await record(db, { name, secrets, provider, ...outcome, payload: received.payload, now })
    await noteReports(db, name, recorded, now.toISOString())
    return c.json({ recorded }, 200, { 'cache-control': 'no-store' })
  })
}

const WRONG_SIGNATURE = 'The signature is wrong or too old. Please check the signing key.'

type Outcome = { reports: ProviderReport[] } | { rejected: string; status: 403 | 503 }

/** Verifies and reads a request. Throws 400 for a payload that is not documented. */
async function accept(provider: HookProvider, received: HookRequest, context: HookContext): Promise<Outcome> {
  try {
    const verdict = (await provider.verify?.(received, context)) ?? true
    if (verdict !== true) return { rejected: verdict || WRONG_SIGNATURE, status: 403 }
    const reports = provider.toReports(received.payload)
    await provider.confirm?.(received.payload, context)
    return { reports }
  } catch (error) {
    if (error instanceof z.core.$ZodError) throw badRequest('This is not a delivery report of the provider')
    // The provider repeats the request.
    const reason = error instanceof Error ? error.message : String(error)
    return { rejected: reason.slice(0, 300), status: 503 }
  }
}

type Recording = {
  name: HookProviderName
  secrets: Secrets
  provider: HookProvider
  reports: ProviderReport[]
  payload: unknown
  now: Date
}

/** Records all reports in one transaction: the provider sends the whole batch again or not at all. Returns how many had an effect. */
async function record(db: Db, recording: Recording): Promise<number> {
  const { name: source, secrets, provider, reports, payload, now } = recording
  const token = provider.onceKey?.(payload)
  const receivedAt = now.toISOString()
  return db.transaction().execute(async (transaction) => {
    // Batches of one provider lock the same rows in any order.
    if (reports.length > 1) await lockTable(transaction, `reports of ${source}`)
    let recorded = 0
    for (const { messageId, at, ...report } of reports) {
      const times = { at: momentOf(at, now), receivedAt }
      const outcome = await onlyOnce(transaction, { source, id: token && `once ${token}`, receivedAt }, () =>
        recordReport(transaction, { ...report, ...recipientNamedBy(secrets, messageId), ...times, source }),
      )
      if (outcome === 'recorded') recorded += 1
    }
    return recorded
  })
}

type Token = { source: HookProviderName; id: string | undefined; receivedAt: string }

/** A token counts once; one whose report is about no own address is not stored. */
async function onlyOnce(
  db: Db,
  { source, id, receivedAt }: Token,
  act: () => Promise<ReportOutcome>,
): Promise<ReportOutcome> {
  if (id === undefined) return act()
  await lockTable(db, `${source} ${id}`)
  if (await isClaimed(db, source, id)) return 'repeated'
  const outcome = await act()
  if (outcome !== 'unknown') await claimReport(db, source, id, receivedAt)
  return outcome
}

function parsePayload(c: Context, text: string): unknown {
  if (/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? ''))
    return Object.fromEntries(new URLSearchParams(text))
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('The body is not valid JSON')
  }
}

/** The reported time, in seconds or as a text, if it is within the last 90 days, else now. */
function momentOf(reported: string | number | undefined, now: Date): string {
  const time = typeof reported === 'number' ? reported * 1000 : Date.parse(reported ?? '')
  const isPlausible = time <= now.getTime() && time > now.getTime() - 90 * DAY_MS
  return new Date(isPlausible ? time : now.getTime()).toISOString()
}
