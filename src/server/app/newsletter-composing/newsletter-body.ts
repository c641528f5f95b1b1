import type { NewsletterNode } from '../../../contract/audience/newsletter-mail.ts'
import type { LabelWords } from '../../../contract/content/label-words.ts'
import type { Labelled } from '../../../contract/content/post-labels.ts'
import { readLabelWords } from '../../accounts/settings/label-words.repo.ts'
import type { Attributes } from '../../content/rich-text/html-tokens.ts'
import { openTags, parseHtml } from '../../content/rich-text/html-tokens.ts'
import { productHref } from '../../content/rich-text/product-parts.ts'
import { renderBodies } from '../../content/rich-text/render-body.ts'
import type { Db } from '../../platform/db/schema.ts'
import { readProgramLinks } from '../../shop/earnings/programs/programs.repo.ts'
import { findActiveProducts } from '../../shop/products/products.repo.ts'
import { createMailLinks, type MailLinks, type ReplacedLink, type UnansweredLink } from './mail-links.ts'
import { toNewsletterTree } from './newsletter-tree.ts'
import { rewriteNote, rewriteTexts } from './rewrite-texts.ts'
import { findTextLinks } from './text-addresses.ts'

type NewsletterPost = Partial<Labelled> & {
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
  note: NewsletterNode[]
  /** The title above it. */
  title: string
  preview: string
  /** The words of its label; undefined without one. */
  kicker: string | undefined
  replacedLinks: ReplacedLink[]
  unansweredLinks: UnansweredLink[]
}

/** The stored body of a newsletter as its blocks are now, with the links that mails may carry and the disclosure. */
export async function readNewsletterBody(db: Db, options: NewsletterBodyOptions): Promise<NewsletterBody> {
  const { newsletterId, post, sourcePost, note = '', hasPage, origin, now } = options
  const [[rendered], programs, words] = await Promise.all([
    renderBodies(db, [bodyOf(newsletterId, post)], 'newsletter'),
    readProgramLinks(db, now),
    readLabelWords(db),
  ])
  const html = rendered!.content
  const written = parseHtml(html).map((token) => (token.kind === 'text' ? token.text : '\n'))
  const links = createMailLinks({
    origin,
    programs,
    sourcePost,
    hasPage,
    productPages: await findProductPages(db, html),
    textLinks: await findTextLinks(db, newsletterId, [written.join(''), note, ...programs.disclosures]),
  })
  const rules = { ...links, hasPage }
  const body = {
    nodes: rewriteTexts(toNewsletterTree(html, origin, links.toLink), rules),
    note: rewriteNote(note, rules),
  }
  const { kicker } = rendered!
  const preview = links.cleanText(post.excerpt)
  return {
    ...withDisclosure(body, { links, words, origin }),
    title: links.cleanText(post.title),
    preview: [kicker, preview].filter(Boolean).join(': '),
    kicker,
    replacedLinks: links.listReplaced(),
    unansweredLinks: links.listUnanswered(),
  }
}

type Body = Partial<Labelled> & { id: number; content: string; linkIngredients: boolean | undefined; kicker?: string }

function bodyOf(id: number, { content, linkIngredients, label, labelBrand, labelSentence }: NewsletterPost): Body {
  return { id, content, linkIngredients, label, labelBrand, labelSentence }
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

type Parts = Pick<NewsletterBody, 'nodes' | 'note'>

/** Puts the disclosure above the note if that holds an affiliate link, else before the part of the body that holds the first. */
function withDisclosure({ nodes, note }: Parts, disclosing: Disclosing): Parts {
  const isAfterOpening = nodes.some((node) => isOpening(node))
  if (note.some(holdsAffiliateLink)) return { nodes, note: [toDisclosure(disclosing, false), ...note] }
  const first = nodes.findIndex(holdsAffiliateLink)
  if (first < 0) return { nodes, note }
  return {
    nodes: [...nodes.slice(0, first), toDisclosure(disclosing, isAfterOpening), ...nodes.slice(first)],
    note,
  }
}

type Disclosing = { links: MailLinks; words: LabelWords; origin: string }

/** Whether a node is the sentence of a label. */
function isOpening(node: NewsletterNode): boolean {
  return typeof node !== 'string' && node.kind === 'element' && node.part === 'opening'
}

function toDisclosure({ links, words, origin }: Disclosing, isAfterOpening: boolean): NewsletterNode {
  const { disclosures, toNodes } = links
  const how: NewsletterNode = {
    kind: 'element',
    name: 'a',
    href: `${origin}/affiliate-disclosure`,
    children: [words.how],
  }
  const sentences = new Map<string, NewsletterNode[]>()
  // A link of a sentence may add the sentence of its own program.
  for (const sentence of disclosures) sentences.set(sentence, toNodes(sentence))
  const sorted = [...sentences].sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    kind: 'block',
    name: 'disclosure',
    children: [
      `${words.affiliateOf('newsletter', isAfterOpening)} `,
      how,
      ...sorted.flatMap(([, said]) => ['. ', ...said]),
    ],
  }
}

function holdsAffiliateLink(node: NewsletterNode): boolean {
  if (typeof node === 'string' || node.kind === 'picture') return false
  return (node.kind === 'element' && node.isAffiliate === true) || node.children.some(holdsAffiliateLink)
}
