import type { SearchCards } from '../../data/page-data.ts'

/** Words separated by single spaces or hyphens; excludes URLs and phone numbers. */
const PLAIN = /^[\p{L}\p{N}]+(?:['’ -][\p{L}\p{N}]+)*$/u

/**
 * The term in lower case if each of its words is unique and occurs in the results; undefined otherwise. Only searches whose
 * terms occur in our own content are indexable, which prevents search spam.
 */
export function indexableTerm(
  term: string,
  { posts, products, pages = [], ingredients = [] }: SearchCards,
): string | undefined {
  const plain = term.normalize('NFC').toLowerCase()
  if (!PLAIN.test(plain)) return undefined
  const found = [
    ...posts.flatMap(({ title, excerpt }) => [title, excerpt]),
    ...products.map(({ name }) => name),
    ...pages.map(({ title }) => title),
    ...ingredients.flatMap(({ name, inci }) => [name, inci]),
  ]
  const own = new Set(wordsOf(found.join(' ').normalize('NFC').toLowerCase()))
  const words = wordsOf(plain)
  return words.every((word) => own.has(word)) && new Set(words).size === words.length ? plain : undefined
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? []
}
