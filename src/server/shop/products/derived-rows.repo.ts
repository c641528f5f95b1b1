import { type ProductFacts, productFacts } from '../../../contract/shop/product-facts.ts'
import { insertRows, isOneOf } from '../../platform/db/json-rows.ts'
import type { Db, NewRow, Row } from '../../platform/db/schema.ts'
import { parseFacts } from './product-facts.ts'

/** Products in one statement. */
const BATCH = 250

/**
 * Writes what filters and pages look up for products: their terms, key ingredients and rating. Derived from the facts, so
 * that it may be called again; in a transaction.
 */
export async function storeDerivedRows(db: Db, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return
  const ingredients = await listIngredientKeys(db)
  for (let from = 0; from < productIds.length; from += BATCH)
    await storeBatch(db, productIds.slice(from, from + BATCH), ingredients)
}

async function storeBatch(db: Db, ids: readonly number[], ingredients: Map<string, number>): Promise<void> {
  for (const table of ['product_terms', 'product_ingredients'] as const)
    await db
      .deleteFrom(table)
      .where(isOneOf(db, 'product_id', ids))
      .execute()
  const rows = await db
    .selectFrom('products')
    .select(['id', 'facts', 'rating_halves'])
    .where(isOneOf(db, 'id', ids))
    .execute()
  const terms: ({ product_id: number } & ProductTerm)[] = []
  const names: NewRow<'product_ingredients'>[] = []
  for (const { id, facts: json, rating_halves } of rows) {
    const facts = parseFacts(json)
    terms.push(...toTerms(facts).map((term) => ({ product_id: id, ...term })))
    for (const [position, name] of facts.keyIngredients.entries()) {
      const key = toTermKey(name)
      names.push({ product_id: id, position, name, key, ingredient_id: ingredients.get(key) ?? null })
    }
    const halves = facts.rating === null ? null : facts.rating * 2
    if (halves !== rating_halves)
      await db.updateTable('products').set({ rating_halves: halves }).where('id', '=', id).execute()
  }
  if (terms.length > 0) await insertRows(db, 'product_terms', ['product_id', 'kind', 'key', 'label'], terms).execute(db)
  if (names.length > 0)
    await insertRows(
      db,
      'product_ingredients',
      ['product_id', 'position', 'name', 'key', 'ingredient_id'],
      names,
    ).execute(db)
}

/** The ingredient of each name in lower case. A common name comes before an INCI name, and that before a synonym. */
export async function listIngredientKeys(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('ingredients')
    .select(['id', 'name', 'inci', 'synonyms'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const ids = new Map<string, number>()
  const add = (text: string, id: number) => {
    const key = toTermKey(text)
    if (key !== '' && !ids.has(key)) ids.set(key, id)
  }
  for (const { id, name } of rows) add(name, id)
  for (const { id, inci } of rows) add(inci, id)
  for (const { id, synonyms } of rows) for (const synonym of JSON.parse(synonyms) as string[]) add(synonym, id)
  return ids
}

type ProductTerm = Pick<Row<'product_terms'>, 'kind' | 'key' | 'label'>

const freeOf = ['fragranceFree', 'alcoholFree', 'vegan', 'crueltyFree'] as const

/** Returns the terms that the shop filters a product by, each key of a kind once. */
function toTerms(facts: ProductFacts): ProductTerm[] {
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
