import * as z from 'zod/mini'
import type { HookProvider, ProviderReport } from '../hook-provider.ts'

/**
 * Postmark does not sign: the secret address is what shows the sender.
 * postmarkapp.com/developer/webhooks/bounce-webhook, spam-complaint-webhook, delivery-webhook and subscription-change-webhook;
 * types of bounces: postmarkapp.com/developer/api/bounce-api#bounce-types
 */
const Event = z.object({ RecordType: z.string() })
const Bounce = z.object({
  ID: z.union([z.number(), z.string()]),
  Type: z.string(),
  Email: z.string(),
  BouncedAt: z.optional(z.string()),
  Description: z.optional(z.nullable(z.string())),
  Details: z.optional(z.nullable(z.string())),
})
const Delivery = z.object({ MessageID: z.string(), Recipient: z.string(), DeliveredAt: z.optional(z.string()) })

/** Reasons other than 'ManualSuppression', by a link or the account, have a webhook of their own. */
const SubscriptionChange = z.object({
  MessageID: z.optional(z.nullable(z.string())),
  Recipient: z.string(),
  ChangedAt: z.optional(z.string()),
  SuppressSending: z.boolean(),
  SuppressionReason: z.optional(z.nullable(z.string())),
})

const kinds: Record<string, ProviderReport['kind']> = {
  HardBounce: 'hard',
  BadEmailAddress: 'hard',
  SpamComplaint: 'complaint',
  Transient: 'soft',
  SoftBounce: 'soft',
  DnsError: 'soft',
  SpamNotification: 'soft',
  Blocked: 'soft',
  DMARCPolicy: 'soft',
  Unknown: 'soft',
}

export const postmark: HookProvider = {
  toReports(payload) {
    const { RecordType } = Event.parse(payload)
    if (RecordType === 'Delivery') {
      const { MessageID, Recipient, DeliveredAt } = Delivery.parse(payload)
      return [
        {
          eventId: `delivery ${MessageID} ${Recipient}`,
          email: Recipient,
          kind: 'delivered',
          detail: '',
          at: DeliveredAt,
        },
      ]
    }
    if (RecordType === 'SubscriptionChange') return subscriptionChange(payload)
    if (RecordType !== 'Bounce' && RecordType !== 'SpamComplaint') return []
    const { ID, Type, Email, BouncedAt, Description, Details } = Bounce.parse(payload)
    const kind = RecordType === 'SpamComplaint' ? 'complaint' : Object.hasOwn(kinds, Type) ? kinds[Type] : undefined
    if (!kind) return []
    return [{ eventId: `bounce ${ID}`, email: Email, kind, detail: Details || Description || '', at: BouncedAt }]
  },
}

function subscriptionChange(payload: unknown): ProviderReport[] {
  const { MessageID, Recipient, ChangedAt, SuppressSending, SuppressionReason } = SubscriptionChange.parse(payload)
  if (!SuppressSending || SuppressionReason !== 'ManualSuppression') return []
  const eventId = `unsubscription ${MessageID ?? ''} ${Recipient} ${ChangedAt ?? ''}`
  return [{ eventId, email: Recipient, kind: 'unsubscribed', detail: '', at: ChangedAt }]
}
