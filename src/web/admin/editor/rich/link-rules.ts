import { type Editor, getMarkRange } from '@tiptap/core'
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

type FoundLink = { from: number; to: number; href: string; text: string; rel: string | null; isNew: boolean }

/** The link at the cursor, or a new one over the selection. */
export function readLink(editor: Editor): FoundLink {
  const { doc, selection, schema } = editor.state
  const range = getMarkRange(selection.$from, schema.marks.link!)
  const { from, to } = range ?? selection
  const { href = '', rel = null } = range
    ? (editor.getAttributes('link') as { href?: string; rel?: string | null })
    : {}
  return { from, to, href: href ?? '', rel, text: doc.textBetween(from, to, ' '), isNew: !range }
}

export function writeLink(
  editor: Editor,
  { from, to, href, text, rel, isAffiliate }: FoundLink & { isAffiliate: boolean },
): void {
  // Only the attributes of affiliate links are added and removed; others, such as a plain nofollow, stay.
  const cleared = isAffiliateRel(rel) ? { rel: null, target: null } : {}
  const attributes = { href, ...(isAffiliate ? AFFILIATE : cleared) }
  const isSameText = from !== to && text === editor.state.doc.textBetween(from, to, ' ')
  const chain = editor.chain().focus().setTextSelection({ from, to })
  if (isSameText) {
    chain.setMark('link', attributes).setTextSelection(to).run()
  } else {
    chain
      .insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: attributes }] })
      .unsetMark('link')
      .run()
  }
}

export function removeLink(editor: Editor, link: FoundLink): void {
  editor.chain().setTextSelection(link).unsetMark('link').run()
}
