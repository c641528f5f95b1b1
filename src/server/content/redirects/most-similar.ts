/** Pages are suggested from this similarity on, of 1. */
const SIMILAR_FROM = 0.4

/** The words of the end of an address, by which a page with a similar slug is found. */
export function wordsOfAddress(address: string): string[] {
  const path = address.split('?')[0]!.replace(/\/(?:amp|feed|page\/\d+)?$/, '')
  return wordsOf(path.slice(path.lastIndexOf('/') + 1).replace(/\.html?$/, ''))
}

/** The page whose slug is most similar to some words; undefined if none is similar. */
export function mostSimilar<Page extends { slug: string }>(
  words: readonly string[],
  pages: Iterable<Page>,
): Page | undefined {
  const wanted = words.join('-')
  let best: Page | undefined
  let most = SIMILAR_FROM
  for (const page of pages) {
    const similarity = similarityOf(wanted, page.slug)
    if (similarity < most || (best && similarity === most)) continue
    best = page
    most = similarity
  }
  return best
}

const wordsOf = (slug: string) => slug.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The Dice coefficient of the pairs of characters: 1 for the same texts, 0 for texts that share none. */
function similarityOf(one: string, other: string): number {
  const [pairs, others] = [pairsOf(one), pairsOf(other)]
  const total = pairs.length + others.length
  if (total === 0) return 0
  const left = new Map<string, number>()
  for (const pair of others) left.set(pair, (left.get(pair) ?? 0) + 1)
  let shared = 0
  for (const pair of pairs) {
    const count = left.get(pair) ?? 0
    if (count > 0) shared += 1
    left.set(pair, count - 1)
  }
  return (2 * shared) / total
}

function pairsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) =>
    Array.from({ length: Math.max(0, word.length - 1) }, (_, i) => word.slice(i, i + 2)),
  )
}
