import { separatesWords } from '../../../contract/content/line-elements.ts'
import { parseHtml } from '../../content/rich-text/html-tokens.ts'

/** A price in a text, with the shop whose program forbids typed prices. */
export type TypedPrice = { price: string; shop: string }

/**
 * The prices that stand in one paragraph, list item or table row with a link to a shop that forbids typed prices. `shopOf`
 * returns the name of such a shop, undefined for other links.
 */
export function findTypedPrices(html: string, shopOf: (url: string) => string | undefined): TypedPrice[] {
  // Parsing a whole text takes a hundred times as long as finding that it has no price.
  const candidates = html.split(lineEnd).filter((part) => part.includes('<a ') && part.search(amount) >= 0)
  return candidates.flatMap(readLines).flatMap(({ text, hrefs }) => {
    const shop = hrefs.map(shopOf).find((name) => name !== undefined)
    return shop === undefined ? [] : (text.match(amount) ?? []).map((price) => ({ price: price.trim(), shop }))
  })
}

const codes = 'USD|EUR|GBP|CAD|AUD|CHF|SEK|NOK|DKK|PLN|JPY|INR'
const number = '\\d+(?:[.,]\\d+)*'
const amount = new RegExp(
  `(?:(?:\\b(?:US|CA|AU))?\\$|[€£¥₹]|\\b(?:${codes}))\\s?${number}|${number}\\s?(?:[€£¥₹]|(?:${codes}|dollars?|euros?|pounds?|kr|zł)\\b)`,
  'gu',
)

const lineEnd = /(?<=<\/(?:p|li|tr|h[1-6]|figcaption|blockquote)>)/

/** Cells belong to their row, and lines of an address or a poem to their paragraph. */
const withinLine = new Set(['td', 'th', 'br'])

function readLines(html: string): { text: string; hrefs: string[] }[] {
  const lines = [{ text: '', hrefs: [] as string[] }]
  for (const token of parseHtml(html)) {
    if (token.kind === 'text') lines.at(-1)!.text += token.text
    else if (withinLine.has(token.name)) lines.at(-1)!.text += ' '
    else if (separatesWords(token.name)) lines.push({ text: '', hrefs: [] })
    else if (token.kind === 'open' && token.name === 'a' && token.attributes.href)
      lines.at(-1)!.hrefs.push(token.attributes.href)
  }
  return lines
}
