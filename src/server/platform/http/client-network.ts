import type { Context } from 'hono'

export type ClientNetwork = (c: Context) => string

/**
 * Tells clients apart by where they come from. Behind `trustedProxies` proxies the address stands in X-Forwarded-For: each
 * proxy adds the one it was called from at the end, so only that many entries from the right were written by a machine
 * that is trusted; what stands before them anyone can make up. The answer is for counting in memory, not for keeping.
 */
export function createClientNetwork(trustedProxies: number): ClientNetwork {
  return (c) => networkOfPeer(c.req.header('x-forwarded-for'), c.env?.incoming?.socket?.remoteAddress, trustedProxies)
}

/** The same of a plain request: what its X-Forwarded-For says, and the address of its connection. */
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

/** IPv6 clients own a whole /64, so they are told apart by its four groups; `::` stands for the zeros that are left out. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address.replace('::ffff:', '')
  const [head, tail] = address.split('::').map((part) => part.split(':'))
  const zeros = Array.from({ length: Math.max(0, 8 - head!.length - (tail?.length ?? 0)) }, () => '0')
  return [...head!, ...(tail ? zeros : []), ...(tail ?? [])].slice(0, 4).join(':')
}
