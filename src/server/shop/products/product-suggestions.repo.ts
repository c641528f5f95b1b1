import { SUGGESTIONS_MAX } from '../../../contract/shop/products.ts'
import type { Db, Row } from '../../platform/db/schema.ts'

/** Lists the suggestions of the product form. */
export async function listProductSuggestions(db: Db) {
  const [brands, concerns, own, named] = await Promise.all([
    listTerms(db, 'brand'),
    listTerms(db, 'concern'),
    db.selectFrom('ingredients').select('name').where('deleted_at', 'is', null).orderBy('name').execute(),
    listIngredientNames(db),
  ])
  const ingredients = new Map([...own, ...named].map(({ name }) => [name.toLowerCase(), name]))
  return { brands, concerns, ingredients: byName([...ingredients.values()]).slice(0, SUGGESTIONS_MAX) }
}

/** Each label once, whatever its case. */
async function listTerms(db: Db, kind: Row<'product_terms'>['kind']): Promise<string[]> {
  const rows = await db
    .selectFrom('product_terms')
    .innerJoin('products', 'products.id', 'product_terms.product_id')
    .select((eb) => eb.fn.min('product_terms.label').as('label'))
    .where('product_terms.kind', '=', kind)
    .where('products.deleted_at', 'is', null)
    .groupBy('product_terms.key')
    .orderBy('product_terms.key')
    .limit(SUGGESTIONS_MAX)
    .execute()
  return byName(rows.map(({ label }) => label))
}

/** Key ingredients without an ingredient of that name. */
function listIngredientNames(db: Db): Promise<{ name: string }[]> {
  return db
    .selectFrom('product_ingredients')
    .select((eb) => eb.fn.min('name').as('name'))
    .where('ingredient_id', 'is', null)
    .groupBy('key')
    .orderBy('key')
    .limit(SUGGESTIONS_MAX)
    .execute()
}

const byName = (names: string[]) => names.sort((a, b) => a.localeCompare(b, 'en'))
