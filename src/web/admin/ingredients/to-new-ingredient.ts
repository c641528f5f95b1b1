import { IngredientInput } from '../../../contract/content/ingredients.ts'

/** An inactive ingredient for an entry of an ingredient list; a name in capitals becomes one in small letters. */
export function toNewIngredient(entry: string): IngredientInput {
  const inci = entry.replace(/\s+/g, ' ').trim()
  const isShouted = inci === inci.toUpperCase() && inci.length > 4
  const name = isShouted ? inci.charAt(0) + inci.slice(1).toLowerCase() : inci
  return IngredientInput.parse({ name, inci, isActive: false })
}
