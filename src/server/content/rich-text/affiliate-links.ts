import { type Attributes, collect, type OpenTag } from './html-tokens.ts'

export const affiliateRel = 'sponsored nofollow noopener'

/** The host of an http(s) URL, equal to `hostOf` of the database; undefined for any other URL. */
export function hostOfAddress(address: string): string | undefined {
  return /^https?:\/\/([^/?#]+)/i.exec(address)?.[1]?.toLowerCase()
}

/** The distinct hosts of the http(s) links. */
export function linkedHosts(tags: OpenTag[]): string[] {
  return collect(tags, 'a', ({ href = '' }) => hostOfAddress(href))
}

/** The distinct URLs of the http(s) links. */
export function linkedAddresses(tags: OpenTag[]): string[] {
  return collect(tags, 'a', ({ href }) => (href && hostOfAddress(href) ? href : undefined))
}

/**
 * The attributes of an affiliate link: a link to one of `hosts`, of a program, or with `rel="sponsored"`. Undefined for any
 * other.
 */
export function affiliateLink(
  attributes: Attributes,
  hosts: ReadonlySet<string>,
  isOfProgram: (url: string) => boolean = () => false,
): AffiliateLink | undefined {
  const { href = '', rel = '', target: _target, ...rest } = attributes
  const host = hostOfAddress(href)
  if (!host) return undefined
  if (!(hosts.has(host) || rel.toLowerCase().split(/\s+/).includes('sponsored') || isOfProgram(href))) return undefined
  return { href, ...rest, target: '_blank', rel: affiliateRel }
}

type AffiliateLink = Attributes & { href: string }
