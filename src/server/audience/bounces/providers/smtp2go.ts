import * as z from 'zod/mini'
import { asList, type HookProvider, type ProviderReport } from '../hook-provider.ts'

/**
 * SMTP2GO does not sign: the secret address is what shows the sender. Sent as a form or as JSON.
 * developers.smtp2go.com/docs/webhooks-overview
 */
const Event = z.object({
  event: z.string(),
  rcpt: z.optional(z.string()),
  email_id: z.optional(z.string()),
  time: z.optional(z.string()),
  bounce: z.optional(z.nullable(z.string())),
  message: z.optional(z.nullable(z.string())),
  context: z.optional(z.nullable(z.string())),
  'Message-Id': z.optional(z.string()),
})

export const smtp2go: HookProvider = {
  toReports: (payload) =>
    asList(payload).flatMap((item) => {
      const { event, rcpt, email_id: id, time: at, bounce, message, context, 'Message-Id': header } = Event.parse(item)
      const kind = kindOf(event, bounce)
      if (!kind || !rcpt) return []
      const eventId = `${event} ${id ?? ''} ${rcpt} ${at ?? ''}`
      const detail = message || context || ''
      return [{ eventId, email: rcpt, kind, detail, at, messageId: header }]
    }),
}

function kindOf(event: string, bounce: string | null | undefined): ProviderReport['kind'] | undefined {
  if (event === 'delivered') return 'delivered'
  if (event === 'spam') return 'complaint'
  if (event === 'unsubscribe') return 'unsubscribed'
  if (event === 'bounce') return bounce === 'hard' ? 'hard' : 'soft'
  // On the provider's own list, for a reason that it does not report.
  if (event === 'reject') return 'soft'
  return undefined
}
