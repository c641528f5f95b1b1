import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import { isAutomatic } from '../../../contract/audience/automatic-newsletters.ts'
import type { NewsletterKind } from '../../../contract/audience/newsletters.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { LeasedRecipient } from './leases.repo.ts'
import {
  type ComposeMessage,
  createNewsletterMessages,
  type MessageIdOf,
  type NewsletterFrom,
} from './newsletter-message.ts'
import { findFrozenNewsletter, pauseOne } from './sending.repo.ts'

type ComposerOptions = {
  db: Db
  origin: string
  messageIdOf: MessageIdOf
  clock: () => Date
  log: Logger
  /** After how many milliseconds a changed text is used. */
  refreshMs: number
  /** Stores the mail of an automatic newsletter composed with what the site says now. */
  recompose: (newsletterId: number) => Promise<void>
  isOutage: (error: unknown) => boolean
}

type Composer = { make: ComposeMessage; from: NewsletterFrom; madeAt: number }

export type MessageComposers = {
  /** The message for a recipient; undefined if its newsletter cannot be composed, which is then paused. */
  compose(recipient: LeasedRecipient, from: NewsletterFrom): Promise<Buffer | undefined>
}

/** Prices in the mail of an automatic newsletter are as old as that at most, as on cached pages. */
const COMPOSED_FOR_MS = 60 * 60 * 1000

type State = ComposerOptions & { composers: Map<number, Promise<Composer | undefined>> }

/** Composes messages of any newsletter; the parsed templates are kept for a short time. */
export function createMessageComposers(options: ComposerOptions): MessageComposers {
  const state: State = { ...options, composers: new Map() }
  return {
    async compose(recipient, from) {
      const composer = await findComposer(state, recipient.newsletter_id, from)
      return composer && tryFor(state, recipient.newsletter_id, () => composer.make(recipient))
    },
  }
}

async function findComposer(state: State, id: number, from: NewsletterFrom): Promise<Composer | undefined> {
  const { composers, refreshMs } = state
  const kept = composers.get(id)
  const known = await kept?.catch(() => undefined)
  if (known && performance.now() - known.madeAt < refreshMs && isDeepStrictEqual(known.from, from)) return known
  // Another connection may have started to make it meanwhile.
  const current = composers.get(id)
  if (current !== undefined && current !== kept) return current
  const made = createComposer(state, id, from)
  composers.set(id, made)
  return made
}

async function createComposer(state: State, id: number, from: NewsletterFrom): Promise<Composer | undefined> {
  const { db, origin, messageIdOf, clock, recompose } = state
  const stored = await findFrozenNewsletter(db, id)
  if (!stored) return undefined
  return tryFor(state, id, async () => {
    const isOld = isStale(stored, clock())
    if (isOld) await recompose(id)
    const newsletter = isOld ? await findFrozenNewsletter(db, id) : stored
    if (!newsletter) return undefined
    const sender = { ...from, name: newsletter.senderName || from.name }
    const make = await createNewsletterMessages(newsletter, sender, { origin, messageIdOf, clock })
    return { make, from, madeAt: performance.now() }
  })
}

function isStale({ kind, composedAt }: { kind: NewsletterKind; composedAt: string }, now: Date): boolean {
  return isAutomatic(kind) && now.getTime() - Date.parse(composedAt) >= COMPOSED_FOR_MS
}

/** One newsletter that cannot be composed does not stop the others; an outage says nothing about it. */
async function tryFor<Made>(
  { db, isOutage, clock, log }: State,
  id: number,
  make: () => Promise<Made | undefined>,
): Promise<Made | undefined> {
  try {
    return await make()
  } catch (error) {
    if (isOutage(error)) throw error
    log.error({ err: error, newsletter: id }, 'a newsletter could not be composed')
    await pauseOne(db, id, 'It could not be composed; the log of the program says why.', clock().toISOString())
    return undefined
  }
}
