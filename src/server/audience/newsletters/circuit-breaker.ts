import { ServerRefusal } from './server-refusal.ts'
import type { Delivery } from './smtp-session.ts'

/** A recipient that the server rejected for good. */
export type Rejection = { id: number; email: string }

/**
 * Distinct domains in a row after which the server is at fault rather than the addresses: an expired account, or a domain that is
 * not verified. Fewer are enough before anything was accepted, and one domain is enough where most readers have it.
 */
const DOMAINS = { atFirst: 3, later: 5 }
const REJECTIONS_MAX = 20

/** Recognises a mail server that rejects everything, from what it replies to recipients and messages. */
export function createCircuitBreaker() {
  let streak: Rejection[] = []
  let hasAccepted = false
  let isTripped = false

  return {
    /** Throws once the rejections in a row are too many; call it after the result is stored. */
    record({ id, email }: Rejection, delivery: Delivery): void {
      if (delivery.kind === 'accepted' && !isTripped) {
        streak = []
        hasAccepted = true
      }
      if (delivery.kind !== 'refused' || delivery.stage === 'sender' || delivery.code < 500) return
      streak.push({ id, email })
      const domains = new Set(streak.map((rejection) => rejection.email.split('@')[1]))
      isTripped ||= domains.size >= DOMAINS[hasAccepted ? 'later' : 'atFirst'] || streak.length >= REJECTIONS_MAX
      if (isTripped) throw new ServerRefusal(`The mail server rejects every recipient: ${delivery.response}`, true)
    },
    /** The rejections that say nothing about their recipients, once; the breaker is closed again. */
    drain(): Rejection[] {
      if (!isTripped) return []
      const drained = streak
      streak = []
      hasAccepted = false
      isTripped = false
      return drained
    },
  }
}

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>
