import { isOneOf } from '../../platform/db/json-rows.ts'
import type { Db } from '../../platform/db/schema.ts'
import { listIngredientKeys } from './derived-rows.repo.ts'

/**
 * Links the key ingredients of all products again that have or had a name of one of these ingredients. Call it in the
 * transaction of the write, under the lock of the products.
 */
export async function linkProductIngredients(db: Db, ingredientIds: number[]): Promise<void> {
  const idByKey = await listIngredientKeys(db)
  const own = [...idByKey].flatMap(([key, id]) => (ingredientIds.includes(id) ? [key] : []))
  const linked = await db
    .selectFrom('product_ingredients')
    .select('key')
    .distinct()
    .where(isOneOf(db, 'ingredient_id', ingredientIds))
    .execute()
  for (const key of new Set([...own, ...linked.map((row) => row.key)])) {
    await db
      .updateTable('product_ingredients')
      .set({ ingredient_id: idByKey.get(key) ?? null })
      .where('key', '=', key)
      .execute()
  }
}
