import { BLOCK } from '../../../contract/content/blocks.ts'
import type { IngredientSummary } from '../../../contract/content/ingredients.ts'
import type { Routine } from '../../../contract/content/routines.ts'
import type { DateWords } from '../../../contract/platform/format-day.ts'
import type { Product } from '../../../contract/shop/products.ts'
import { comparisonHtml } from './comparison-block.ts'
import type { BodyHeadings } from './headings.ts'
import { type OpenTag, startTag, type Token } from './html-tokens.ts'
import { pathOf } from './link-targets.repo.ts'
import {
  noteEnd,
  noteStart,
  pickEnd,
  pickStart,
  picksEnd,
  picksIndex,
  productBoxesHtml,
  productBoxHtml,
  reviewEnd,
  reviewStart,
} from './product-blocks.ts'
import type { PlaceLink } from './product-parts.ts'
import { ingredientHtml, routineHtml } from './reference-blocks.ts'
import { type Reference, referenceOf } from './references.ts'
import { countContent, findShownPicks, isPicks, type ShownPick } from './shown-picks.ts'

/** The active products, ingredients and routines, by id. */
export type LiveData = {
  products: ReadonlyMap<number, Product>
  ingredients: ReadonlyMap<number, IngredientSummary>
  routines: ReadonlyMap<number, Routine>
  /** See `findLinkTargets`. */
  linkTargets: ReadonlyMap<string, string | null>
  /** Whose ratings products have; '' where the site names no author. */
  author: string
  /** How the days of checked prices are written; undefined for `March 3, 2026`. */
  dates: DateWords | undefined
  /** The owner's, as a BCP 47 tag; undefined for English. */
  language: string | undefined
  place: PlaceLink
}

/** The renderer's changes of the tokens of blocks that refer to something, by the index of the token. */
export type LiveBlocks = {
  /** Replaces a token, '' removes it. */
  instead: Map<number, string>
  /** Skips the tokens up to this index. */
  until: Map<number, number>
  /** Follows a token. */
  after: Map<number, string>
  /** The ids of headings that an index leads to. */
  ids: Map<number, string>
}

/** Resolves the blocks of a body: replaces, surrounds or removes them. In one pass over the tokens. */
export function resolveBlocks(tokens: Token[], closes: number[], live: LiveData, headings: BodyHeadings): LiveBlocks {
  const found: LiveBlocks = { instead: new Map(), until: new Map(), after: new Map(), ids: new Map() }
  const picks = findShownPicks(tokens, closes, live.products)
  const content = countContent(tokens)
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'open') continue
    const close = closes[at]!
    if (isPicks(token)) {
      if (picks.before[close] === picks.before[at]) found.until.set(at, close)
      else renderPicks(found, { at, close, picks: picks.ofBlock.get(at) ?? [], headings, live })
      continue
    }
    // The words of a link to a page that is gone stay.
    if (token.name === 'a' && live.linkTargets.get(pathOf(token.attributes.href) ?? '') === null) {
      unwrap(found, at, close)
      continue
    }
    const reference = referenceOf(token)
    if (reference) resolve(found, { tokens, closes, at, close, token, reference, live, headings, content })
  }
  return found
}

type PicksPlace = { at: number; close: number; picks: ShownPick[]; headings: BodyHeadings; live: LiveData }

/** An index of the picks before them, and the days of their prices after them. */
function renderPicks(found: LiveBlocks, { at, close, picks, headings, live }: PicksPlace): void {
  const index = picks.map(({ at: pick, product }) => ({ product, heading: pick + 1, ...headings.get(pick + 1) }))
  for (const { heading, id } of index) if (id && index.length > 1) found.ids.set(heading, id)
  found.after.set(at, picksIndex(index.map(({ product, text = '', id }) => ({ product, role: text, id }))))
  found.instead.set(
    close,
    `${picksEnd(
      picks.map(({ product }) => product),
      live.dates,
    )}</section>`,
  )
}

type Place = {
  tokens: Token[]
  closes: number[]
  at: number
  close: number
  token: OpenTag
  reference: Reference
  live: LiveData
  headings: BodyHeadings
  /** See `countContent`. */
  content: number[]
}

function resolve(found: LiveBlocks, place: Place): void {
  const { at, close, reference, live } = place
  const products = reference.products.flatMap((id) => live.products.get(id) ?? [])
  const [product] = products
  const { block } = reference
  if (block === 'review' || block === 'note' || block === 'pick') {
    if (product) surround(found, place, product)
    // The words of a review are the article, so they stay without the product.
    else if (block === 'review') unwrap(found, at, close)
    else found.until.set(at, close)
    return
  }
  // A `div` is empty; what an older body has inside of it stays behind it.
  found.instead.set(at, wholeBlock(block, reference, products, live))
  found.instead.set(close, '')
}

type WholeBlock = Exclude<Reference['block'], 'review' | 'note' | 'pick'>

/** The HTML of a block that is stored as its ids alone. */
function wholeBlock(block: WholeBlock, reference: Reference, products: Product[], live: LiveData): string {
  switch (block) {
    case 'box':
      return products.map((product) => productBoxHtml(product, live)).join('')
    case 'comparison':
      return comparisonHtml(products, reference.attributes, live)
    case 'ingredient': {
      const ingredient = live.ingredients.get(reference.ingredient ?? 0)
      return ingredient ? ingredientHtml(ingredient) : ''
    }
    case 'routine': {
      const routine = live.routines.get(reference.routine ?? 0)
      return routine ? routineHtml(routine) : ''
    }
    case 'products':
      return productBoxesHtml(products, live)
  }
}

/** Puts a product around the owner's words. */
function surround(found: LiveBlocks, place: Place, product: Product): void {
  const { at, close, token, reference, live } = place
  const block = reference.block
  const start = startTag(token.name, { [BLOCK]: block, role: block === 'note' ? 'note' : undefined })
  if (block === 'pick') {
    renderPick(found, place, product, start)
    return
  }
  const [before, after] =
    block === 'note' ? [noteStart(product), noteEnd(product, live)] : [reviewStart(product, live), reviewEnd(product)]
  found.instead.set(at, start + before)
  found.instead.set(close, `${after}</${token.name}>`)
}

/** The product stands around the reason of a pick, below its heading. */
function renderPick(
  found: LiveBlocks,
  { closes, at, close, token, live, headings, content }: Place,
  product: Product,
  start: string,
): void {
  const heading = headings.has(at + 1) ? closes[at + 1]! : undefined
  found.instead.set(at, heading === undefined ? start + pickStart(product) : start)
  if (heading !== undefined) found.after.set(heading, pickStart(product))
  const hasReason = content[close]! > content[heading ?? at]!
  found.instead.set(close, `${pickEnd(product, live, hasReason)}</${token.name}>`)
}

function unwrap(found: LiveBlocks, at: number, close: number): void {
  found.instead.set(at, '')
  found.instead.set(close, '')
}
