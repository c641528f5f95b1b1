import { type Attributes, attributesOf, replaceTags, startTag } from './tags.ts'

/** What a link to an outside shop says to search engines and to the browser. */
export const affiliateRel = 'sponsored nofollow noopener'

/** The host of an http(s) address, as `hostOf` of the database reads it; undefined for any other address. */
export function hostOfAddress(address: string): string | undefined {
  return /^https?:\/\/([^/?#]+)/i.exec(address)?.[1]?.toLowerCase()
}

/** The distinct hosts that the links of cleaned HTML lead to. */
export function linkedHosts(html: string): string[] {
  return [...new Set(linkedAddresses(html).flatMap((address) => hostOfAddress(address) ?? []))]
}

/** The distinct http(s) addresses that the links of cleaned HTML lead to. */
export function linkedAddresses(html: string): string[] {
  const addresses = attributesOf(html, 'a').flatMap(({ href }) => href ?? [])
  return [...new Set(addresses.filter((address) => hostOfAddress(address) !== undefined))]
}

/**
 * Marks the links that are paid for: those to one of `hosts`, and those that say so themselves. `more` adds attributes to
 * each of them.
 */
export function markAffiliateLinks(
  html: string,
  hosts: ReadonlySet<string>,
  more: (href: string) => Record<string, string | number | undefined> = () => ({}),
): string {
  return replaceTags(html, 'a', (attributes) => {
    const { href, rel, target, ...rest } = attributes
    if (!href || !isPaid(attributes, hosts)) return startTag('a', attributes)
    return startTag('a', { href, ...rest, target: '_blank', rel: affiliateRel, ...more(href) })
  })
}

function isPaid({ href = '', rel = '' }: Attributes, hosts: ReadonlySet<string>): boolean {
  const host = hostOfAddress(href)
  return host !== undefined && (hosts.has(host) || rel.toLowerCase().split(/\s+/).includes('sponsored'))
}
