import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { classifyReply } from '../classify-reply.ts'
import { type HookProvider, isEqual, isRecent, type ProviderReport } from '../hook-provider.ts'

/**
 * The signature is an HMAC-SHA256 of timestamp and token, in hexadecimal; it does not cover the event, so a token counts once.
 * documentation.mailgun.com/docs/mailgun/user-manual/events/webhooks and .../events/event-structure
 */
const Signed = z.object({
  signature: z.object({
    timestamp: z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
    token: z.string().check(z.minLength(1), z.maxLength(190)),
    signature: z.string(),
  }),
})
const Event = z.object({
  'event-data': z.object({
    event: z.string(),
    id: z.string(),
    timestamp: z.optional(z.number()),
    recipient: z.optional(z.string()),
    severity: z.optional(z.string()),
    reason: z.optional(z.string()),
    'delivery-status': z.optional(
      z.object({
        code: z.optional(z.nullable(z.union([z.number(), z.string()]))),
        'enhanced-code': z.optional(z.nullable(z.string())),
        message: z.optional(z.nullable(z.string())),
        description: z.optional(z.nullable(z.string())),
      }),
    ),
    message: z.optional(z.object({ headers: z.optional(z.object({ 'message-id': z.optional(z.string()) })) })),
  }),
})
type Data = z.infer<typeof Event>['event-data']

/** Mailgun repeats a request for eight hours. */
const TOLERANCE_SECONDS = 9 * 60 * 60

export const mailgun: HookProvider = {
  verify({ payload }, { key, now }) {
    const { timestamp, token, signature } = Signed.parse(payload).signature
    const expected = createHmac('sha256', key)
      .update(timestamp + token)
      .digest()
    return isEqual(expected, Buffer.from(signature, 'hex')) && isRecent(timestamp, now, TOLERANCE_SECONDS)
  },
  onceKey: (payload) => Signed.parse(payload).signature.token,
  toReports(payload) {
    const data = Event.parse(payload)['event-data']
    const kind = kindOf(data)
    if (!kind || data.recipient === undefined) return []
    const status = data['delivery-status']
    return [
      {
        eventId: data.id,
        email: data.recipient,
        kind,
        detail: status?.message || status?.description || data.reason || '',
        at: data.timestamp,
        messageId: data.message?.headers?.['message-id'],
      },
    ]
  },
}

function kindOf({ event, severity, reason, 'delivery-status': status }: Data): ProviderReport['kind'] | undefined {
  if (event === 'delivered') return 'delivered'
  if (event === 'complained') return 'complaint'
  if (event === 'unsubscribed') return 'unsubscribed'
  if (event !== 'failed') return undefined
  if (reason === 'suppress-complaint') return 'complaint'
  if (reason === 'suppress-bounce') return 'hard'
  if (reason === 'suppress-unsubscribe') return 'unsubscribed'
  // A temporary failure is tried again; the last attempt is a permanent one.
  if (severity !== 'permanent') return undefined
  const text = `${status?.['enhanced-code'] ?? ''} ${status?.message ?? ''} ${status?.description ?? ''}`
  return classifyReply(Number(status?.code ?? Number.NaN), text)
}
