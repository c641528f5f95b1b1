import { IngredientInput } from '../../src/contract/content/ingredients.ts'
import { recordDemoRows } from '../../src/server/app/demo/demo-rows.repo.ts'
import { createIngredient } from '../../src/server/content/ingredients/ingredient-writes.repo.ts'
import { Rejection } from '../../src/server/platform/db/rejection.ts'
import type { Db } from '../../src/server/platform/db/schema.ts'
import { listIngredientKeys } from '../../src/server/shop/products/derived-rows.repo.ts'
import { demoIngredients } from '../content/ingredients.ts'

/** Inserts the ingredients. Returns ids by slug; where the site has one of that name, it is the site's own. */
export async function seedIngredients(db: Db, now: string): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const seeded: number[] = []
  for (const { slug, ...ingredient } of demoIngredients) {
    const created = await createIngredient(db, IngredientInput.parse(ingredient), now).catch((error: unknown) => {
      if (!(error instanceof Rejection)) throw error
    })
    if (created) seeded.push(created.id)
    const id = created?.id ?? (await listIngredientKeys(db)).get(ingredient.name.toLowerCase())
    if (id === undefined) throw new Error(`The site has too many ingredients for ${slug}.`)
    ids.set(slug, id)
  }
  await recordDemoRows(db, 'ingredients', seeded)
  return ids
}
