import type { LabelledKind } from '../../../contract/content/label-words.ts'
import { openingOf } from '../../../contract/content/opening.ts'
import type { Picture } from '../../../contract/content/pictures.ts'
import type { Labelled } from '../../../contract/content/post-labels.ts'
import type { BlockList, BlockReview, ContentsEntry, Question } from '../../../contract/content/posts.ts'
import { isEnglish } from '../../../contract/platform/is-english.ts'
import { mediaKey } from '../../../contract/platform/urls.ts'
import { codeOfPlace, type LinkPlace } from '../../../contract/shop/link-places.ts'
import { placementCode, readPlacementCode } from '../../../contract/shop/placements.ts'
import type { Product } from '../../../contract/shop/products.ts'
import { readLabelWords } from '../../accounts/settings/label-words.repo.ts'
import { readProductWords } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { readProgramLinks } from '../../shop/earnings/programs/programs.repo.ts'
import { findAffiliateHosts } from '../../shop/products/affiliate-hosts.repo.ts'
import { findActiveProducts } from '../../shop/products/products.repo.ts'
import { findPictures } from '../images/images.repo.ts'
import { findIngredientNames, findIngredientsByIds } from '../ingredients/ingredient-names.repo.ts'
import { findRoutinesByIds } from '../routines/routines.repo.ts'
import { affiliateLink, hostOfAddress, linkedAddresses, linkedHosts } from './affiliate-links.ts'
import { findFigures, type RenderedFigure, renderBlockStart } from './block-html.ts'
import { type BodyLabels, bodyLabels, withLabels } from './body-labels.ts'
import { markEnglish } from './english-parts.ts'
import { findHeadings } from './headings.ts'
import {
  type Attributes,
  collect,
  endTag,
  escapeText,
  findCloseTags,
  type OpenTag,
  openTags,
  parseHtml,
  startTag,
  type Token,
} from './html-tokens.ts'
import { linkIngredients } from './link-ingredients.ts'
import { findLinkTargets, pathOf } from './link-targets.repo.ts'
import { type LiveData, resolveBlocks } from './live-blocks.ts'
import { readingMinutes } from './reading-time.ts'
import { findReferences } from './references.ts'
import { responsiveImage } from './responsive-images.ts'
import { findLists, findQuestions, findReviews } from './structured-data.ts'
import { findUprightRows } from './upright-rows.ts'

/**
 * The public HTML of stored bodies: blocks, product boxes, responsive images and marked affiliate links, without class
 * attributes, `h1` and an 'Introduction' heading; with the questions and answers of a body, its reviews and its lists. Runs
 * a fixed number of queries, however many posts there are: those for ingredients, routines, their pages and the author of
 * ratings only where a body names one.
 */
export async function renderBodies<Post extends Body>(db: Db, posts: Post[], kind: BodyKind = 'post'): Promise<Post[]> {
  const bodies = posts.map((post) => parseHtml(post.content))
  const tags = bodies.flatMap(openTags)
  const references = findReferences(tags)
  const hasBlocks = Object.values(references).some((ids) => ids.length > 0)
  const [products, pictures, hosts, dictionary, ingredients, routines, linkTargets, programs, productWords, words] =
    await Promise.all([
      findActiveProducts(db, { ids: references.product, affiliateLinks: linkedAddresses(tags) }),
      findPictures(
        db,
        collect(tags, 'img', ({ src = '' }) => mediaKey(src)),
      ),
      findAffiliateHosts(db, linkedHosts(tags)),
      findIngredientNames(db),
      findIngredientsByIds(db, references.ingredient),
      findRoutinesByIds(db, references.routine),
      findLinkTargets(db, tags),
      readProgramLinks(db),
      hasBlocks ? readProductWords(db) : { author: '', dates: undefined, language: undefined },
      readLabelWords(db),
    ])
  const shared = {
    products: byId(products),
    ingredients: byId(ingredients),
    routines: byId(routines),
    linkTargets,
    ...productWords,
    productByLink: new Map(products.map((product) => [product.failedLink ?? product.affiliateLink, product])),
    pictures: new Map(pictures.map((picture) => [picture.key, picture])),
    hosts,
    isOfProgram: programs.isAffiliate,
  }
  return posts.map((post, index) => {
    const body = bodies[index]!
    const { id, categoryId, label = 'none', labelBrand = '' } = post
    const context: RenderContext = {
      ...shared,
      isMail: kind === 'newsletter',
      isAd: label === 'ad' || label === 'paid-partnership',
      labels: bodyLabels(body, post, { words, products: shared.products, kind: labelledKinds[kind] }),
      place(url, place, productId) {
        // Replaced in the mail, so the owner reads it as she wrote it.
        if (kind === 'newsletter' && programs.mailRuleOf(url)?.replacesMailLinks) return url
        return programs.place(url, codeOf(kind, place, { sourceId: id, productId }), { postId: id, categoryId })
      },
    }
    const questions = findQuestions(body)
    const linked = post.linkIngredients === false ? body : linkIngredients(body, dictionary)
    const { content, contents } = renderBody(linked, context)
    const [reviews, lists] = [findReviews(body, context), findLists(body, context)]
    const minutes = readingMinutes(body)
    const opening = post.excerpt === '' ? openingOf(body) : ''
    const kicker = words.kickerOf({ label, labelBrand })
    return {
      ...post,
      content,
      ...(kicker === undefined ? {} : { kicker }),
      ...(opening ? { opening } : {}),
      ...(minutes > 1 ? { readingMinutes: minutes } : {}),
      ...(contents.length > 0 ? { contents } : {}),
      ...(questions.length > 0 ? { questions } : {}),
      ...(reviews.length > 0 ? { reviews } : {}),
      ...(lists.length > 0 ? { lists } : {}),
    }
  })
}

type BodyKind = 'post' | 'page' | 'newsletter'

const labelledKinds: Record<BodyKind, LabelledKind> = { post: 'page', page: 'page', newsletter: 'newsletter' }

/** The code of a link in a body; a newsletter's has the newsletter as its source. */
function codeOf(kind: BodyKind, place: LinkPlace, ids: { sourceId?: number; productId?: number }): string {
  if (kind !== 'newsletter') return codeOfPlace(place, { ...ids, isPage: kind === 'page' })
  const { position } = readPlacementCode(codeOfPlace(place, {}))!
  return placementCode({ ...ids, source: 'newsletter', position })
}

type Body = Partial<Labelled> & {
  id?: number
  categoryId?: number | null
  content: string
  /** If it is empty, the result has an `opening`. */
  excerpt?: string
  opening?: string | undefined
  linkIngredients?: boolean
  questions?: Question[] | undefined
  reviews?: BlockReview[] | undefined
  lists?: BlockList[] | undefined
  contents?: ContentsEntry[] | undefined
  readingMinutes?: number | undefined
  /** Set in the result. */
  kicker?: string | undefined
}

type RenderContext = LiveData & {
  productByLink: Map<string, Product>
  pictures: Map<string, Picture>
  hosts: Set<string>
  isOfProgram(url: string): boolean
  labels: BodyLabels
  isMail: boolean
  /** Whether a brand paid for the text, so that every link of it that leads elsewhere is sponsored. */
  isAd: boolean
}

function byId<Item extends { id: number }>(items: Item[]): Map<number, Item> {
  return new Map(items.map((item) => [item.id, item]))
}

function renderBody(tokens: Token[], context: RenderContext): { content: string; contents: ContentsEntry[] } {
  const figures = findFigures(tokens)
  const { ids, contents, fragments, all } = findHeadings(tokens, (at) => endOfHiddenHeading(tokens, at) !== undefined)
  const blocks = resolveBlocks(tokens, findCloseTags(tokens), context, all)
  const rows = findUprightRows(tokens)
  const mark = isEnglish(context.language) ? (block: string) => block : markEnglish
  let html = ''
  let depth = 0
  /** Where the element begins that stands in no other. */
  let start = 0
  let disclosed: number | undefined
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    const skipUntil = blocks.until.get(at) ?? endOfHiddenHeading(tokens, at)
    if (skipUntil !== undefined) {
      at = skipUntil
      continue
    }
    if (token.kind === 'open') {
      if (depth === 0) start = html.length
      depth += 1
    } else if (token.kind === 'close') depth -= 1
    const block = mark((blocks.instead.get(at) ?? '') + (blocks.after.get(at) ?? ''))
    const rendered = renderToken(linked(token, ids.get(at) ?? blocks.ids.get(at), fragments), figures[at], context)
    const own = blocks.instead.has(at) ? '' : rendered
    // Text of the owner is never taken for an attribute.
    const shown = token.kind === 'text' ? block : own + block
    if (disclosed === undefined && shown.includes(' data-affiliate="')) disclosed = start
    html += (rows.starts.has(at) ? '<div data-videos>' : '') + own + block + (rows.ends.has(at) ? '</div>' : '')
  }
  const content = withLabels(html, context.labels, { firstLink: disclosed, isMail: context.isMail })
  return { content, contents }
}

/** A heading with its id on the page, and a link with the fragment that leads there. */
function linked(token: Token, id: string | undefined, fragments: ReadonlyMap<string, string>): Token {
  if (token.kind !== 'open') return token
  const { id: _own, ...attributes } = token.attributes
  if (id !== undefined) return { ...token, attributes: { ...attributes, id } }
  const href = fragments.get(token.attributes.href ?? '')
  return href === undefined ? token : { ...token, attributes: { ...token.attributes, href } }
}

function renderToken(token: Token, figure: RenderedFigure | undefined, context: RenderContext): string {
  switch (token.kind) {
    case 'text':
      return escapeText(token.text)
    case 'close':
      return endTag(token.name) + (token.name === 'table' ? '</section>' : '')
    case 'open':
      return renderTag(token, figure, context)
  }
}

function renderTag(
  { name, attributes: { class: _class, ...attributes } }: OpenTag,
  figure: RenderedFigure | undefined,
  context: RenderContext,
): string {
  const { isMail } = context
  const block = renderBlockStart(name, asPaid(attributes, context), { figure, isMail })
  if (block) return block
  switch (name) {
    case 'a':
      return startTag('a', linkAttributes(attributes, context))
    case 'img':
      return responsiveImage(attributes, context.pictures, figure)
    case 'table':
      // The frame scrolls if the table is wider than the screen.
      return `<section class="table-frame" aria-label="Table" tabindex="0">${startTag('table', attributes)}`
    default:
      return startTag(name, attributes)
  }
}

/** Affiliate links carry what a click on them reports. */
function linkAttributes(attributes: Attributes, context: RenderContext) {
  const { hosts, productByLink, linkTargets, isOfProgram, place } = context
  const path = pathOf(attributes.href)
  const moved = path && linkTargets.get(path)
  if (moved) return { ...attributes, href: moved + attributes.href!.slice(path.length) }
  const link = affiliateLink(attributes, hosts, isOfProgram)
  if (!link) return asPaid(attributes, context)
  const product = productByLink.get(link.href)
  const href = place(product?.affiliateLink ?? link.href, 'post-text', product?.id)
  return { ...link, href, 'data-affiliate': 'post-text', 'data-product-id': product?.id }
}

/** The attributes of a link to another site, which a paid text marks as sponsored. */
function asPaid(attributes: Attributes, { isAd }: Pick<RenderContext, 'isAd'>): Attributes {
  if (!isAd || !hostOfAddress(attributes.href ?? '')) return attributes
  const { rel = '', ...rest } = attributes
  const others = rel.split(/\s+/).filter((word) => word !== '' && word.toLowerCase() !== 'sponsored')
  return { ...rest, rel: ['sponsored', ...others].join(' ') }
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
