import * as z from 'zod/mini'
import { targetOf } from './target-of.ts'

export type Stock = 'in' | 'out'

/** The page that an offer is looked for on. */
export type ProductPage = { url: string; heading: string; title: string }

const inStock = /^(?:instock|instoreonly|limitedavailability|onlineonly|preorder|presale|backorder|in stock|available)$/
const outOfStock = /^(?:outofstock|soldout|discontinued|out of stock|oos)$/

/** In stock if one of some availabilities says so, out of stock if all do, else unknown. */
export function stockOf(availabilities: readonly string[]): Stock | undefined {
  const states = availabilities.map((value) => value.toLowerCase().replace(/^https?:\/\/schema\.org\//, ''))
  if (states.some((state) => inStock.test(state))) return 'in'
  return states.length > 0 && states.every((state) => outOfStock.test(state)) ? 'out' : undefined
}

const Node = z.record(z.string(), z.unknown())
type Node = z.infer<typeof Node>
type Offer = { availability: string; urls: string[]; skus: string[] }

/** Nodes that are looked at in the data of a page. */
const NODES_MAX = 2000
const DEPTH_MAX = 12

/**
 * Whether the product of a page is in stock, from its JSON-LD: the offer of the size that its URL names, else any of the product's.
 * Undefined where it is not certain which product is that of the page.
 */
export function stockInData(blocks: readonly string[], page: ProductPage): Stock | undefined {
  const budget = { left: NODES_MAX }
  const products = blocks.flatMap((block) => productsIn(parse(block), budget, 0))
  const offers = productsOfPage(products, page).flatMap((product) => offersOf(product, budget, 0))
  const scored = offers.map((offer) => ({ offer, score: scoreOf(offer, page.url) }))
  const best = Math.max(...scored.map(({ score }) => score))
  return stockOf(scored.filter(({ score }) => score === best).map(({ offer }) => offer.availability))
}

function parse(block: string): unknown {
  try {
    // Many shops leave raw line breaks within strings.
    return JSON.parse(block.replaceAll(/\p{Cc}/gu, ' '))
  } catch {
    return undefined
  }
}

/** Only what the page is about: lists of products and relations to other products are not followed. */
function productsIn(value: unknown, budget: { left: number }, depth: number): Node[] {
  return nodesIn(value, budget, depth).flatMap((node) => {
    if (isProduct(node)) return [node]
    return ['@graph', 'mainEntity'].flatMap((key) => productsIn(node[key], budget, depth + 1))
  })
}

function nodesIn(value: unknown, budget: { left: number }, depth: number): Node[] {
  if (depth > DEPTH_MAX) return []
  return (Array.isArray(value) ? value : [value]).flatMap((item: unknown) => {
    budget.left -= 1
    const node = budget.left < 0 || Array.isArray(item) ? undefined : Node.safeParse(item).data
    return node ? [node] : []
  })
}

function isProduct(node: Node): boolean {
  return (
    node.offers !== undefined || [node['@type']].flat().some((type) => /Product(?:Group|Model)?$/.test(String(type)))
  )
}

function productsOfPage(products: Node[], { url, heading, title }: ProductPage): Node[] {
  const named = (isName: (name: string) => boolean) =>
    products.filter(({ name }) => typeof name === 'string' && name.trim() !== '' && isName(normal(name)))
  const choices = [
    products.filter((product) => textsOf(product, ['url', '@id']).some((text) => isSamePage(text, url))),
    named((name) => name === heading),
    named((name) => heading.includes(name) || title.includes(name)),
  ]
  return choices.find((chosen) => chosen.length > 0) ?? (products.length === 1 ? products : [])
}

function offersOf(product: Node, budget: { left: number }, depth: number): Offer[] {
  const own = nodesIn(product.offers, budget, depth).flatMap((offer) => {
    const inner = offersOf(offer, budget, depth + 1)
    if (inner.length > 0) return inner
    const availability = textsOf(offer, ['availability'])[0]
    return availability === undefined ? [] : [{ availability, ...namesOf(offer) }]
  })
  const variants = nodesIn(product.hasVariant, budget, depth).flatMap((variant) => offersOf(variant, budget, depth + 1))
  const { urls, skus } = namesOf(product)
  return [...own, ...variants].map((offer) => ({
    availability: offer.availability,
    urls: offer.urls.length > 0 ? offer.urls : urls,
    skus: [...offer.skus, ...skus],
  }))
}

function namesOf(node: Node): Pick<Offer, 'urls' | 'skus'> {
  return { urls: textsOf(node, ['url']), skus: textsOf(node, ['sku', 'productID']) }
}

function textsOf(node: Node, keys: readonly string[]): string[] {
  return keys.flatMap((key) => (typeof node[key] === 'string' && node[key] !== '' ? [node[key]] : []))
}

/** How exactly an offer is that of a URL: 2 where the query names its size, 1 where it has the address, else 0. */
function scoreOf({ urls, skus }: Offer, url: string): number {
  if (!URL.canParse(url)) return 0
  const wanted = new URL(url).searchParams
  if ([...wanted.values()].some((value) => skus.includes(value))) return 2
  const scores = urls.map((text) => {
    if (!isSamePage(text, url)) return 0
    const named = [...new URL(text, url).searchParams]
    if (named.length === 0) return 1
    return named.every(([key, value]) => wanted.get(key) === value) ? 2 : 0
  })
  return Math.max(0, ...scores)
}

function isSamePage(text: string, url: string): boolean {
  return URL.canParse(text, url) && targetOf(new URL(text, url).href) === targetOf(url)
}

export function normal(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}
