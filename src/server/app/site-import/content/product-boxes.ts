import { BLOCK, COMPARED_MAX, PRODUCTS_MAX } from '../../../../contract/content/blocks.ts'
import { isRefusedPicture } from '../../../../contract/platform/refused-pictures.ts'
import { recogniseLink } from '../../../../contract/shop/recognise-link.ts'
import { element, findAll, type HtmlElement, type HtmlNode, hasClass, textIn } from './html-tree.ts'
import { type Builder, type FoundProduct, type Lines, link, trimEnds } from './inline-content.ts'

/** Boxes of plugins as they are stored in texts, each about one product. */
const boxClass = /^(?:aawp-product|lasso-container|lasso-display|easyazon-block)$/

/** Whether the element is a box of products: of a plugin, or written for a shortcode. */
export const isProductBox = (node: HtmlElement) =>
  node.attributes['data-import'] === 'product' || hasClass(node, boxClass)

type Boxed = { anchor: HtmlElement; name: string; picture: string }

/** A margin note on the product of a box, or a row of several; links to those that become none. */
export function productBox(node: HtmlElement, builder: Builder, lines: Lines): HtmlNode[] {
  const inner = findAll(node.children, (each) => hasClass(each, /^(?:aawp-product|lasso-display)$/))
  if (inner.length > 1) return inner.flatMap((each) => productBox(each, builder, lines))
  const boxed = node.attributes['data-import'] === 'product' ? anchorsOf(node).map(toBoxed) : pluginBox(node)
  if (boxed.length === 0) {
    builder.report('A product box of a plugin was left out')
    return []
  }
  const found: FoundProduct[] = []
  const links: HtmlNode[] = []
  for (const { anchor, name, picture } of boxed) {
    const url = anchor.attributes.href ?? ''
    const { 'data-id': id, 'data-ref': ref, title } = anchor.attributes
    if (id !== undefined && !builder.link({ id })) {
      builder.report(`A product box of Lasso (${ref || id}) was left out`)
      continue
    }
    // Plugins that read names from Amazon store none.
    const heading = name === '' && boxed.length === 1 && builder.heading
    const known = { ...(id !== undefined && { id }), ...(heading && { heading }) }
    const product = builder.product({ ...known, url, name, picture, isBox: true })
    if (product) {
      if (!found.some(({ id }) => id === product.id)) found.push(product)
      continue
    }
    const words = name || title || (isAmazon(url) ? 'See it on Amazon' : 'See the product')
    builder.report(`A product box became a link: “${name || url}”`)
    // Whatever its shop is, a box earns.
    const paid = { ...anchor, attributes: { ...anchor.attributes, rel: 'sponsored' } }
    links.push(element('p', {}, [link(paid, [words], builder)]))
  }
  builder.heading = ''
  const [first] = found
  if (found.length === 1) builder.report(`A product box became a note on “${first!.name}”`)
  else if (first) builder.report(`A box of ${found.length} products became a row or a table of them`)
  const isTable = 'data-table' in node.attributes
  return [...toBlock(found, builder.blocks(wordsOf(node), lines), isTable), ...links]
}

/** A card about a product with parts that every text can have: those stay where it becomes no product. */
export function productCard({ children }: HtmlElement, builder: Builder, lines: Lines): HtmlNode[] {
  const part = (...names: string[]) => findAll(children, ({ name }) => names.includes(name))
  const [link] = part('p').filter(({ attributes }) => attributes[BLOCK] === 'button')
  const url = findAll(link?.children ?? [], ({ name }) => name === 'a')[0]?.attributes.href ?? ''
  const name = textIn(part('h3')[0]?.children ?? [])
  const picture = part('img')[0]?.attributes.src ?? ''
  const product = builder.product({ url, name, picture: isRefusedPicture(picture) ? '' : picture, isBox: true })
  if (!product) {
    builder.report('A product card became a heading, its text and a button')
    return builder.blocks(children, lines)
  }
  builder.report(`A product card became a note on “${product.name}”`)
  return toBlock([product], builder.blocks(part('div'), lines), false)
}

function toBlock(products: readonly FoundProduct[], words: HtmlNode[], isTable: boolean): HtmlNode[] {
  const [first] = products
  if (!first) return words
  if (products.length === 1) return [element('aside', { [BLOCK]: 'note', 'data-product-id': String(first.id) }, words)]
  const block = isTable && products.length <= COMPARED_MAX ? 'comparison' : 'products'
  const ids = products.map(({ id }) => id)
  const rows: HtmlNode[] = []
  for (let from = 0; from < ids.length; from += PRODUCTS_MAX)
    rows.push(element('div', { [BLOCK]: block, 'data-product-ids': ids.slice(from, from + PRODUCTS_MAX).join() }, []))
  return [...rows, ...words]
}

const isAmazon = (url: string) => recogniseLink(url)?.network === 'amazon'

const anchorsOf = ({ children }: HtmlElement) =>
  findAll(children, ({ name, attributes }) => name === 'a' && Boolean(attributes.href ?? attributes['data-id']))

const toBoxed = (anchor: HtmlElement): Boxed => ({ anchor, name: textIn(anchor.children), picture: '' })

/** Words on buttons of boxes, which do not name the product. */
const buttonWords = /^(?:buy|shop|get|check|view|see|read|learn|show|order|go to|more|details?|price)\b/i

function pluginBox(node: HtmlElement): Boxed[] {
  const anchors = anchorsOf(node)
  const [title] = findAll(node.children, (each) => hasClass(each, /(?:^|[-_])title$/))
  const words = textIn(title?.children ?? [])
  const isNamed = (anchor: HtmlElement) => textIn(anchor.children) !== ''
  const anchor =
    anchors.find((each) => words !== '' && textIn(each.children) === words) ??
    anchors.find((each) => isNamed(each) && !buttonWords.test(textIn(each.children))) ??
    anchors.find(isNamed) ??
    anchors[0]
  if (!anchor) return []
  const [image] = findAll(node.children, ({ name }) => name === 'img')
  const { src = '', 'data-src': late, alt = '' } = image?.attributes ?? {}
  const picture = late || src
  const linkWords = textIn(anchor.children)
  return [
    {
      anchor,
      name:
        words ||
        node.attributes['data-aawp-product-title'] ||
        (buttonWords.test(linkWords) ? '' : linkWords) ||
        anchor.attributes.title ||
        alt,
      picture: picture.startsWith('data:') || isRefusedPicture(picture) ? '' : picture,
    },
  ]
}

/** The owner's words in a box. The lists in boxes of AAWP are Amazon's, which may not be copied. */
function wordsOf({ attributes, children }: HtmlElement): HtmlNode[] {
  if (attributes['data-import'] === 'product') return findAll(children, ({ name }) => name === 'p')
  return trimEnds(
    findAll(children, (each) => hasClass(each, /^lasso(?:-lite)?-description$/)).flatMap((each) => each.children),
  )
}
