import type { NewsletterNode } from '../../../contract/newsletter-mail.ts'
import type { Db } from '../../platform/db/schema.ts'
import { readProgramLinks } from '../../shop/earnings/programs/programs.repo.ts'
import { findActiveProducts } from '../../shop/products/products.repo.ts'
import type { Attributes } from '../rich-text/html-tokens.ts'
import { openTags, parseHtml } from '../rich-text/html-tokens.ts'
import { productHref } from '../rich-text/product-parts.ts'
import { renderBodies } from '../rich-text/render-body.ts'
import { toNewsletterTree } from './newsletter-tree.ts'

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
  origin: string
  now: Date
}

export type NewsletterBody = {
  nodes: NewsletterNode[]
  /** Affiliate links that the rules of their program forbid in mails, as they were written. */
  replacedLinks: { url: string; program: string }[]
}

/** The stored body of a newsletter as its blocks are now, with the links that mails may carry and the disclosure. */
export async function readNewsletterBody(db: Db, options: NewsletterBodyOptions): Promise<NewsletterBody> {
  const { newsletterId, post, sourcePost, origin, now } = options
  const { content, linkIngredients } = post
  const [[rendered], programs] = await Promise.all([
    renderBodies(db, [{ id: newsletterId, content, linkIngredients }], 'newsletter'),
    readProgramLinks(db, now),
  ])
  const html = rendered!.content
  const pages = await findProductPages(db, html)
  const replaced = new Map<string, string>()
  const disclosures = new Set<string>()
  const nodes = toNewsletterTree(html, origin, (attributes) => {
    const { href = '' } = attributes
    if (!attributes['data-affiliate']) return { href: absolute(href, origin), isAffiliate: false }
    const rule = programs.mailRuleOf(href)
    if (!rule?.replacesMailLinks) {
      if (rule?.disclosure) disclosures.add(rule.disclosure)
      return { href, isAffiliate: true }
    }
    replaced.set(href, rule.name)
    const page = sourcePost ? `/blog/${encodeURIComponent(sourcePost.slug)}` : pages.get(attributes['data-product-id'])
    return { href: origin + (page ?? '/'), isAffiliate: false }
  })
  return {
    nodes: withDisclosure(nodes, [...disclosures].sort(), origin),
    replacedLinks: [...replaced].map(([url, program]) => ({ url, program })),
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

/** Undefined for a fragment, which belongs to no page in a mail. */
function absolute(href: string, origin: string): string | undefined {
  if (href.startsWith('/')) return origin + href
  return /^(?:https?:|mailto:|tel:)/i.test(href) ? href : undefined
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
