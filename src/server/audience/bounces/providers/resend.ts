import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { type HookProvider, isEqual, isRecent, type ProviderReport } from '../hook-provider.ts'

/**
 * Signed by Svix: HMAC-SHA256 of id, timestamp and body with the bytes after `whsec_`, in base64; several signatures while a
 * secret is rotated. resend.com/docs/dashboard/webhooks/event-types, docs.svix.com/receiving/verifying-payloads/how-manual
 */
const Event = z.object({
  type: z.string(),
  created_at: z.optional(z.string()),
  data: z.object({
    email_id: z.optional(z.string()),
    to: z.optional(z.union([z.string(), z.array(z.string()).check(z.maxLength(100))])),
    headers: z.optional(z.nullable(z.array(z.object({ name: z.string(), value: z.string() })))),
    message_id: z.optional(z.nullable(z.string())),
    bounce: z.optional(
      z.object({ type: z.optional(z.string()), subType: z.optional(z.string()), message: z.optional(z.string()) }),
    ),
    failed: z.optional(z.object({ reason: z.optional(z.string()) })),
    suppressed: z.optional(z.object({ message: z.optional(z.string()) })),
  }),
})

const TOLERANCE_SECONDS = 300

export const resend: HookProvider = {
  verify({ header, text }, { key, now }) {
    const [id, timestamp, signatures] = [header('svix-id'), header('svix-timestamp'), header('svix-signature')]
    if (!id || !timestamp || !signatures || !isRecent(timestamp, now, TOLERANCE_SECONDS)) return false
    const secret = Buffer.from(key.replace(/^whsec_/, ''), 'base64')
    const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.${text}`).digest()
    return signatures
      .split(' ')
      .slice(0, 20)
      .some((part) => part.startsWith('v1,') && isEqual(expected, Buffer.from(part.slice(3), 'base64')))
  },
  toReports(payload) {
    const { type, created_at: at, data } = Event.parse(payload)
    const kind = kindOf(type, data.bounce?.type)
    if (!kind) return []
    const messageId = data.message_id ?? data.headers?.find(({ name }) => /^message-id$/i.test(name))?.value
    return [data.to ?? []].flat().map((to) => ({
      eventId: `${type} ${data.email_id ?? at ?? ''} ${to}`,
      email: /<([^<>]+)>$/.exec(to)?.[1] ?? to,
      kind,
      detail: data.bounce?.message ?? data.failed?.reason ?? data.suppressed?.message ?? '',
      at,
      messageId,
    }))
  },
}

function kindOf(type: string, bounce: string | undefined): ProviderReport['kind'] | undefined {
  if (type === 'email.delivered') return 'delivered'
  if (type === 'email.complained') return 'complaint'
  if (type === 'email.bounced') return bounce === 'Permanent' ? 'hard' : 'soft'
  // The account is the reason, or the provider's own list.
  if (type === 'email.failed' || type === 'email.suppressed') return 'soft'
  return undefined
}
