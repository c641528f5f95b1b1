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

/** Prices in the mail of an automatic newsletter are as old as that at most, in milliseconds, as on cached pages. */
const COMPOSED_FOR = 60 * 60 * 1000

/** Composes messages of any newsletter; the parsed templates are kept for a short time. */
export function createMessageComposers({
  db,
  origin,
  messageIdOf,
  clock,
  log,
  refreshMs,
  recompose,
  isOutage,
}: ComposerOptions): MessageComposers {
  const composers = new Map<number, Promise<Composer | undefined>>()

  async function create(id: number, from: NewsletterFrom): Promise<Composer | undefined> {
    const stored = await findFrozenNewsletter(db, id)
    if (!stored) return undefined
    return tryFor(id, async () => {
      const newsletter = isStale(stored) ? await renew(id) : stored
      if (!newsletter) return undefined
      const sender = { ...from, name: newsletter.senderName || from.name }
      const make = await createNewsletterMessages(newsletter, sender, { origin, messageIdOf, clock })
      return { make, from, madeAt: performance.now() }
    })
  }

  const isStale = ({ kind, composedAt }: { kind: NewsletterKind; composedAt: string }) =>
    isAutomatic(kind) && clock().getTime() - Date.parse(composedAt) >= COMPOSED_FOR

  async function renew(id: number) {
    await recompose(id)
    return findFrozenNewsletter(db, id)
  }

  async function find(id: number, from: NewsletterFrom): Promise<Composer | undefined> {
    const kept = composers.get(id)
    const known = await kept?.catch(() => undefined)
    if (known && performance.now() - known.madeAt < refreshMs && isDeepStrictEqual(known.from, from)) return known
    // Another connection may have started to make it meanwhile.
    const current = composers.get(id)
    if (current !== undefined && current !== kept) return current
    const made = create(id, from)
    composers.set(id, made)
    return made
  }

  /** One newsletter that cannot be composed does not stop the others; an outage says nothing about it. */
  async function tryFor<Made>(id: number, make: () => Promise<Made | undefined>): Promise<Made | undefined> {
    try {
      return await make()
    } catch (error) {
      if (isOutage(error)) throw error
      log.error({ err: error, newsletter: id }, 'a newsletter could not be composed')
      await pauseOne(db, id, 'It could not be composed; the log of the program says why.', clock().toISOString())
      return undefined
    }
  }

  return {
    async compose(recipient, from) {
      const composer = await find(recipient.newsletter_id, from)
      return composer && tryFor(recipient.newsletter_id, () => composer.make(recipient))
    },
  }
}
