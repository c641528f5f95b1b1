import type * as z from 'zod/mini'
import { IngredientInput, type OwnerIngredient } from '../../../contract/content/ingredients.ts'
import { ingredientCalls } from '../../data/owner/ingredients.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import type { RowNoun } from '../kit/rows/catalogue.ts'

export const ingredients: RowNoun<OwnerIngredient> = {
  path: '/admin/ingredients',
  one: 'ingredient',
  many: 'ingredients',
  calls: ingredientCalls,
  messages: {
    activated: adminMessages.ingredientsActivated,
    deactivated: adminMessages.ingredientsDeactivated,
    deleted: adminMessages.ingredientsDeleted,
    restored: adminMessages.productsRestored,
  },
}

/** The form's values; every list has the rows that are shown, empty ones included. */
export type IngredientValues = z.input<typeof IngredientInput>

export const blankPartner = { name: '', note: '' }
export const blankSource = { title: '', url: '' }

export function valuesOf(ingredient: OwnerIngredient | undefined, name = ''): IngredientValues {
  return {
    name: ingredient?.name ?? name,
    inci: ingredient?.inci ?? '',
    synonyms: ingredient?.synonyms ?? [],
    summary: ingredient?.summary ?? '',
    whatItDoes: ingredient?.whatItDoes ?? '',
    evidence: ingredient?.evidence ?? '',
    evidenceLevel: ingredient?.evidenceLevel ?? '',
    strengths: ingredient?.strengths ?? '',
    startSlowly: ingredient?.startSlowly ?? '',
    pregnancyNote: ingredient?.pregnancyNote ?? '',
    goesWith: ingredient?.goesWith ?? [],
    keepApart: ingredient?.keepApart ?? [],
    sources: ingredient?.sources ?? [],
    isLinked: ingredient?.isLinked ?? true,
    isActive: ingredient?.isActive ?? true,
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

/** An inactive ingredient for an entry of an ingredient list; a name in capitals becomes one in small letters. */
export function toNewIngredient(entry: string): IngredientInput {
  const inci = entry.replace(/\s+/g, ' ').trim()
  const isShouted = inci === inci.toUpperCase() && inci.length > 4
  const name = isShouted ? inci.charAt(0) + inci.slice(1).toLowerCase() : inci
  return IngredientInput.parse({ name, inci, isActive: false })
}
