import type { readProgramLinks } from '../../shop/earnings/programs/programs.repo.ts'
import { endTag, escapeText, findCloseTags, parseHtml, startTag, type Token } from './html-tokens.ts'
import { screenParts } from './product-parts.ts'

/** The words of a button that leads to a page of the site instead of a shop, by that page. */
export const replacementWords = {
  post: 'See it in the post',
  product: 'See it on the site',
  newsletter: 'See it in the browser',
} as const

type Programs = Pick<Awaited<ReturnType<typeof readProgramLinks>>, 'replacesFeedLink' | 'sentenceOf'>

/** The page of an item that a feed has. */
type FeedPage = { url: string; words: string }

/**
 * The HTML of an item of a feed: affiliate links whose program allows none in feeds lead to the page of the item, and the
 * sentences that programs require stand at its end.
 */
export function toFeedHtml(html: string, page: FeedPage, programs: Programs): string {
  const tokens = withoutScreenParts(parseHtml(html))
  const sentences = new Set<string>()
  let result = ''
  /** The words that stand for the text of the open link; undefined where its own stays. */
  let instead: string | undefined
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'text') {
      if (instead === undefined) result += escapeText(token.text)
      continue
    }
    if (token.kind === 'close') {
      if (token.name === 'a' && instead !== undefined) result += escapeText(instead)
      if (token.name === 'a') instead = undefined
      if (instead === undefined) result += endTag(token.name)
      continue
    }
    if (instead !== undefined) continue
    const { name, attributes } = token
    const { href = '', 'data-affiliate': placement, 'aria-label': label } = attributes
    const isLink = name === 'a' && placement !== undefined
    if (isLink && programs.sentenceOf(href)) sentences.add(programs.sentenceOf(href))
    if (!isLink || !programs.replacesFeedLink(href)) {
      result += startTag(name, attributes)
      continue
    }
    if (placement !== 'post-text' || namesAddress(tokens, at)) instead = page.words
    result += startTag(name, {
      href: page.url,
      'aria-label': label?.replace(/^[^:]*/, page.words).replace(' (opens in a new tab)', ''),
    })
  }
  return result + [...sentences].map((sentence) => `<p>${escapeText(sentence)}</p>`).join('')
}

function withoutScreenParts(tokens: Token[]): Token[] {
  const closes = findCloseTags(tokens)
  let until = -1
  return tokens.filter((token, at) => {
    if (at > until && token.kind === 'open' && screenParts.has(token.attributes['data-part'] ?? '')) until = closes[at]!
    return at > until
  })
}

/** Whether the text of a link spells the address of a shop. */
function namesAddress(tokens: readonly Token[], from: number): boolean {
  let text = ''
  for (let at = from + 1; at < tokens.length; at++) {
    const token = tokens[at]
    if (!token || (token.kind === 'close' && token.name === 'a')) break
    if (token.kind === 'text') text += token.text
  }
  return /\S\.[a-z]{2,}\/\S|https?:\/\/|www\./i.test(text)
}
