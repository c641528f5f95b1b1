import { IMPACT_TAG, type MetaTag } from './meta-attributes.ts'

/** Meta tags by which services recognise the owner's site, apart from the schemas, to keep zod out of readers' bundles. */

export const verificationServices = {
  google: {
    label: 'Google',
    tag: 'google-site-verification',
    where: 'Search Console: Settings > Ownership verification > HTML tag.',
  },
  bing: {
    label: 'Bing',
    tag: 'msvalidate.01',
    where: 'Bing Webmaster Tools: Settings > Verify ownership > HTML meta tag.',
  },
  pinterest: {
    label: 'Pinterest',
    tag: 'p:domain_verify',
    where: 'Pinterest: Settings > Claimed accounts > Websites > Claim > Add HTML tag.',
  },
  facebook: {
    label: 'Facebook',
    tag: 'facebook-domain-verification',
    where: 'Meta Business settings: Brand safety > Domains > Meta-tag verification.',
  },
  impact: {
    label: 'Impact',
    tag: IMPACT_TAG,
    where: 'Impact: Settings > Media properties > your site > Verify.',
  },
} as const

export type VerificationService = keyof typeof verificationServices
export const verificationServiceNames = Object.keys(verificationServices) as VerificationService[]

/** Returns the names and contents of the meta tags of a page. */
export function readMetaTags(html: string): MetaTag[] {
  return [...html.matchAll(/<meta\b(?:[^>"']|"[^"]*"|'[^']*')*>/gi)].flatMap(([tag]) => readMetaTag(tag) ?? [])
}

/**
 * Reads one meta tag in any spelling: quotes of any kind, attributes in any order, self-closed, upper case, or with its
 * characters escaped. Undefined for another text.
 */
export function readMetaTag(text: string): MetaTag | undefined {
  const attributes = /^<meta\b([\s\S]*?)\/?>/i.exec(withPlainQuotes(unescapedTag(text.trim())))?.[1]
  if (attributes === undefined) return undefined
  const values = new Map<string, string>()
  for (const found of attributes.matchAll(/([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)) {
    const [, key = '', double, single, bare] = found
    values.set(key.toLowerCase(), unescaped(double ?? single ?? bare ?? '').trim())
  }
  const name = values.get('name')
  const content = values.get('content') ?? values.get('value')
  return name === undefined || content === undefined ? undefined : { name: name.toLowerCase(), content }
}

/** A text that was escaped as a whole, as when it is copied from a page's source. */
function unescapedTag(text: string): string {
  return /^&(?:lt|#60|#x3c);/i.test(text) ? unescaped(text) : text
}

/** Word processors and chats replace quotes by typographical ones. */
function withPlainQuotes(text: string): string {
  return text.replace(/[\u201c-\u201f\u2033\u00ab\u00bb]/g, '"').replace(/[\u2018-\u201b\u2032]/g, "'")
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", colon: ':', period: '.', amp: '&' }

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,5})|([a-z]+));/gi, (entity, decimal, hex, name) => {
    if (name) return entities[name.toLowerCase()] ?? entity
    const code = Number.parseInt(hex ?? decimal, hex ? 16 : 10)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
  })
}
