/**
 * The existing name that a typed one probably means: one that differs only in case, accents, punctuation, plural or, in one
 * longer word, in a letter or two. Undefined if the name exists as typed or none is near.
 */
export function nearestName(typed: string, existing: readonly string[]): string | undefined {
  const name = typed.trim()
  if (name === '' || existing.includes(name)) return undefined
  const words = comparableWords(name)
  if (words.length === 0) return undefined
  let nearest: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const each of existing) {
    const distance = distanceOf(words, comparableWords(each))
    if (distance < least) [nearest, least] = [each, distance]
  }
  return nearest
}

/** Words in lower case and singular, without accents. */
export function comparableWords(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll('ß', 'ss')
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map(singular)
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 4 && /(?:sh|ch|x|z|ss)es$/.test(word)) return word.slice(0, -2)
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

/** Edits between two names of which one word may differ; infinite for names that mean something else. */
function distanceOf(one: readonly string[], other: readonly string[]): number {
  // A blank or hyphen more or less, as in “Sun screen”.
  if (one.join('') === other.join('')) return 0
  if (one.length !== other.length) return Number.POSITIVE_INFINITY
  const differing = one.flatMap((word, index) => (word === other[index] ? [] : [[word, other[index] ?? ''] as const]))
  const [pair] = differing
  if (!pair || differing.length > 1) return Number.POSITIVE_INFINITY
  const [a, b] = pair
  // SPF 30 is not SPF 50.
  if (/\p{N}/u.test(a + b)) return Number.POSITIVE_INFINITY
  const length = Math.min(a.length, b.length)
  const allowed = length >= 9 ? 2 : length >= 5 ? 1 : 0
  const edits = Math.abs(a.length - b.length) > allowed ? Number.POSITIVE_INFINITY : editsBetween(a, b)
  return edits <= allowed ? edits : Number.POSITIVE_INFINITY
}

/** Optimal string alignment distance: insertions, deletions, substitutions, and transpositions of neighbours. */
function editsBetween(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1
      let edits = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + cost)
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1)
      current.push(edits)
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}
