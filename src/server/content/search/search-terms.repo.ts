import { sql } from 'kysely'
import type { IngredientHit, RoutineHit } from '../../../contract/content/search.ts'
import type { Db } from '../../platform/db/schema.ts'
import { foldKeys } from '../../platform/db/search-folds.ts'
import { foldName } from '../../platform/db/search-index.ts'
import { listRoutineWords } from '../routines/routines.repo.ts'

/** An active ingredient and everything that it is called, in the words of a search. */
export type SearchedIngredient = IngredientHit & {
  id: number
  names: string[]
  /** The names as a search compares them: by their words, and as a whole. */
  folds: string[]
  keys: string[]
}

/** An active routine, with the words that it is found by. */
export type SearchedRoutine = RoutineHit & { fold: string }

/**
 * Terms that the search knows in addition to the texts: read once and cached until a product, an ingredient or a routine
 * changes.
 */
export type SearchTerms = {
  ingredients: SearchedIngredient[]
  /** In the owner's order. */
  routines: SearchedRoutine[]
  /** Words of ingredients, brands and concerns, for spelling mistakes. */
  vocabulary: Set<string>
}

export async function readSearchTerms(db: Db): Promise<SearchTerms> {
  const rows = await db
    .selectFrom('ingredients')
    .select(['id', 'slug', 'name', 'inci', 'synonyms', 'summary'])
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const ingredients = rows.map(({ synonyms, ...row }) => {
    const names = [row.name, row.inci, ...(JSON.parse(synonyms) as string[])].filter((name) => name !== '')
    return { ...row, names, folds: names.map(foldName), keys: names.flatMap(foldKeys) }
  })
  const [keys, routines] = await Promise.all([
    db
      .selectFrom('product_terms')
      .select('key')
      .where('kind', 'in', ['brand', 'concern'])
      .union(db.selectFrom('product_ingredients').select('key'))
      .limit(WORDS_MAX)
      .execute(),
    listRoutineWords(db),
  ])
  const texts = [...ingredients.flatMap((each) => each.names), ...keys.map(({ key }) => key)]
  return {
    ingredients,
    routines: routines.map(({ words, ...hit }) => ({ ...hit, fold: foldName(words) })),
    vocabulary: new Set(texts.flatMap(toWords)),
  }
}

/** Ids of active products with one of the ingredients, in the owner's order. */
export async function findProductsWith(db: Db, ingredientIds: number[], limit: number): Promise<number[]> {
  if (ingredientIds.length === 0) return []
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('id', 'in', (eb) =>
      eb.selectFrom('product_ingredients').select('product_id').where('ingredient_id', 'in', ingredientIds),
    )
    .where(sql<boolean>`products.is_active = ${true} and products.deleted_at is null`)
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Lower-case words without accents. */
export function toWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** Names of brands, concerns and ingredients at most. */
const WORDS_MAX = 10_000
