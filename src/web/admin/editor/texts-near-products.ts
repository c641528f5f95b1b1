import { recogniseLink } from '../../../contract/shop/recognise-link.ts'
import { isAffiliateRel } from './rich/link-rules.ts'
import { parseHtmlFragment } from './rich/parse-html-fragment.ts'

/** Elements that hold other blocks. */
const containers = 'div, section, aside, ul, ol, dl, table, thead, tbody, tr, details, figure, blockquote, li'
const products = '[data-product-id], [data-product-ids]'
/** Blocks of advice, which name conditions without a claim. */
const unclaiming = '[data-block="doctor"], [data-block="patch-test"]'

/** The texts of blocks with a product or an affiliate link, and of the blocks before and after each. */
export function textsNearProducts(html: string): string[] {
  if (!/<a\b|data-product-id/i.test(html)) return []
  const blocks = [...parseHtmlFragment(html).children].flatMap(leavesOf)
  const isNear = (at: number) => [at - 1, at, at + 1].some((index) => blocks[index]?.sells)
  return blocks.flatMap(({ text }, at) => (isNear(at) ? [text] : []))
}

type Leaf = { text: string; sells: boolean }

function leavesOf(element: Element): Leaf[] {
  if (element.matches(unclaiming)) return []
  const isProduct = element.matches(products)
  if (!isProduct && hasBlocks(element)) return [...element.children].flatMap(leavesOf)
  return [{ text: textOf(element), sells: isProduct || [...element.querySelectorAll('a')].some(earns) }]
}

function hasBlocks(element: Element): boolean {
  return [...element.children].some((child) => child.matches(`${containers}, p, h2, h3, h4, h5, h6`))
}

function textOf(element: Element): string {
  return hasBlocks(element) ? [...element.children].map(textOf).join(' ') : (element.textContent ?? '')
}

function earns(link: Element): boolean {
  if (isAffiliateRel(link.getAttribute('rel'))) return true
  const { network = 'generic' } = recogniseLink(link.getAttribute('href') ?? '') ?? {}
  return network !== 'generic'
}
