import type { TargetSuggestion } from '../../../contract/content/missing-pages.ts'
import type { Db } from '../../platform/db/schema.ts'
import { mostSimilar, wordsOfAddress } from './most-similar.ts'
import { listPagesWith } from './public-pages.repo.ts'

/** Words of an address that are compared. */
const WORDS_MAX = 8
/** By their beginning, words with a spelling mistake are found as well. */
const PART_LENGTH = 4

/** The page whose slug is most similar to the end of an address; undefined if none is similar. */
export async function suggestTarget(db: Db, address: string, now: string): Promise<TargetSuggestion | undefined> {
  const words = wordsOfAddress(address).slice(0, WORDS_MAX)
  const parts = words.filter((word) => word.length >= 3).map((word) => word.slice(0, PART_LENGTH))
  const best = mostSimilar(words, await listPagesWith(db, parts, now))
  return best && { to: best.path, title: best.title }
}
