/** A text as a search compares it: without case and accents, with one space between words. */
function foldTyped(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()
}

type Named = {
  label: string
  /** Further words that it is found by. */
  words?: string | undefined
}

/**
 * Those whose label or words have all words of a term, best first: the label itself, its beginning, the beginning of one of
 * its words, a part of it, then the rest; ties keep their order. Everything for an empty term.
 */
export function matching<Item extends Named>(items: readonly Item[], term: string): Item[] {
  const typed = foldTyped(term)
  if (typed === '') return [...items]
  return items
    .map((item) => ({ item, rank: rankOf(item, typed) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((one, other) => one.rank! - other.rank!)
    .map(({ item }) => item)
}

function rankOf({ label, words = '' }: Named, typed: string): number | undefined {
  const name = foldTyped(label)
  if (name === typed) return 0
  if (name.startsWith(typed)) return 1
  if (` ${name}`.includes(` ${typed}`)) return 2
  if (name.includes(typed)) return 3
  const text = `${name} ${foldTyped(words)}`
  return typed.split(' ').every((word) => text.includes(word)) ? 4 : undefined
}
