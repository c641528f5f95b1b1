import type { IngredientSummary } from '../../../contract/content/ingredients.ts'

export type LetterGroup = { letter: string; id: string; items: IngredientSummary[] }

/** Ingredients by their initials, in the order of the list; what begins with a digit stands under `0–9`. */
export function groupByLetter(ingredients: IngredientSummary[]): LetterGroup[] {
  const groups = new Map<string, IngredientSummary[]>()
  for (const ingredient of ingredients) {
    const letter = letterOf(ingredient.name)
    groups.set(letter, [...(groups.get(letter) ?? []), ingredient])
  }
  return [...groups].map(([letter, items], index) => ({ letter, id: `letter-${index + 1}`, items }))
}

/** Whether each word of a term is part of one of the names or of the summary. */
export function matchesTerm({ name, inci, synonyms, summary }: IngredientSummary, term: string): boolean {
  const text = folded([name, inci, ...synonyms, summary].join(' '))
  return folded(term)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function letterOf(name: string): string {
  const first = /[\p{L}\p{N}]/u.exec(name)?.[0] ?? '#'
  return /\p{N}/u.test(first) ? '0–9' : folded(first).charAt(0).toUpperCase()
}

/** In lower case, without accents. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
}
