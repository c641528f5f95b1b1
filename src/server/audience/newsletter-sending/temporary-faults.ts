import { findTemporaryFault, isAboutRecipient, type ServerFault } from '../mail/server-fault.ts'
import type { LeasedRecipient } from './leases.repo.ts'
import type { Delivery } from './smtp-session.ts'

/** Temporary replies in a row, without an acceptance between them, after which the server is at fault rather than the recipients. */
const IN_A_ROW = {
  /** Replies about the server that do not name a limit: one may be a connection that the server has used for long enough. */
  vague: 3,
  /** Distinct domains with the same reply, or with any. */
  sameReplyDomains: 3,
  domains: 5,
  /** Where most readers have the same domain. */
  recipients: 20,
}

/** `ids`: those whose attempt can be taken back; one whose message was started keeps it. */
type Streak = {
  ids: number[]
  recipients: number
  domains: Set<string>
  byReply: Map<string, Set<string>>
  vague: number
}

const noStreak = (): Streak => ({ ids: [], recipients: 0, domains: new Set(), byReply: new Map(), vague: 0 })

/** Recognises a mail server that is busy or over its quota, from its temporary replies. */
export function createTemporaryFaults() {
  let streak = noStreak()
  let uncounted: number[] = []
  let hasAccepted = false

  /** A second such reply to a recipient, by a server that accepts others meanwhile or names no limit, is about the recipient. */
  const find = ({ isReverted }: Pick<LeasedRecipient, 'isReverted'>, delivery: Delivery) => {
    if (delivery.kind !== 'refused') return undefined
    const found = findTemporaryFault(delivery)
    const isRepeated = delivery.stage !== 'sender' && isReverted
    return isRepeated && (hasAccepted || !found?.isExplicit) ? undefined : found
  }

  return {
    /** Whether a reply is about the server's own limits. */
    isServers: (recipient: Pick<LeasedRecipient, 'isReverted'>, delivery: Delivery) =>
      find(recipient, delivery) !== undefined,
    /** The fault of the server, if a result shows one. */
    record(
      recipient: Pick<LeasedRecipient, 'id' | 'email' | 'isReverted'> & { isTrial: boolean },
      delivery: Delivery,
    ): ServerFault | undefined {
      if (delivery.kind === 'accepted') {
        streak = noStreak()
        hasAccepted = true
      }
      if (delivery.kind !== 'refused' || delivery.code >= 500) return undefined
      const { response } = delivery
      const found = find(recipient, delivery)
      if (!found && isAboutRecipient(response)) return undefined
      if (found) streak.vague += 1
      else add(streak, recipient, delivery)
      const isFault = recipient.isTrial || found?.isExplicit || isTooLong(streak, response)
      if (!isFault) return undefined
      uncounted.push(...streak.ids)
      streak = noStreak()
      hasAccepted = false
      return { state: found?.state ?? 'busy', reply: response }
    },
    /** Recipients whose deferral said nothing about them, once. */
    drain(): number[] {
      const drained = uncounted
      uncounted = []
      return drained
    },
  }
}

export type TemporaryFaults = ReturnType<typeof createTemporaryFaults>

function add(
  streak: Streak,
  { id, email, isReverted }: Pick<LeasedRecipient, 'id' | 'email' | 'isReverted'>,
  { response, isMarked }: { response: string; isMarked: boolean },
): void {
  const domain = email.split('@')[1] ?? ''
  streak.recipients += 1
  // The attempts of one that was reverted before count, so that they end.
  if (!isMarked && !isReverted) streak.ids.push(id)
  streak.domains.add(domain)
  const reply = withoutDetails(response)
  const { byReply } = streak
  byReply.set(reply, (byReply.get(reply) ?? new Set()).add(domain))
}

/** Without addresses, hosts and numbers, which differ between replies of the same meaning. */
const withoutDetails = (response: string) => response.replace(/\S*[@\d.]\S*/g, '').toLowerCase()

function isTooLong({ recipients, domains, byReply, vague }: Streak, response: string): boolean {
  return (
    vague >= IN_A_ROW.vague ||
    (byReply.get(withoutDetails(response))?.size ?? 0) >= IN_A_ROW.sameReplyDomains ||
    domains.size >= IN_A_ROW.domains ||
    recipients >= IN_A_ROW.recipients
  )
}
