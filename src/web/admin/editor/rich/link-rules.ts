/** What an affiliate link says of itself, and that it opens beside the article. */
export const AFFILIATE = { rel: 'sponsored nofollow noopener', target: '_blank' } as const

export function isAffiliateRel(rel: string | null | undefined): boolean {
  return /\bsponsored\b/.test(rel ?? '')
}

/** True for a link to one of `hosts` or below it: `shop.example` covers `www.shop.example`. */
export function isAffiliateHost(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { hostname } = new URL(address)
  return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
}

/** An address as it was meant: `shop.example/x` is on the web, `a@b.example` is a mailbox, `/blog` stays here. */
export function completeAddress(typed: string): string {
  const text = typed.trim()
  if (text === '' || /^(?:[a-z][a-z0-9+.-]*:|[/#?])/i.test(text)) return text
  return /^[^\s/@]+@[^\s/@]+\.[^\s/@]+$/.test(text) ? `mailto:${text}` : `https://${text}`
}

/** Addresses that a text may link to. */
export function isSafeAddress(address: string): boolean {
  return /^(?:https?:\/\/[^\s]+|mailto:[^\s]+|tel:[^\s]+|\/(?!\/)[^\s]*|#[^\s]+)$/i.test(address)
}
