import type { LabelledKind, LabelWords } from '../../../contract/content/label-words.ts'
import { type Labelled, unlabelled } from '../../../contract/content/post-labels.ts'
import type { Product } from '../../../contract/shop/products.ts'
import { escapeText, openTags, startTag, type Token } from './html-tokens.ts'
import { findReferences } from './references.ts'

/** The sentences of a body about brands and links. */
export type BodyLabels = {
  /** Opens the body; undefined for none. */
  opening: string | undefined
  /** Before the first affiliate link. */
  affiliate: string
  words: LabelWords
}

/** The labels of a body with its products; a product that the owner got for nothing makes a sentence of its own. */
export function bodyLabels(
  body: Token[],
  { label, labelBrand, labelSentence }: Partial<Labelled>,
  { words, products, kind }: { words: LabelWords; products: ReadonlyMap<number, Product>; kind: LabelledKind },
): BodyLabels {
  const shown = findReferences(openTags(body)).product.flatMap((id) => products.get(id)?.facts.obtained ?? [])
  const count = (way: string) => shown.filter((obtained) => obtained === way).length
  const opening = words.openingOf(
    {
      label: label ?? unlabelled.label,
      labelBrand: labelBrand ?? '',
      labelSentence: labelSentence ?? '',
    },
    { gifted: count('gifted'), sponsored: count('sponsored') },
  )
  return { opening, affiliate: words.affiliateOf(kind, opening !== undefined), words }
}

/**
 * A rendered body with its labels, which stand before the first link of each kind. `firstLink` is where the element begins that
 * holds the first affiliate link. A mail writes the sentence about links itself, since its rules may replace them.
 */
export function withLabels(
  html: string,
  { opening, affiliate, words }: BodyLabels,
  { firstLink, isMail }: { firstLink: number | undefined; isMail: boolean },
): string {
  const labelled = (text: string) => (words.link === '' ? text : withLinkLabels(text, words.link, isMail))
  const how = `${escapeText(affiliate)} <a href="/affiliate-disclosure">${escapeText(words.how)}</a>`
  const paragraph = (part: string, text: string) =>
    `${startTag('p', { 'data-part': part, lang: words.language })}${text}</p>`
  if (isMail) return (opening === undefined ? '' : paragraph('opening', escapeText(opening))) + labelled(html)
  if (opening !== undefined) {
    const said = `<span data-part="opening">${escapeText(opening)}</span>`
    return paragraph('disclosure', firstLink === undefined ? said : `${said} ${how}`) + labelled(html)
  }
  if (firstLink === undefined) return html
  return labelled(html.slice(0, firstLink)) + paragraph('disclosure', how) + labelled(html.slice(firstLink))
}

/**
 * Puts a word at the end of each affiliate link, and on a page into its accessible name, as text: the server has written all
 * attributes in double quotes, with `>` escaped.
 */
function withLinkLabels(html: string, word: string, isMail: boolean): string {
  const text = escapeText(word)
  const attribute = text.replaceAll('"', '&quot;')
  return html.replace(/(<a [^>]*\sdata-affiliate="[^>]*>)(.*?)<\/a>/gs, (_, tag: string, content: string) => {
    const named = isMail ? tag : tag.replace(/\saria-label="[^"]*/, (name) => `${name}, ${attribute}`)
    return `${named}${content} <small data-part="label-word">${text}</small></a>`
  })
}
