import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Global unicast of IPv6 (RFC 4291): everything outside of it is unassigned, local or embeds an IPv4 address. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an IP address is one of the public internet: not of this machine, a local network or a reserved range. */
export function isPublicAddress(text: string): boolean {
  // The library also reads forms such as 1.2, which a resolver never returns.
  if (!isIP(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(globalUnicast)
}
