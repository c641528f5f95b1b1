import type { IngredientSummary } from '../../../contract/content/ingredients.ts'
import type { Db, Row } from '../../platform/db/schema.ts'

export type IngredientNames = {
  id: number
  slug: string
  name: string
  /** The name, the INCI name and the synonyms. */
  names: string[]
  /** Whether first mentions in posts and pages become links. */
  isLinked: boolean
}

/** The names of all active ingredients, by id. */
export async function findIngredientNames(db: Db): Promise<IngredientNames[]> {
  const rows = await db
    .selectFrom('ingredients')
    .select(['id', 'slug', 'name', 'inci', 'synonyms', 'is_linked'])
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    name: row.name,
    names: [row.name, row.inci, ...toSynonyms(row.synonyms)].filter((name) => name !== ''),
    isLinked: Boolean(row.is_linked),
  }))
}

/** The active ingredients among `ids`, in any order. */
export async function findIngredientsByIds(db: Db, ids: number[]): Promise<IngredientSummary[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('ingredients')
    .selectAll()
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(toIngredientSummary)
}

export function toIngredientSummary(row: Row<'ingredients'>): IngredientSummary {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    inci: row.inci,
    synonyms: toSynonyms(row.synonyms),
    summary: row.summary,
  }
}

export function toSynonyms(json: string): string[] {
  return JSON.parse(json) as string[]
}
