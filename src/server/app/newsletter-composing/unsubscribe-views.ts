import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import { Id } from '../../../contract/platform/paths.ts'
import { clickReasonOf } from '../../audience/newsletter-sending/click-reason.ts'
import { addUnsubscribeView } from '../../audience/newsletter-sending/newsletter-links.repo.ts'
import type { Db } from '../../platform/db/schema.ts'

type UnsubscribeViewOptions = { db: Db; clock: () => Date; log: Logger }
type ViewRequest = Pick<IncomingMessage, 'method' | 'headers'>

export type UnsubscribeViews = {
  /** Notes a page that is sent, if it is the unsubscribe page of a newsletter's link; never rejects. `key` is its canonical URL. */
  note(key: string, request: ViewRequest): Promise<void>
  /** Waits for what is being written. Call it before the database closes. */
  close(): Promise<void>
}

/** Views that are written at the same time at most; further ones are not noted. */
const PENDING_MAX = 100

/**
 * Notes who opens the unsubscribe page, since a scanner opens it together with the counted links of the mail. The page is sent
 * without waiting for it.
 */
export function createUnsubscribeViews({ db, clock, log }: UnsubscribeViewOptions): UnsubscribeViews {
  const pending = new Set<Promise<void>>()
  return {
    async note(key, { method = '', headers }) {
      const link = readLink(key)
      if (!link || pending.size >= PENDING_MAX) return
      const [userAgent, purpose] = [headers['user-agent'], headers['sec-purpose'] ?? headers.purpose]
      if (clickReasonOf({ method, userAgent, purpose: purpose?.toString() }) !== '') return
      const writing = addUnsubscribeView(db, { ...link, now: clock().toISOString() }).catch((error: unknown) =>
        log.warn({ err: error, newsletter: link.newsletterId }, 'a view of the unsubscribe page was not noted'),
      )
      pending.add(writing)
      await writing
      pending.delete(writing)
    },
    async close() {
      await Promise.all(pending)
    },
  }
}

/** The page after a choice has a state; the links of mails have none. */
function readLink(key: string): { newsletterId: number; token: string } | undefined {
  if (!key.startsWith('/newsletter/unsubscribe?')) return undefined
  const query = new URLSearchParams(key.slice(key.indexOf('?')))
  const newsletterId = Id.safeParse(query.get('newsletter') ?? undefined).data
  const token = query.get('token')
  return newsletterId === undefined || !token || query.has('state') ? undefined : { newsletterId, token }
}
