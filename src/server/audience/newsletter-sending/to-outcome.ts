import { MINUTE_MS } from '../../platform/durations.ts'
import { classifyReply } from '../bounces/classify-reply.ts'
import type { LeasedRecipient } from './leases.repo.ts'
import type { Outcome } from './recipients.repo.ts'
import { type Delivery, TOO_LARGE } from './smtp-session.ts'

/** Minutes until the next attempt, by attempts made. */
const BACKOFF_MINUTES = [5, 10, 20, 40, 60, 120, 240, 480]
/** How long a deferred recipient is tried again from the first attempt on. */
const GIVE_UP_AFTER_MS = 48 * 60 * MINUTE_MS
/** The pause after a reply about the server, unless the server is held for longer. */
const SERVER_PAUSE_MS = MINUTE_MS

/**
 * Whether the server takes no message of this size (RFC 1870, 6.1; status 5.3.4 of RFC 3463). A 552 that does not say so is about
 * the sender or a mailbox.
 */
export const isTooLarge = (delivery: Delivery): boolean =>
  delivery.kind === 'refused' &&
  (/\b5\.3\.4\b/.test(delivery.response) ||
    (delivery.code === TOO_LARGE &&
      !/\b5\.2\.\d/.test(delivery.response) &&
      /\b(?:size|large|big)\b/i.test(delivery.response)))

/** The result of an attempt; `isServers`: its reply is about the server's own limits. Undefined for one that was withdrawn, which leaves the recipient as it is. */
export function toOutcome(
  { id, email, attempts, first_attempt_at }: Pick<LeasedRecipient, 'id' | 'email' | 'attempts' | 'first_attempt_at'>,
  delivery: Delivery,
  now: Date,
  isServers = false,
): Outcome | undefined {
  switch (delivery.kind) {
    case 'withdrawn':
      return undefined
    case 'accepted':
      return { id, state: 'accepted', response: delivery.response, isMarked: true }
    case 'lost': {
      if (!delivery.isStarted) return defer({ response: delivery.reason, isMarked: delivery.isMarked })
      const response = `The connection ended before the reply, so it is not known whether it arrived: ${delivery.reason}`
      return { id, state: 'in-doubt', response, isMarked: true }
    }
    case 'refused': {
      const { stage, code, response, isMarked } = delivery
      if (isServers || isTooLarge(delivery))
        return { id, state: 'deferred', response, isMarked, isUncounted: true, nextAt: after(SERVER_PAUSE_MS) }
      if (code >= 500 && stage !== 'sender')
        return { id, state: 'failed', response, isMarked, bounce: { email, kind: classifyReply(code, response) } }
      return defer({ response, isMarked })
    }
  }

  function after(ms: number): string {
    return new Date(now.getTime() + ms).toISOString()
  }

  function defer({ response, isMarked }: { response: string; isMarked: boolean }): Outcome {
    const begun = first_attempt_at === null ? now.getTime() : Date.parse(first_attempt_at)
    const pause = BACKOFF_MINUTES[Math.min(attempts, BACKOFF_MINUTES.length - 1)]! * MINUTE_MS
    const next = now.getTime() + pause
    if (next - begun > GIVE_UP_AFTER_MS)
      return {
        id,
        state: 'failed',
        response: `Not accepted for two days: ${response}`,
        isMarked,
        bounce: { email, kind: 'soft' },
      }
    return { id, state: 'deferred', response, nextAt: new Date(next).toISOString(), isMarked }
  }
}
