import type { Logger } from 'pino'
import { isAutomatic } from '../../../contract/audience/automatic-newsletters.ts'
import { COMPLAINTS_HELD } from '../../../contract/audience/complaints.ts'
import type { Newsletter } from '../../../contract/audience/newsletters.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import { isHeldForComplaints } from '../../audience/newsletter-sending/complaints.repo.ts'
import { putBack } from '../../audience/newsletter-sending/newsletter-states.repo.ts'
import { beginSending } from '../../audience/newsletter-sending/sending.repo.ts'
import { selectAudience } from '../../audience/subscribers/audience.repo.ts'
import { hasNewsletterPages } from '../../content/posts/newsletter-pages.repo.ts'
import type { Purge } from '../../platform/db/purge-notices.ts'
import type { Db } from '../../platform/db/schema.ts'
import { type CheckOptions, checkNewsletter } from './check-newsletter.ts'
import { type ComposedNewsletter, type ComposeOptions, composeNewsletter } from './compose-newsletter.ts'

export type BeginOptions = ComposeOptions & CheckOptions & { clock: () => Date; log: Logger }

export type BeginScheduledOptions = BeginOptions & {
  /** Announces purges beyond this host, in the transaction of a write. */
  announce: (db: Db, purges: readonly Purge[]) => Promise<void>
  purge: (purges: readonly Purge[]) => void | Promise<void>
}

/** A newsletter that begins has a page from then on. */
const ofNewsletters: Purge[] = [{ tag: 'newsletters', isSoft: true }]

/** The footer of every page links the archive from the first page on. */
const ofFooters: Purge = { tag: 'settings', isSoft: true }

export type Preparation =
  | { kind: 'ready'; composed: ComposedNewsletter; timeZone: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'missing' }

/** Composes a newsletter and goes through its checklist, before the transaction that begins it. */
export async function prepareNewsletter(
  db: Db,
  id: number,
  options: BeginOptions & { at?: string | null; isWithPost?: boolean },
): Promise<Preparation> {
  const now = options.clock()
  const composed = await composeNewsletter(db, id, { ...options, now })
  if (!composed) return { kind: 'missing' }
  const { sourcePost } = composed.newsletter
  if (options.isWithPost && !sourcePost)
    return { kind: 'refused', reason: 'There is no post that this newsletter could go out with.' }
  const at = options.isWithPost ? sourcePost?.publishedAt : options.at
  const sendsAt = at && at > now.toISOString() ? at : now.toISOString()
  if (isAutomatic(composed.newsletter.kind))
    return {
      kind: 'refused',
      reason: 'This newsletter is sent by itself, once it is switched on under Automatic newsletters.',
    }
  const checks = await checkNewsletter(db, composed, { ...options, sendsAt })
  const error = checks.find(({ result }) => result === 'error')
  if (error) return { kind: 'refused', reason: error.text }
  const { settings } = await readSettings(db)
  return { kind: 'ready', composed, timeZone: settings.timeZone }
}

/** Freezes a prepared newsletter and fixes its recipients, in a transaction. False if it has started or was changed meanwhile. */
export function beginPrepared(
  db: Db,
  { composed, timeZone }: Extract<Preparation, { kind: 'ready' }>,
  now: string,
): Promise<boolean> {
  const { content, newsletter } = composed
  const includesDigestOnly = newsletter.kind === 'digest'
  const audience = selectAudience(db, newsletter.audience, { timeZone, includesDigestOnly })
  return beginSending(db, newsletter.id, { content, audience, now })
}

/**
 * Begins a newsletter whose time has come; one that cannot begin becomes a draft that says why. Without effect if the owner has taken
 * back or changed its time since it was found to be due, as while another one was composed.
 */
export async function beginScheduled(db: Db, id: number, options: BeginScheduledOptions): Promise<void> {
  const prepared = await prepareNewsletter(db, id, options)
  const now = options.clock().toISOString()
  if (prepared.kind === 'refused') {
    options.log.warn({ newsletter: id, reason: prepared.reason }, 'a scheduled newsletter could not begin')
    await putBack(db, id, `It was not sent at its time: ${prepared.reason}`, now)
  }
  if (prepared.kind !== 'ready' || !isDue(prepared.composed.newsletter, now)) return
  // The owner may still send it from the drafts.
  if (prepared.composed.newsletter.kind === 'digest' && (await isHeldForComplaints(db)))
    return putBack(db, id, `It was not sent at its time. ${COMPLAINTS_HELD}`, now)
  // Changed meanwhile, it is still due at the next poll.
  const purges = await db.transaction().execute(async (transaction) => {
    const isFirst = !(await hasNewsletterPages(transaction))
    if (!(await beginPrepared(transaction, prepared, now))) return undefined
    const purges = isFirst ? [...ofNewsletters, ofFooters] : ofNewsletters
    await options.announce(transaction, purges)
    return purges
  })
  if (purges) await options.purge(purges)
}

function isDue({ state, scheduledAt }: Newsletter, now: string): boolean {
  return state === 'scheduled' && scheduledAt !== null && scheduledAt <= now
}
