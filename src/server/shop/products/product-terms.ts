import { type ProductFacts, productFacts } from '../../../contract/shop/product-facts.ts'
import type { Row } from '../../platform/db/schema.ts'

export type ProductTerm = Pick<Row<'product_terms'>, 'kind' | 'key' | 'label'>

const freeOf = ['fragranceFree', 'alcoholFree', 'vegan', 'crueltyFree'] as const

/** What the shop filters a product by, each key of a kind once. */
export function toTerms(facts: ProductFacts): ProductTerm[] {
  const labels: [ProductTerm['kind'], string[]][] = [
    ['skin', facts.skinTypes],
    ['concern', facts.concerns],
    ['free', freeOf.filter((name) => facts[name] === true).map((name) => productFacts[name].label)],
    ['brand', facts.brand === '' ? [] : [facts.brand]],
  ]
  return labels.flatMap(([kind, texts]) => {
    const byKey = new Map<string, string>()
    for (const label of texts) if (!byKey.has(toTermKey(label))) byKey.set(toTermKey(label), label)
    return [...byKey].map(([key, label]) => ({ kind, key, label }))
  })
}

/** A label as it is compared. */
export function toTermKey(label: string): string {
  return label.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase()
}
