import * as z from 'zod/mini'
import { asList, type HookProvider, type ProviderReport } from '../hook-provider.ts'

/**
 * Brevo does not sign: the secret address is what shows the sender. Events may come in batches.
 * developers.brevo.com/docs/transactional-webhooks
 */
const Event = z.object({
  event: z.string(),
  email: z.optional(z.string()),
  'message-id': z.optional(z.string()),
  ts_event: z.optional(z.number()),
  reason: z.optional(z.nullable(z.string())),
})

const kinds: Record<string, ProviderReport['kind']> = {
  delivered: 'delivered',
  hard_bounce: 'hard',
  invalid_email: 'hard',
  soft_bounce: 'soft',
  blocked: 'soft',
  error: 'soft',
  spam: 'complaint',
  complaint: 'complaint',
  unsubscribed: 'unsubscribed',
}

export const brevo: HookProvider = {
  toReports: (payload) =>
    asList(payload).flatMap((item) => {
      const { event, email, 'message-id': id, ts_event: at, reason } = Event.parse(item)
      const kind = Object.hasOwn(kinds, event) ? kinds[event] : undefined
      if (!kind || email === undefined) return []
      const eventId = `${event} ${id ?? ''} ${email} ${at ?? ''}`
      return [{ eventId, email, kind, detail: reason ?? '', at, messageId: id }]
    }),
}
