import { createHash, timingSafeEqual } from 'node:crypto'

type Recipient = { newsletterId: number; recipientId: number; token: string }

/** Names a recipient in the links of their mail; cannot be made without the secret token of their unsubscribe link. */
export function createClickKey({ newsletterId, recipientId, token }: Recipient): string {
  return `${recipientId}.${checkOf({ newsletterId, recipientId, token })}`
}

/** The id of a recipient in a key, which is not checked. */
export function recipientOfClickKey(key: string): number | undefined {
  const id = /^([1-9]\d{0,14})\.[\w-]{16}$/.exec(key)?.[1]
  return id === undefined ? undefined : Number(id)
}

export function isClickKey(key: string, recipient: Recipient): boolean {
  const [given, expected] = [Buffer.from(key), Buffer.from(createClickKey(recipient))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function checkOf({ newsletterId, recipientId, token }: Recipient): string {
  return createHash('sha256').update(`click ${newsletterId} ${recipientId} ${token}`).digest('base64url').slice(0, 16)
}
