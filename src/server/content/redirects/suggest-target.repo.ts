import type { TargetSuggestion } from '../../../contract/content/missing-pages.ts'
import type { Db } from '../../platform/db/schema.ts'
import { listPagesWith } from './public-pages.repo.ts'

/** Words of an address that are compared. */
const WORDS_MAX = 8
/** By their beginning, words with a spelling mistake are found as well. */
const PART_LENGTH = 4
/** Pages are suggested from this similarity on, of 1. */
const SIMILAR_FROM = 0.4

/** The page whose slug is most similar to the end of an address; undefined if none is similar. */
export async function suggestTarget(db: Db, address: string, now: string): Promise<TargetSuggestion | undefined> {
  const wanted = wordsOf(lastSegment(address)).slice(0, WORDS_MAX).join('-')
  const parts = wanted.split('-').filter((word) => word.length >= 3)
  const pages = await listPagesWith(
    db,
    parts.map((word) => word.slice(0, PART_LENGTH)),
    now,
  )
  const [best] = pages
    .map((page) => ({ ...page, similarity: similarityOf(wanted, page.slug) }))
    .sort((one, other) => other.similarity - one.similarity)
  return best && best.similarity >= SIMILAR_FROM ? { to: best.path, title: best.title } : undefined
}

function lastSegment(address: string): string {
  const path = address.split('?')[0]!.replace(/\/(?:amp|feed|page\/\d+)?$/, '')
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.html?$/, '')
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
