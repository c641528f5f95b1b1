import {
  INGREDIENT_NAME_MAX,
  indexByName,
  ingredientKey,
  RECOGNISED_MAX,
  type RecognisedIngredients,
} from '../../../contract/content/ingredients.ts'

type Known = NonNullable<RecognisedIngredients['names'][number]['ingredient']> & { names: string[] }

/**
 * The names of an ingredient list as packages print it: `Aqua / Water, Glycerin, Tocopherol (Vitamin E)*, Parfum 0.5%. May
 * contain: CI 77491`. Each name once, in the order of the list.
 */
export function recogniseIngredients(list: string, known: Known[]): RecognisedIngredients {
  const byName = indexByName(known)
  const seen = new Set<string>()
  const names: RecognisedIngredients['names'] = []
  let isCut = false
  for (const text of entriesOf(list)) {
    const found = namesOf(text).flatMap((name) => byName.get(ingredientKey(name)) ?? [])[0]
    const key = found ? `#${found.id}` : ingredientKey(text)
    if (seen.has(key)) continue
    seen.add(key)
    if (names.length === RECOGNISED_MAX) {
      isCut = true
      break
    }
    names.push({ text: text.slice(0, INGREDIENT_NAME_MAX), ingredient: found ? toIngredient(found) : null })
  }
  return { names, isCut }
}

function toIngredient({ names: _names, ...ingredient }: Known) {
  return ingredient
}

const HEADING = /^\s*(?:full\s+)?(?:ingredients?(?:\s+list)?|inci|composition|ingr[ée]dients)\s*[:：]/i
const MAY_CONTAIN = /(?:\[?\s*\+\s*\/\s*-|[±]|\bmay\s+contain\b|\bpeut\s+contenir\b|\bkann\s+enthalten\b)\s*[:：]?/giu
/** Words that stand before the names of their kind. */
const GROUP = /^\s*(?:(?:in)?active|other)\s+ingredients?\s*[:：]/i

/** The entries between commas, semicolons, bullets and lines; a comma within parentheses or a number separates nothing. */
function entriesOf(list: string): string[] {
  const text = list
    .normalize('NFC')
    // Long runs of spaces would be searched again and again.
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/\n\s+/gu, '\n')
    .replace(HEADING, '')
    .replace(MAY_CONTAIN, ',')
  const entries: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at <= text.length; at += 1) {
    const character = text[at]
    if (character === '(' && text.indexOf(')', at) !== -1) depth += 1
    else if (character === ')') depth = Math.max(0, depth - 1)
    if (at < text.length && !isSeparator(text, at, depth)) continue
    entries.push(cleaned(text.slice(from, at)))
    from = at + 1
    if (character === '\n') depth = 0
  }
  return entries.filter((entry) => /\p{L}{2}|\p{L}\d/u.test(entry))
}

function isSeparator(text: string, at: number, depth: number): boolean {
  const character = text.charAt(at)
  if (/[;•·|\n]/.test(character)) return depth === 0 || character === '\n'
  if (character === '.') return depth === 0 && /^\.(?:\s|$)/.test(text.slice(at, at + 2)) && !isAbbreviation(text, at)
  if (character !== ',' && character !== '，' && character !== '、') return false
  // The comma of `1,2-Hexanediol`.
  return depth === 0 && !(/\d/.test(text[at - 1] ?? '') && /\d/.test(text[at + 1] ?? ''))
}

/** `C.I. 77491` and `var. dulcis` go on after their dots. */
function isAbbreviation(text: string, at: number): boolean {
  return /(?:^|[\s.])(?:\p{L}|var|ssp|subsp|no)$/iu.test(text.slice(Math.max(0, at - 8), at))
}

/** Without asterisks, daggers, percentages, and brackets around the whole. */
function cleaned(entry: string): string {
  return entry
    .replace(GROUP, '')
    .replace(/[*†‡§¹²³®™]+/gu, '')
    .replace(/\(?\s*(?:[<>≤≥~]\s*)?\d+(?:[.,]\d+)?\s*%\s*\)?/gu, ' ')
    .replace(/^[\s[\]{}:.–-]+|[\s[\]{}:.–-]+$/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** How an entry may be called: as a whole, without its parentheses, what stands in them, and each side of a slash. */
function namesOf(entry: string): string[] {
  const inside = [...entry.matchAll(/\(([^()]*)\)/gu)].flatMap(([, words]) => words ?? [])
  const outside = entry.replace(/\([^()]*\)/gu, ' ')
  const sides = [outside, ...inside].flatMap((part) => part.split(/[/,(]/))
  return [entry, outside, ...inside, ...sides].map((name) => name.replace(/\s+/gu, ' ').trim())
}
