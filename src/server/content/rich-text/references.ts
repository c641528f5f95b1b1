import {
  blockAttributes,
  blockOf,
  idOf,
  isReferenceBlock,
  productIdsOf,
  type ReferenceBlockName,
} from '../../../contract/content/blocks.ts'
import type { Attributes, OpenTag } from './html-tokens.ts'

/** The ids that the blocks and product boxes of bodies refer to, each once. */
export type References = { product: number[]; ingredient: number[]; routine: number[] }

/** The reference of a tag: a block with its ids, or a product box. Undefined for every other tag. */
export type Reference = {
  /** `box` is the product box, which has no block name. */
  block: ReferenceBlockName | 'box'
  products: number[]
  ingredient: number | undefined
  routine: number | undefined
  attributes: Attributes
}

export function referenceOf({ name, attributes }: OpenTag): Reference | undefined {
  const declared = blockAttributes(name, attributes)
  const {
    'data-product-id': product,
    'data-product-ids': products,
    'data-ingredient-id': ingredient,
    'data-routine-id': routine,
  } = declared ?? (name === 'div' && attributes['data-block'] === undefined ? attributes : {})
  const one = idOf(product)
  const ids = one === undefined ? productIdsOf(products) : [one]
  const found = { products: ids, ingredient: idOf(ingredient), routine: idOf(routine), attributes: declared ?? {} }
  if (ids.length === 0 && found.ingredient === undefined && found.routine === undefined) return undefined
  if (!declared) return one === undefined ? undefined : { ...found, block: 'box' }
  const block = blockOf(name, declared)
  return block && isReferenceBlock(block) ? { ...found, block } : undefined
}

export function findReferences(tags: OpenTag[]): References {
  const found = tags.flatMap((tag) => referenceOf(tag) ?? [])
  return {
    product: [...new Set(found.flatMap(({ products }) => products))],
    ingredient: [...new Set(found.flatMap(({ ingredient }) => ingredient ?? []))],
    routine: [...new Set(found.flatMap(({ routine }) => routine ?? []))],
  }
}
