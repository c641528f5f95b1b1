/**
 * The blocks of a text beyond plain HTML. One declaration per block: the sanitiser, the renderer, the visual editor, pasted
 * HTML and the check for unsupported markup all derive from it, and a test names the side that lacks one. Without zod, which
 * readers do not load.
 */

import { comparisonRows } from './comparison-rows.ts'

/** The values of an attribute: a closed list, or a pattern that contains no markup. */
type Values = readonly string[] | RegExp

type Block = {
  element: 'figure' | 'aside' | 'section' | 'p' | 'div' | 'ol'
  /** All but the required ones are optional; an absent one is the block's default. */
  attributes: Readonly<Record<string, Values>>
  /** Required attributes: without one the content stays as plain HTML. */
  required?: readonly string[]
}

/** Names the block in `data-block`. */
export const BLOCK = 'data-block'

export const PRODUCTS_MAX = 12
export const COMPARED_MIN = 2
export const COMPARED_MAX = 6

/** The id of a product, an ingredient or a routine. */
const ONE_ID = /^[1-9]\d{0,8}$/
const anyRow = Object.keys(comparisonRows).join('|')

export const blocks = {
  /** One picture that is not as wide as the text. */
  picture: {
    element: 'figure',
    attributes: { 'data-width': ['small', 'wide', 'full'], 'data-align': ['left', 'right'] },
  },
  /** Two or three pictures in a row. */
  row: { element: 'figure', attributes: { 'data-width': ['wide', 'full'] } },
  gallery: { element: 'figure', attributes: { 'data-width': ['wide', 'full'], 'data-layout': ['strip'] } },
  /** Two pictures under a slider: before and after. */
  compare: { element: 'figure', attributes: { 'data-width': ['wide', 'full'] } },
  video: { element: 'figure', attributes: { 'data-width': ['wide', 'full'] } },
  callout: { element: 'aside', attributes: { 'data-tone': ['tip', 'warning'] } },
  faq: { element: 'section', attributes: {} },
  button: { element: 'p', attributes: { 'data-tone': ['quiet'], 'data-align': ['center'] } },
  /** Several products, by their ids. */
  products: {
    element: 'div',
    attributes: { 'data-product-ids': /^[1-9]\d{0,8}(?:,[1-9]\d{0,8}){0,11}$/ },
    required: ['data-product-ids'],
  },
  /** A full review of a product; inside, the owner's own words. */
  review: { element: 'section', attributes: { 'data-product-id': ONE_ID }, required: ['data-product-id'] },
  /** A note on a product, in the margin of a wide screen. */
  note: { element: 'aside', attributes: { 'data-product-id': ONE_ID }, required: ['data-product-id'] },
  /** A table of products, with the rows in the order of the attribute. */
  comparison: {
    element: 'div',
    attributes: {
      'data-product-ids': /^[1-9]\d{0,8}(?:,[1-9]\d{0,8}){1,5}$/,
      'data-rows': new RegExp(`^(?:${anyRow})(?:,(?:${anyRow})){0,15}$`),
    },
    required: ['data-product-ids'],
  },
  /** Top picks, each in a `pick`. */
  picks: { element: 'section', attributes: {} },
  /** Inside of `picks`: a heading, then the reason. */
  pick: { element: 'section', attributes: { 'data-product-id': ONE_ID }, required: ['data-product-id'] },
  routine: { element: 'div', attributes: { 'data-routine-id': ONE_ID }, required: ['data-routine-id'] },
  ingredient: { element: 'div', attributes: { 'data-ingredient-id': ONE_ID }, required: ['data-ingredient-id'] },
  /** Do and do not: a heading with its list, twice. */
  dos: { element: 'section', attributes: {} },
  'patch-test': { element: 'section', attributes: {} },
  /** 'Talk to a doctor'. */
  doctor: { element: 'aside', attributes: {} },
  /** Weeks: each item is a heading with its text. */
  timeline: { element: 'ol', attributes: {} },
} as const satisfies Record<string, Block>

export type BlockName = keyof typeof blocks

export const blockNames = Object.keys(blocks) as BlockName[]

/** The elements that only blocks use, with those inside a block of questions. */
export const blockElements = ['aside', 'section', 'details', 'summary'] as const

/** All attributes of the blocks of an element. */
export function attributeNamesOf(element: string): string[] {
  const own = blockNames.filter((name) => blocks[name].element === element)
  return own.length === 0 ? [] : [...new Set([BLOCK, ...own.flatMap((name) => Object.keys(blocks[name].attributes))])]
}

export const blockAttributeNames = [
  ...new Set(blockNames.flatMap((name) => [BLOCK, ...Object.keys(blocks[name].attributes)])),
]

/** The block of an element; undefined for any other. */
export function blockOf(element: string, attributes: Readonly<Record<string, string>>): BlockName | undefined {
  const name = blockNames.find((candidate) => candidate === attributes[BLOCK])
  return name && blocks[name].element === element ? name : undefined
}

/** The declared attributes of a block with an allowed value, others removed; undefined for any other element. */
export function blockAttributes(
  element: string,
  attributes: Readonly<Record<string, string>>,
): Record<string, string> | undefined {
  const name = blockOf(element, attributes)
  if (!name) return undefined
  const { required = [], attributes: declared }: Block = blocks[name]
  const allowed = Object.entries(declared).flatMap(([key, values]) => {
    const value = attributes[key]
    return value !== undefined && isAllowed(values, value) ? [[key, value] as const] : []
  })
  const kept: Record<string, string> = { [BLOCK]: name, ...Object.fromEntries(allowed) }
  return required.every((key) => kept[key] !== undefined) ? kept : undefined
}

/** The ids of a block of several products. */
export function productIdsOf(list: string | undefined): number[] {
  return list && isAllowed(blocks.products.attributes['data-product-ids'], list)
    ? [...new Set(list.split(',').map(Number))]
    : []
}

/** The id in an attribute such as `data-product-id`. */
export function idOf(value: string | undefined): number | undefined {
  return value && ONE_ID.test(value) ? Number(value) : undefined
}

function isAllowed(values: Values, value: string): boolean {
  return values instanceof RegExp ? values.test(value) : values.includes(value)
}
