import * as z from 'zod/mini'
import { IngredientInput, type OwnerIngredient } from '../../../contract/content/ingredients.ts'
import type { Row } from '../../platform/db/schema.ts'
import { toIngredientSummary, toSynonyms } from './ingredient-names.repo.ts'

/** The column `details`: the fields that nothing is searched or sorted by. */
const Details = z.pick(IngredientInput, {
  whatItDoes: true,
  evidence: true,
  evidenceLevel: true,
  strengths: true,
  startSlowly: true,
  pregnancyNote: true,
  goesWith: true,
  keepApart: true,
  sources: true,
})
export type IngredientDetails = z.infer<typeof Details>

const blankDetails = Details.parse({})

/** Details from their column; blank ones where they break the rules, so that pages still render. */
export function parseDetails(json: string): IngredientDetails {
  const result = Details.safeParse(JSON.parse(json))
  return result.success ? result.data : blankDetails
}

export function toColumns(input: IngredientInput) {
  const { name, inci, synonyms, summary, isLinked, isActive, ...details } = input
  return {
    name,
    inci,
    synonyms: JSON.stringify(synonyms),
    summary,
    details: JSON.stringify(details),
    is_linked: isLinked,
    is_active: isActive,
  }
}

export function toIngredientInput(row: Row<'ingredients'>): IngredientInput {
  return {
    name: row.name,
    inci: row.inci,
    synonyms: toSynonyms(row.synonyms),
    summary: row.summary,
    ...parseDetails(row.details),
    isLinked: Boolean(row.is_linked),
    isActive: Boolean(row.is_active),
  }
}

export function toOwnerIngredient(row: Row<'ingredients'> & { product_count: number | null }): OwnerIngredient {
  return {
    ...toIngredientSummary(row),
    ...toIngredientInput(row),
    productCount: Number(row.product_count ?? 0),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  }
}
