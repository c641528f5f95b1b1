import { isAboutMailbox } from '../bounces/classify-reply.ts'
import type { LeasedRecipient } from './leases.repo.ts'
import { ServerRefusal } from './server-refusal.ts'
import type { Delivery } from './smtp-session.ts'
import { isTooLarge } from './to-outcome.ts'

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

/** The rejections of one newsletter since the last acceptance; `doubtful` are those that may be about the sender. */
type Streak = { domains: Set<string>; doubtful: Rejection[]; doubtfulDomains: Set<string> }

const noStreak = (): Streak => ({ domains: new Set(), doubtful: [], doubtfulDomains: new Set() })

/** Recognises a mail server that refuses the sender or rejects everything, from what it replies. */
export function createCircuitBreaker() {
  /** By newsletter: another one has another content and list. */
  const streaks = new Map<number, Streak>()
  let tripped: Streak | undefined
  let senderRefusals = 0
  let hasAccepted = false

  return {
    /** Throws once the refusals or rejections in a row are too many; call it after the result is stored. */
    record(
      { id, email, newsletter_id, isReverted }: Pick<LeasedRecipient, 'id' | 'email' | 'newsletter_id' | 'isReverted'>,
      delivery: Delivery,
    ): void {
      if (delivery.kind === 'accepted') senderRefusals = 0
      if (delivery.kind === 'accepted' && !tripped) {
        streaks.clear()
        hasAccepted = true
      }
      if (delivery.kind !== 'refused' || delivery.code < 500 || isTooLarge(delivery)) return
      if (delivery.stage === 'sender') {
        senderRefusals += 1
        if (senderRefusals < SENDER_REFUSALS_MAX) return
        throw new ServerRefusal(`The mail server refuses the sender: ${delivery.response}`, true)
      }
      // A second rejection by a server that accepts others is about the recipient.
      if (isReverted && hasAccepted) return
      const streak = tripped ?? streaks.get(newsletter_id) ?? noStreak()
      streaks.set(newsletter_id, streak)
      add(streak, { id, email }, isAboutMailbox(delivery.response))
      if (isTooLong(streak, hasAccepted)) tripped = streak
      if (tripped) throw new ServerRefusal(`The mail server rejects every recipient: ${delivery.response}`, true)
    },
    /** The rejections that say nothing about their recipients, once; the breaker is closed again. */
    drain(): Rejection[] {
      senderRefusals = 0
      if (!tripped) return []
      const drained = tripped.doubtful
      streaks.clear()
      hasAccepted = false
      tripped = undefined
      return drained
    },
  }
}

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

function add(streak: Streak, rejection: Rejection, isCertain: boolean): void {
  const domain = rejection.email.split('@')[1] ?? ''
  streak.domains.add(domain)
  // A rejection about the mailbox alone stays, whatever else the server rejects.
  if (isCertain) return
  streak.doubtful.push(rejection)
  streak.doubtfulDomains.add(domain)
}

function isTooLong({ domains, doubtful, doubtfulDomains }: Streak, hasAccepted: boolean): boolean {
  return (
    doubtfulDomains.size >= DOMAINS[hasAccepted ? 'later' : 'atFirst'] ||
    doubtful.length >= REJECTIONS_MAX ||
    domains.size >= DOMAINS.aboutMailboxes
  )
}
