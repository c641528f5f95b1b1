import type { NewsletterNode } from '../../../contract/newsletter-mail.ts'
import type { Db } from '../../platform/db/schema.ts'
import { readProgramLinks } from '../../shop/earnings/programs/programs.repo.ts'
import { findActiveProducts } from '../../shop/products/products.repo.ts'
import type { Attributes } from '../rich-text/html-tokens.ts'
import { openTags, parseHtml } from '../rich-text/html-tokens.ts'
import { productHref } from '../rich-text/product-parts.ts'
import { renderBodies } from '../rich-text/render-body.ts'
import { createMailLinks, type ReplacedLink } from './mail-links.ts'
import { toNewsletterTree } from './newsletter-tree.ts'
import { settleNote, settleTexts } from './settle-texts.ts'

type NewsletterPost = {
  title: string
  /** The text after the subject in lists of mails. */
  excerpt: string
  content: string
  /** False leaves the ingredients that the text names without links. */
  linkIngredients?: boolean
}

export type NewsletterBodyOptions = {
  newsletterId: number
  post: NewsletterPost
  /** The published post that the newsletter was made of. */
  sourcePost?: { slug: string }
  /** The owner's own text above a post; an empty line begins a paragraph. */
  note?: string
  /** Whether the newsletter is a page too. */
  hasPage: boolean
  origin: string
  now: Date
}

export type NewsletterBody = {
  nodes: NewsletterNode[]
  /** Paragraphs of the owner above it. */
  note: string[]
  preview: string
  replacedLinks: ReplacedLink[]
}

/** The stored body of a newsletter as its blocks are now, with the links that mails may carry and the disclosure. */
export async function readNewsletterBody(db: Db, options: NewsletterBodyOptions): Promise<NewsletterBody> {
  const { newsletterId, post, sourcePost, note = '', hasPage, origin, now } = options
  const { content, linkIngredients } = post
  const [[rendered], programs] = await Promise.all([
    renderBodies(db, [{ id: newsletterId, content, linkIngredients }], 'newsletter'),
    readProgramLinks(db, now),
  ])
  const html = rendered!.content
  const links = createMailLinks({
    origin,
    programs,
    sourcePost,
    hasPage,
    productPages: await findProductPages(db, html),
  })
  const texts = { ...links, hasPage }
  const nodes = settleTexts(toNewsletterTree(html, origin, links.toLink), texts)
  return {
    nodes: withDisclosure(nodes, [...links.disclosures].sort(), origin),
    note: settleNote(note, texts),
    preview: links.cleanText(post.excerpt),
    replacedLinks: links.listReplaced(),
  }
}

/** The paths of the products that affiliate links name, by the id as it stands in the HTML. */
async function findProductPages(db: Db, html: string): Promise<Map<string | undefined, string>> {
  const ids = openTags(parseHtml(html)).flatMap(({ attributes }) => productIdOf(attributes))
  if (ids.length === 0) return new Map()
  const products = await findActiveProducts(db, { ids: [...new Set(ids)], affiliateLinks: [] })
  return new Map(products.map((product) => [String(product.id), productHref(product)]))
}

function productIdOf(attributes: Attributes): number[] {
  const id = Number(attributes['data-affiliate'] && attributes['data-product-id'])
  return id > 0 ? [id] : []
}

/** Puts the disclosure before the part of the newsletter that holds the first affiliate link. */
function withDisclosure(nodes: NewsletterNode[], sentences: string[], origin: string): NewsletterNode[] {
  const first = nodes.findIndex(holdsAffiliateLink)
  if (first < 0) return nodes
  const how: NewsletterNode = {
    kind: 'element',
    name: 'a',
    href: `${origin}/affiliate-disclosure`,
    children: ['How this site earns money'],
  }
  const disclosure: NewsletterNode = {
    kind: 'block',
    name: 'disclosure',
    children: ['This newsletter contains affiliate links. ', how, ...sentences.map((sentence) => `. ${sentence}`)],
  }
  return [...nodes.slice(0, first), disclosure, ...nodes.slice(first)]
}

function holdsAffiliateLink(node: NewsletterNode): boolean {
  if (typeof node === 'string' || node.kind === 'picture') return false
  return (node.kind === 'element' && node.isAffiliate === true) || node.children.some(holdsAffiliateLink)
}
