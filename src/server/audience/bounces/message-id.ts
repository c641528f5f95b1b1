import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

type Recipient = { newsletterId: number; recipientId: number }

/** The same for each attempt, so that receivers deduplicate; a report of a bounce names the recipient by it. */
export function newsletterMessageId(secrets: Secrets, recipient: Recipient, domain: string): string {
  const { newsletterId, recipientId } = recipient
  return `<newsletter-${newsletterId}-${recipientId}.${checkOf(secrets, recipient)}@${domain}>`
}

/**
 * The recipient that a Message-ID names: `newsletterRecipient` is undefined without one of the form of ours, since some providers replace it, and
 * null for a forged one, since only this site can compute the keyed hash of both ids.
 */
export function recipientNamedBy(
  secrets: Secrets,
  messageId: string | null | undefined,
): { newsletterRecipient?: number | null; newsletterId?: number } {
  const [found, newsletter, id, check = ''] =
    /(?:^|[<\s])newsletter-(\d{1,10})-(\d{1,10})\.([\da-f]{1,100})@/.exec(messageId ?? '') ?? []
  if (found === undefined) return {}
  const recipient = { newsletterId: Number(newsletter), recipientId: Number(id) }
  const isOwn =
    recipient.newsletterId <= ID_MAX && recipient.recipientId <= ID_MAX && isSame(check, checkOf(secrets, recipient))
  return isOwn
    ? { newsletterRecipient: recipient.recipientId, newsletterId: recipient.newsletterId }
    : { newsletterRecipient: null }
}

/** The largest integer of PostgreSQL. */
const ID_MAX = 2_147_483_647

/** 128 bits in lower case, since some servers change the case of what they return. */
function checkOf(secrets: Secrets, { newsletterId, recipientId }: Recipient): string {
  const hash = secrets.hmac('newsletter Message-ID', `${newsletterId} ${recipientId}`)
  return Buffer.from(hash, 'base64url').toString('hex').slice(0, 32)
}

function isSame(first: string, second: string): boolean {
  return first.length === second.length && timingSafeEqual(Buffer.from(first), Buffer.from(second))
}
