import { sql } from 'kysely'
import type { IngredientUses, RecognisedIngredients } from '../../../contract/content/ingredients.ts'
import { LIST_MAX } from '../../../contract/platform/limits.ts'
import type { Db } from '../../platform/db/schema.ts'
import { findIngredientNames, toSynonyms } from './ingredient-names.repo.ts'
import { findMentioningPosts } from './mentions.repo.ts'
import { recogniseIngredients } from './recognise-ingredients.ts'

/** The products and published posts where an ingredient stands; undefined if it does not exist. */
export async function findIngredientUses(db: Db, id: number, now: string): Promise<IngredientUses | undefined> {
  const own = (await readAll(db)).find((ingredient) => ingredient.id === id)
  if (!own) return undefined
  const dictionary = await findIngredientNames(db)
  const isKnown = dictionary.some((ingredient) => ingredient.id === id)
  const [products, posts] = await Promise.all([
    findProducts(db, id),
    findMentioningPosts(db, isKnown ? dictionary : [...dictionary, { ...own, isLinked: false }], {
      ...{ id, now },
      limit: LIST_MAX,
    }),
  ])
  return {
    products: products.slice(0, LIST_MAX),
    productTotal: products.length,
    posts: posts.items.map(({ id: postId, title }) => ({ id: postId, title })),
    postTotal: posts.total,
  }
}

/** The known ingredients of a pasted list, inactive ones included. */
export async function recogniseList(db: Db, text: string): Promise<RecognisedIngredients> {
  return recogniseIngredients(text, await readAll(db))
}

async function readAll(db: Db) {
  const rows = await db
    .selectFrom('ingredients')
    .select(['id', 'slug', 'name', 'inci', 'synonyms', 'is_active'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ synonyms, is_active, ...row }) => ({
    ...row,
    isActive: Boolean(is_active),
    names: [row.name, row.inci, ...toSynonyms(synonyms)].filter((name) => name !== ''),
  }))
}

function findProducts(db: Db, id: number): Promise<{ id: number; title: string }[]> {
  return db
    .selectFrom('products')
    .select(['id', 'name as title'])
    .where('id', 'in', (eb) =>
      eb.selectFrom('product_ingredients').select('product_id').where('ingredient_id', '=', id),
    )
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .execute()
}
