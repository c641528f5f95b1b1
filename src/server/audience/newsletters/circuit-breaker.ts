import { isAboutMailbox } from '../bounces/classify-reply.ts'
import type { LeasedRecipient } from './leases.repo.ts'
import { ServerRefusal } from './server-refusal.ts'
import { type Delivery, TOO_LARGE } from './smtp-session.ts'

/** A recipient that the server rejected for good. */
export type Rejection = { id: number; email: string }

/**
 * Distinct domains in a row after which the server is at fault rather than the addresses: an expired account, or a domain that is
 * not verified. Fewer are enough before anything was accepted, and one domain is enough where most readers have it. Replies about
 * the mailbox alone come from an old list, so that more domains are needed for them.
 */
const DOMAINS = { atFirst: 3, later: 5, aboutMailboxes: 20 }
const REJECTIONS_MAX = 20
/** Refusals of the sender in a row after which newsletters wait for the owner, over all batches: a list may be short. */
const SENDER_REFUSALS_MAX = 5
const REFUSES_SENDER = 'The mail server refuses the sender'

/** The rejections since the last acceptance; `doubtful` are those that may be about the sender. */
type Streak = { rejections: Rejection[]; domains: Set<string>; doubtful: number; doubtfulDomains: Set<string> }

const noStreak = (): Streak => ({ rejections: [], domains: new Set(), doubtful: 0, doubtfulDomains: new Set() })

/** Recognises a mail server that refuses the sender or rejects everything, from what it replies. */
export function createCircuitBreaker() {
  let streak = noStreak()
  let senderRefusals = 0
  let hasAccepted = false
  let isTripped = false

  return {
    /** Throws once the refusals or rejections in a row are too many; call it after the result is stored. */
    record(
      { id, email, isTakenBack }: Pick<LeasedRecipient, 'id' | 'email' | 'isTakenBack'>,
      delivery: Delivery,
    ): void {
      if (delivery.kind === 'accepted') senderRefusals = 0
      if (delivery.kind === 'accepted' && !isTripped) {
        streak = noStreak()
        hasAccepted = true
      }
      if (delivery.kind !== 'refused' || delivery.code < 500) return
      if (delivery.stage === 'sender') {
        senderRefusals += 1
        if (senderRefusals < SENDER_REFUSALS_MAX) return
        const reason = delivery.code === TOO_LARGE ? 'The mail is too large for the mail server' : REFUSES_SENDER
        throw new ServerRefusal(`${reason}: ${delivery.response}`, true)
      }
      // A second rejection by a server that accepts others is about the recipient.
      if (isTakenBack && hasAccepted) return
      add(streak, { id, email }, isAboutMailbox(delivery.response))
      isTripped ||= isTooLong(streak, hasAccepted)
      if (isTripped) throw new ServerRefusal(`The mail server rejects every recipient: ${delivery.response}`, true)
    },
    /** The rejections that say nothing about their recipients, once; the breaker is closed again. */
    drain(): Rejection[] {
      senderRefusals = 0
      if (!isTripped) return []
      const drained = streak.rejections
      streak = noStreak()
      hasAccepted = false
      isTripped = false
      return drained
    },
  }
}

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

function add(streak: Streak, rejection: Rejection, isCertain: boolean): void {
  const domain = rejection.email.split('@')[1] ?? ''
  streak.rejections.push(rejection)
  streak.domains.add(domain)
  if (isCertain) return
  streak.doubtful += 1
  streak.doubtfulDomains.add(domain)
}

function isTooLong({ domains, doubtful, doubtfulDomains }: Streak, hasAccepted: boolean): boolean {
  return (
    doubtfulDomains.size >= DOMAINS[hasAccepted ? 'later' : 'atFirst'] ||
    doubtful >= REJECTIONS_MAX ||
    domains.size >= DOMAINS.aboutMailboxes
  )
}
