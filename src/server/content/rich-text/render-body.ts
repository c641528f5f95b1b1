import type { Picture } from '../../../contract/pictures.ts'
import type { Product } from '../../../contract/products.ts'
import { mediaKey } from '../../../contract/urls.ts'
import type { Db } from '../../platform/db/schema.ts'
import { findAffiliateHosts } from '../../shop/products/affiliate-hosts.repo.ts'
import { findActiveProducts } from '../../shop/products/products.repo.ts'
import { findPictures } from '../images/images.repo.ts'
import { affiliateLink, linkedAddresses, linkedHosts } from './affiliate-links.ts'
import {
  type Attributes,
  collect,
  endTag,
  escapeText,
  type OpenTag,
  openTags,
  parseHtml,
  startTag,
  type Token,
} from './html-tokens.ts'
import { productBoxHtml } from './product-box.ts'
import { responsiveImage } from './responsive-images.ts'

/**
 * The public HTML of stored bodies: product boxes, responsive images and marked affiliate links, without class
 * attributes, `h1` and an 'Introduction' heading. Runs three queries at most, however many posts there are.
 */
export async function renderBodies<Post extends { content: string }>(db: Db, posts: Post[]): Promise<Post[]> {
  const bodies = posts.map((post) => parseHtml(post.content))
  const tags = bodies.flatMap(openTags)
  const [products, pictures, hosts] = await Promise.all([
    findActiveProducts(db, { ids: collect(tags, 'div', boxedId), affiliateLinks: linkedAddresses(tags) }),
    findPictures(
      db,
      collect(tags, 'img', ({ src = '' }) => mediaKey(src)),
    ),
    findAffiliateHosts(db, linkedHosts(tags)),
  ])
  const context: RenderContext = {
    byId: new Map(products.map((product) => [product.id, product])),
    idByLink: new Map(products.map((product) => [product.affiliateLink, product.id])),
    pictures: new Map(pictures.map((picture) => [picture.key, picture])),
    hosts,
  }
  return posts.map((post, index) => ({ ...post, content: renderBody(bodies[index]!, context) }))
}

type RenderContext = {
  byId: Map<number, Product>
  idByLink: Map<string, number>
  pictures: Map<string, Picture>
  hosts: Set<string>
}

function renderBody(tokens: Token[], context: RenderContext): string {
  let html = ''
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    const next = tokens[at + 1]
    const hiddenUntil = endOfHiddenHeading(tokens, at)
    const productId = token.kind === 'open' && token.name === 'div' ? boxedId(token.attributes) : undefined
    if (hiddenUntil !== undefined) {
      at = hiddenUntil
    } else if (productId !== undefined && next?.kind === 'close') {
      const product = context.byId.get(productId)
      html += product ? productBoxHtml(product) : ''
      at += 1
    } else {
      html += renderToken(token, context)
    }
  }
  return html
}

function renderToken(token: Token, context: RenderContext): string {
  switch (token.kind) {
    case 'text':
      return escapeText(token.text)
    case 'close':
      return endTag(token.name) + (token.name === 'table' ? '</section>' : '')
    case 'open':
      return renderTag(token, context)
  }
}

function renderTag({ name, attributes: { class: _class, ...attributes } }: OpenTag, context: RenderContext): string {
  switch (name) {
    case 'a':
      return startTag('a', linkAttributes(attributes, context))
    case 'img':
      return responsiveImage(attributes, context.pictures)
    case 'table':
      // The frame scrolls if the table is wider than the screen.
      return `<section class="table-frame" aria-label="Table" tabindex="0">${startTag('table', attributes)}`
    default:
      return startTag(name, attributes)
  }
}

/** Affiliate links carry what a click on them reports. */
function linkAttributes(attributes: Attributes, { hosts, idByLink }: RenderContext) {
  const link = affiliateLink(attributes, hosts)
  return link ? { ...link, 'data-affiliate': 'post-text', 'data-product-id': idByLink.get(link.href) } : attributes
}

function boxedId({ 'data-product-id': id = '' }: Attributes): number | undefined {
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined
}

/** The index of the close tag, if at `from` begins a heading that the page does not show. */
function endOfHiddenHeading(tokens: Token[], from: number): number | undefined {
  const heading = tokens[from]!
  if (heading.kind !== 'open' || !isHeading(heading.name)) return undefined
  if (heading.name === 'h1') return endOf(tokens, from, 'h1')
  let text = ''
  for (let at = from + 1; at < tokens.length; at++) {
    const token = tokens[at]!
    if (token.kind === 'text') text += token.text
    // A heading within a heading is shown; stopping here keeps the search linear.
    else if (isHeading(token.name))
      return token.kind === 'close' && text.trim().toLowerCase() === 'introduction' ? at : undefined
  }
  return undefined
}

/** The index of the close tag that belongs to the open tag at `from`. */
function endOf(tokens: Token[], from: number, name: string): number {
  let depth = 0
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at]!
    if (token.kind === 'text' || token.name !== name) continue
    depth += token.kind === 'open' ? 1 : -1
    if (depth === 0) return at
  }
  return tokens.length
}

const isHeading = (name: string) => /^h[1-6]$/.test(name)
