import type { LinkHop } from '../../../contract/shop/links.ts'

/** A response of a check; `cookies` are the values that it set, for parameters that a shop keeps in a cookie. */
export type Hop = LinkHop & { cookies: string }

/** Parameters that credit the publisher at shops with a program of their own; those of networks are never requested. */
const parameters = ['aff', 'affid', 'aff_id', 'affiliate', 'affiliate_id', 'a_aid', 'campid', 'rfsn', 'sca_ref']

/**
 * Whether a parameter that credits the publisher is on the way to the shop, but neither in the URL where the redirects end nor
 * in a cookie. Only redirects within one shop are compared: another host consumes its own parameters.
 */
export function isTagLost(hops: readonly Hop[]): boolean {
  const last = hops.at(-1)
  if (!last || hops.length < 2 || !URL.canParse(last.url)) return false
  const end = new URL(last.url)
  return hops.slice(0, -1).some((hop, index) => {
    const url = new URL(hop.url)
    if (!isSameShop(url.hostname, end.hostname)) return false
    const cookies = hops.slice(index).map((later) => later.cookies)
    return tagsOf(url).some((value) => !holds(end, value) && !cookies.some((cookie) => cookie.includes(value)))
  })
}

/** The values of the parameters of a URL that credit the publisher. */
function tagsOf(url: URL): string[] {
  return [...url.searchParams].flatMap(([name, value]) =>
    value !== '' && parameters.includes(name.toLowerCase()) ? [value] : [],
  )
}

/** Whether a value is in the query or the path, also as a part of another parameter. */
function holds(url: URL, value: string): boolean {
  return [url.pathname, url.hash, ...url.searchParams.values()].some((part) => part.includes(value))
}

/** One host, or a subdomain of the other. */
export function isSameShop(one: string, other: string): boolean {
  const [a, b] = [bare(one), bare(other)]
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)
}

function bare(host: string): string {
  return host.replace(/^(?:www|m|smile)\./, '')
}
