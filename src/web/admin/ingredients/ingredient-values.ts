import type * as z from 'zod/mini'
import type { IngredientInput, OwnerIngredient } from '../../../contract/content/ingredients.ts'

/** The form's values; every list has the rows that are shown, empty ones included. */
export type IngredientValues = z.input<typeof IngredientInput>

export const blankPartner = { name: '', note: '' }
export const blankSource = { title: '', url: '' }

export function valuesOf(ingredient: OwnerIngredient | undefined, name = ''): IngredientValues {
  const blank = {
    ...{ inci: '', synonyms: [], summary: '', whatItDoes: '', evidence: '', strengths: '', startSlowly: '' },
    ...{ pregnancyNote: '', goesWith: [], keepApart: [], sources: [], isLinked: true, isActive: true },
  }
  if (!ingredient) return { name, ...blank }
  const { inci, synonyms, summary, whatItDoes, evidence, strengths, startSlowly, pregnancyNote } = ingredient
  const { goesWith, keepApart, sources, isLinked, isActive } = ingredient
  return {
    ...{ name: ingredient.name, inci, synonyms, summary, whatItDoes, evidence, strengths, startSlowly, pregnancyNote },
    ...{ goesWith, keepApart, sources, isLinked, isActive },
  }
}

/** Without rows in which nothing was typed. */
export function withoutEmptyRows(values: IngredientValues): IngredientValues {
  const isFilled = (row: object) => Object.values(row).some((text) => String(text ?? '').trim() !== '')
  return {
    ...values,
    synonyms: values.synonyms?.filter((synonym) => synonym.trim() !== ''),
    goesWith: values.goesWith?.filter(isFilled),
    keepApart: values.keepApart?.filter(isFilled),
    sources: values.sources?.filter(isFilled),
  }
}
