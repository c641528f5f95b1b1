import type { Context } from 'hono'

export type ClientNetwork = (c: Context) => string

/**
 * Identifies clients by network. Each proxy appends its peer address to X-Forwarded-For, so behind `trustedProxies`
 * proxies only that many entries from the right are trustworthy; a client can forge the others. The result is used for
 * rate limits and must not be stored, except as a keyed hash.
 */
export function createClientNetwork(trustedProxies: number): ClientNetwork {
  return (c) => networkOfPeer(c.req.header('x-forwarded-for'), c.env?.incoming?.socket?.remoteAddress, trustedProxies)
}

/** The network of a node:http request, from its X-Forwarded-For and its peer address. */
export function networkOfPeer(
  forwardedFor: string | undefined,
  peer: string | undefined,
  trustedProxies: number,
): string {
  return networkOf(forwarded(forwardedFor ?? '', trustedProxies) ?? peer ?? 'direct')
}

function forwarded(forwardedFor: string, trustedProxies: number): string | undefined {
  if (trustedProxies === 0) return undefined
  const entries = forwardedFor.split(',').map((entry) => entry.trim())
  return entries.at(-trustedProxies)?.match(/^[\da-f.:]{3,45}$/i)?.[0]
}

/** An IPv6 client usually owns a /64, so only the first four groups count; `::` is expanded. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address.replace('::ffff:', '')
  const [head = [], tail] = address.split('::').map((part) => part.split(':'))
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - (tail?.length ?? 0)) }, () => '0')
  return [...head, ...(tail ? zeros : []), ...(tail ?? [])].slice(0, 4).join(':')
}
