import * as contract from '../../../contract/content/search.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import type { ReadCache } from '../../platform/http/read-cache.ts'
import { search } from './search.repo.ts'
import { readSearchTerms } from './search-terms.repo.ts'

/** Results are cached, since the same terms are searched again and again: links of a page lead to its keywords. */
export function searchRoutes({ readCache }: { readCache: ReadCache | undefined }) {
  const findTerms = (db: Db) => {
    const load = () => readSearchTerms(db)
    return readCache ? readCache.get('search terms', ['products', 'ingredients'], load) : load()
  }
  return [
    bind(contract.search, async ({ db, now, query: { q } }) => {
      const load = async () => search(db, { term: q, now, terms: await findTerms(db) })
      return { body: await (readCache ? readCache.get(`search ${q}`, contract.search.dependsOn, load) : load()) }
    }),
  ]
}
