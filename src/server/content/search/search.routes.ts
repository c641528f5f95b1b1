import * as contract from '../../../contract/content/search.ts'
import type { CacheTag } from '../../../contract/platform/endpoint.ts'
import { readLabelWords } from '../../accounts/settings/label-words.repo.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import type { ReadCache } from '../../platform/http/read-cache.ts'
import { readProgramRows, toProgramLinks } from '../../shop/earnings/programs/programs.repo.ts'
import { search } from './search.repo.ts'
import { readSearchTerms } from './search-terms.repo.ts'

/**
 * Results are cached, since the same terms are searched again and again: links of a page lead to its keywords. So is what the
 * results of other terms need too.
 */
export function searchRoutes({ readCache }: { readCache: ReadCache | undefined }) {
  const cached = <T>(key: string, tags: readonly CacheTag[], load: () => Promise<T>) =>
    readCache ? readCache.get(key, tags, load) : load()
  const { dependsOn } = contract.search
  return [
    bind(contract.search, async ({ db, now, query: { q } }) => {
      const load = async () => {
        const [terms, words, rows] = await Promise.all([
          cached('search terms', ['products', 'ingredients', 'routines'], () => readSearchTerms(db)),
          cached('label words', ['settings'], () => readLabelWords(db)),
          // Every change of a program that a result shows purges results, so the same tags purge these.
          cached('program rows', dependsOn, () => readProgramRows(db)),
        ])
        return search(db, { term: q, now, terms, words, programs: toProgramLinks(rows) })
      }
      return { body: await cached(`search ${q}`, dependsOn, load) }
    }),
  ]
}
