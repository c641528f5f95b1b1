import { type Attributes, endTag, openTags, parseHtml, startTag } from '../../content/rich-text/html-tokens.ts'
import { renderBodies } from '../../content/rich-text/render-body.ts'
import type { Db } from '../../platform/db/schema.ts'

/** A part of a text, with its URL if it is an address. */
export type TextPart = { text: string; url?: string }

/**
 * An address as mail programs recognise it in a text: with a scheme, with `www.`, or a host with a path. Labels are as short as DNS
 * allows and ten at most, so that a long text without blanks takes linear time.
 */
const addresses = /(?:https?:\/\/|www\.|(?:[a-z\d-]{1,63}\.){1,10}[a-z]{2,63}\/)[^\s<>"“”]+/gi

/** Splits a text at the addresses that mail programs turn into links. */
export function splitAddresses(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(addresses)) {
    const [address] = /^.*[^.,;:!?)\]'’]/.exec(found) ?? [found]
    const url = /^https?:/i.test(address) ? address : `https://${address}`
    parts.push({ text: text.slice(from, index) }, { text: address, url })
    from = index + address.length
  }
  parts.push({ text: text.slice(from) })
  return parts.filter((part) => part.text !== '')
}

/** The affiliate links among the addresses of texts by their URLs, with the attributes that links of the body have. */
export async function findTextLinks(db: Db, newsletterId: number, texts: string[]): Promise<Map<string, Attributes>> {
  const urls = new Set(texts.flatMap(splitAddresses).flatMap(({ url }) => (url && !breaksField(url) ? url : [])))
  if (urls.size === 0) return new Map()
  const content = [...urls].map((url) => startTag('a', { href: url, 'data-url': url }) + endTag('a')).join('')
  const [rendered] = await renderBodies(db, [{ id: newsletterId, content }], 'newsletter')
  return new Map(
    openTags(parseHtml(rendered!.content)).flatMap(({ attributes }) => {
      const { 'data-url': url, 'data-affiliate': isAffiliate } = attributes
      return url && isAffiliate ? [[url, attributes] as const] : []
    }),
  )
}

/** Whether a merge field begins or ends within an address, such as one in a fallback. */
const breaksField = (url: string) => /\{\{|\}\}/.test(url.replace(/\{\{[^{}]*\}\}/g, ''))
