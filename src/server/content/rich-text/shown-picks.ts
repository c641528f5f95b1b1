import { BLOCK } from '../../../contract/content/blocks.ts'
import type { Product } from '../../../contract/shop/products.ts'
import type { OpenTag, Token } from './html-tokens.ts'
import { referenceOf } from './references.ts'

/** A pick whose product is shown; `at` is the index of its tag. */
export type ShownPick = { at: number; product: Product }

export type ShownPicks = {
  /** How many picks are shown before each token, also those of blocks within blocks. */
  before: number[]
  /** The picks of each block of picks, by the index of its tag. */
  ofBlock: Map<number, ShownPick[]>
}

/** Finds the picks of all blocks in one pass, since blocks may be nested deeply. */
export function findShownPicks(tokens: Token[], closes: number[], products: ReadonlyMap<number, Product>): ShownPicks {
  const ofBlock = new Map<number, ShownPick[]>()
  const open: { picks: ShownPick[]; close: number }[] = []
  let count = 0
  const before = tokens.map((token, at) => {
    while (open.length > 0 && open.at(-1)!.close < at) open.pop()
    if (token.kind !== 'open') return count
    if (isPicks(token)) {
      const picks: ShownPick[] = []
      open.push({ picks, close: closes[at]! })
      ofBlock.set(at, picks)
    }
    const reference = referenceOf(token)
    const product = reference?.block === 'pick' ? products.get(reference.products[0]!) : undefined
    if (product) {
      count += 1
      open.at(-1)?.picks.push({ at, product })
    }
    return count
  })
  return { before, ofBlock }
}

export function isPicks({ name, attributes }: OpenTag): boolean {
  return name === 'section' && attributes[BLOCK] === 'picks'
}

/** How many tokens before each one are words or pictures. */
export function countContent(tokens: Token[]): number[] {
  let count = 0
  return tokens.map((token) => {
    const before = count
    if (token.kind === 'text' ? token.text.trim() !== '' : token.kind === 'open' && token.name === 'img') count += 1
    return before
  })
}
