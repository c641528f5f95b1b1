import type { Db, Row } from '../../platform/db/schema.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { LEASE_MS, RENEW_EVERY_MS } from '../../platform/lease-times.ts'
import { retryWhileLeased } from '../../platform/retry-while-leased.ts'
import { within } from '../../platform/within.ts'
import { claimDueMail, claimMail, finishAttempt, type Outcome, renewMailLease } from './mail.repo.ts'
import type { MailTransport, Sender } from './mail-transport.ts'
import { findServerFault } from './server-fault.ts'
import { beginTrial, endFault, holdServer, readServerHealth, repeatTrial } from './server-health.repo.ts'

export type SendOptions = {
  /** A function reads the current settings, where it is not always the same. */
  transport: MailTransport | (() => Promise<MailTransport>)
  clock: () => Date
  /** The key under which the health of the current mail server is stored; undefined without a server. */
  readServerKey?: () => Promise<string | undefined>
  /** The current setting. */
  readSender: () => Promise<Sender>
  /** Milliseconds that an attempt takes at most. */
  timeout?: number
  /** Stops after the mail in flight. */
  signal?: AbortSignal
}

/** Longer than the transport waits for one response, and an end to a server that sends one byte a minute. */
const ATTEMPT_MAX_MS = 15 * MINUTE_MS
/** Minutes until the next attempt, by failed attempts; three days in total. */
const BACKOFF_MINUTES = [1, 5, 15, 60, 180, 360, 720, 1440, 1440]
/** Plus an hour of clock skew. */
const LONGEST_BACKOFF_MS = (1440 + 60) * MINUTE_MS

/** Sends the due mails one by one, until the mail server takes nothing for now. Returns the number of attempts. */
export async function sendDue(db: Db, options: SendOptions): Promise<number> {
  for (let tried = 0; ; tried++) {
    if (options.signal?.aborted) return tried
    const now = options.clock()
    const server = await options.readServerKey?.()
    const access = server === undefined ? 'open' : (await readServerHealth(db, server, now)).access
    if (access === 'held') return tried
    const trialServer = access === 'trial' ? server : undefined
    const latest = new Date(now.getTime() + LONGEST_BACKOFF_MS).toISOString()
    const mail = await claimDueMail(db, { now: now.toISOString(), leaseUntil: leaseFrom(now), latest })
    if (!mail) return tried
    if (trialServer !== undefined) await beginTrial(db, trialServer, now)
    const isFault = await attempt(db, mail, options)
    if (isFault) return tried + 1
    if (trialServer !== undefined) await repeatTrial(db, trialServer, options.clock())
  }
}

/** Sends one waiting mail now, due or not. */
export async function sendOne(db: Db, id: number, options: SendOptions): Promise<void> {
  const mail = await claimMail(db, id, leaseFrom(options.clock()))
  if (mail) await attempt(db, mail, options)
}

/** Resolves to whether the mail server takes nothing for now. */
async function attempt(db: Db, mail: Row<'mails'>, options: SendOptions): Promise<boolean> {
  const { transport, clock, readSender, readServerKey, timeout = ATTEMPT_MAX_MS, signal } = options
  const server = await readServerKey?.()
  let response: string | null = null
  let failure: unknown
  const send = async (from: Sender) => {
    const current = typeof transport === 'function' ? await transport() : transport
    const sending = current.send(mail, from, (line) => {
      response = plain(line)
    })
    return within(timeout, sending, tooSlow).catch((error: unknown) => {
      failure = error
      throw error
    })
  }
  let renewal: Promise<void> | undefined
  const renewing = setInterval(() => {
    renewal = renewMailLease(db, mail, leaseFrom(clock())).catch(() => undefined)
  }, RENEW_EVERY_MS).unref()
  const outcome = await readSender()
    .then(async (from): Promise<Outcome> => {
      const state = await send(from)
      return { state, from: from.address, at: clock().toISOString(), response }
    })
    .catch((error: unknown): Outcome => {
      // A test shows its result once: a later mail would surprise.
      const backoff = isFinal(error) || mail.kind === 'test' ? undefined : BACKOFF_MINUTES[mail.attempts - 1]
      if (backoff === undefined) return { state: 'failed', error: reasonOf(error) }
      const nextAt = new Date(clock().getTime() + backoff * MINUTE_MS).toISOString()
      return { state: 'waiting', error: reasonOf(error), nextAt }
    })
  clearInterval(renewing)
  await renewal
  // An accepted mail whose outcome is not stored would be sent again.
  await retryWhileLeased(() => finishAttempt(db, mail, outcome), signal)
  if (server === undefined) return false
  if (outcome.state === 'sent') await endFault(db, server, clock())
  // It can be reached and has checked the password.
  else if (isAboutMail(failure)) await endFault(db, server, clock(), ['unreachable', 'wrong-account'])
  const fault = failure === undefined ? undefined : findServerFault(failure)
  if (fault) await holdServer(db, server, { state: fault.state, reply: reasonOf(failure) }, clock())
  return fault !== undefined
}

function leaseFrom(now: Date): string {
  return new Date(now.getTime() + LEASE_MS).toISOString()
}

const isAboutMail = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')

/** A permanent (5xx) rejection of the recipient or the message; failed authentication is retried, since the owner can fix it. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  return Number(error.responseCode) >= 500 && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
}

/** Without what a server that does not speak SMTP said, so that a test mail does not read the banners of other services. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return plain(text.replace(/(Invalid greeting)(?!.*\b4\d\d\b).*/s, '$1: that is no mail server'))
}

const plain = (text: string) => text.replace(/[\p{Cc}]+/gu, ' ').slice(0, 500)

function tooSlow(): never {
  throw new Error('The mail server did not answer in time')
}
