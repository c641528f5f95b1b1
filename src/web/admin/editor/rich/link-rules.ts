import { mailtoUrl } from '../../../../contract/audience/mailto-url.ts'
import { isOwnPath, isWebUrl } from '../../../../contract/platform/urls.ts'

/** The attributes of an affiliate link. */
export const AFFILIATE = { rel: 'sponsored nofollow noopener', target: '_blank' } as const

export function isAffiliateRel(rel: string | null | undefined): boolean {
  return /\bsponsored\b/.test(rel ?? '')
}

/** True if the URL's host is one of `hosts` or a subdomain of one. */
export function isAffiliateHost(url: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
}

/** Adds the missing scheme: https for `shop.example/x` and `//shop.example/x`, mailto for `a@b.example`, none for `/blog`. */
export function completeUrl(typed: string): string {
  const text = typed.trim()
  if (text.startsWith('//')) return `https:${text}`
  if (text === '' || /^(?:[a-z][a-z0-9+.-]*:|[/#?])/i.test(text)) return text
  return /^[^\s/@]+@[^\s/@]+\.[^\s/@]+$/.test(text) ? mailtoUrl(text) : `https://${text}`
}

/** True for the URLs that content may link to. */
export function isSafeUrl(url: string): boolean {
  return isWebUrl(url) || isOwnPath(url) || /^(?:mailto:|tel:|sms:|#)[^\s]+$/i.test(url)
}
