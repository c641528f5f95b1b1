/**
 * The blocks of a text beyond plain HTML. One declaration per block: the sanitiser, the renderer, the visual editor, pasted
 * HTML, the text part of mails and the check for unsupported markup all derive from it. The editor (`editor-blocks.ts`) and mails
 * (`newsletter-blocks.tsx`) add their own part, of which the compiler names the missing. Without zod, which readers do not load.
 */

import { comparisonRows } from './comparison-rows.ts'

/** The values of an attribute: a closed list, or a pattern that contains no markup. */
type Values = readonly string[] | RegExp

type Block = {
  /** Its name in the editor. */
  label: string
  element: 'figure' | 'aside' | 'section' | 'p' | 'div' | 'ol'
  /** All but the required ones are optional; an absent one is the block's default. */
  attributes: Readonly<Record<string, Values>>
  /** The ids of what the block shows: without one the content stays as plain HTML. */
  required?: readonly string[]
  plainText: PlainText
}

/**
 * The form of a block in the text part of a mail: its content as paragraphs, one line, a quotation, a product without the links
 * of its pictures, or a list for each of the compared products.
 */
export type PlainText = 'paragraphs' | 'line' | 'quotation' | 'product' | 'comparison'

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
    label: 'Picture',
    element: 'figure',
    attributes: { 'data-width': ['small', 'wide', 'full'], 'data-align': ['left', 'right'] },
    plainText: 'paragraphs',
  },
  /** Two or three pictures in a row. */
  row: {
    label: 'Side by side',
    element: 'figure',
    attributes: { 'data-width': ['wide', 'full'] },
    plainText: 'paragraphs',
  },
  gallery: {
    label: 'Gallery',
    element: 'figure',
    attributes: { 'data-width': ['wide', 'full'], 'data-layout': ['strip'] },
    plainText: 'paragraphs',
  },
  /** Two pictures under a slider. */
  compare: {
    label: 'Before and after',
    element: 'figure',
    attributes: { 'data-width': ['wide', 'full'] },
    plainText: 'paragraphs',
  },
  /** A link that becomes the player, or stays a card where the service has none that leaves readers alone. */
  video: {
    label: 'Video',
    element: 'figure',
    attributes: { 'data-width': ['wide', 'full'], 'data-shape': ['upright'] },
    plainText: 'paragraphs',
  },
  callout: {
    label: 'Callout',
    element: 'aside',
    attributes: { 'data-tone': ['tip', 'warning'] },
    plainText: 'quotation',
  },
  faq: { label: 'Questions', element: 'section', attributes: {}, plainText: 'paragraphs' },
  button: {
    label: 'Button',
    element: 'p',
    attributes: { 'data-tone': ['quiet'], 'data-align': ['center'] },
    plainText: 'line',
  },
  /** Several products, by their ids. */
  products: {
    label: 'Products',
    element: 'div',
    attributes: { 'data-product-ids': /^[1-9]\d{0,8}(?:,[1-9]\d{0,8}){0,11}$/ },
    required: ['data-product-ids'],
    plainText: 'paragraphs',
  },
  /** A full review of a product; inside, the owner's own words. */
  review: {
    label: 'Review',
    element: 'section',
    attributes: { 'data-product-id': ONE_ID },
    required: ['data-product-id'],
    plainText: 'product',
  },
  /** A note on a product, in the margin of a wide screen. */
  note: {
    label: 'Margin note',
    element: 'aside',
    attributes: { 'data-product-id': ONE_ID },
    required: ['data-product-id'],
    plainText: 'product',
  },
  /** A table of products, with the rows in the order of the attribute and the owner's pick. */
  comparison: {
    label: 'Comparison',
    element: 'div',
    attributes: {
      'data-product-ids': /^[1-9]\d{0,8}(?:,[1-9]\d{0,8}){1,5}$/,
      'data-rows': new RegExp(`^(?:${anyRow})(?:,(?:${anyRow})){0,15}$`),
      'data-pick': ONE_ID,
    },
    required: ['data-product-ids'],
    plainText: 'comparison',
  },
  /** Each of its products in a `pick`. */
  picks: { label: 'Top picks', element: 'section', attributes: {}, plainText: 'paragraphs' },
  /** Inside of `picks`: a heading, then the reason. */
  pick: {
    label: 'Top pick',
    element: 'section',
    attributes: { 'data-product-id': ONE_ID },
    required: ['data-product-id'],
    plainText: 'paragraphs',
  },
  routine: {
    label: 'Routine',
    element: 'div',
    attributes: { 'data-routine-id': ONE_ID },
    required: ['data-routine-id'],
    plainText: 'paragraphs',
  },
  ingredient: {
    label: 'Ingredient',
    element: 'div',
    attributes: { 'data-ingredient-id': ONE_ID },
    required: ['data-ingredient-id'],
    plainText: 'paragraphs',
  },
  /** A heading with its list, twice. */
  dos: { label: 'Do and do not', element: 'section', attributes: {}, plainText: 'paragraphs' },
  'patch-test': { label: 'Patch test', element: 'section', attributes: {}, plainText: 'paragraphs' },
  doctor: { label: 'Talk to a doctor', element: 'aside', attributes: {}, plainText: 'quotation' },
  /** Weeks: each item is a heading with its text. */
  timeline: { label: 'Timeline', element: 'ol', attributes: {}, plainText: 'paragraphs' },
} as const satisfies Record<string, Block>

export type BlockName = keyof typeof blocks

export const blockNames = Object.keys(blocks) as BlockName[]

/** The blocks that show products, a routine or an ingredient by their ids. */
export type ReferenceBlockName = {
  [Name in BlockName]: (typeof blocks)[Name] extends { required: readonly string[] } ? Name : never
}[BlockName]

export function isReferenceBlock(name: BlockName): name is ReferenceBlockName {
  return 'required' in blocks[name]
}

/** Whether a block shows one product, with the owner's words about it. */
export function showsOneProduct(name: BlockName): boolean {
  return 'data-product-id' in blocks[name].attributes
}

/** Whether screen readers announce a block as a note instead of a landmark. */
export function isNote(name: BlockName): boolean {
  return blocks[name].element === 'aside' && !showsOneProduct(name)
}

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
