import * as contract from '../../../contract/search.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import type { ReadCache } from '../../platform/http/read-cache.ts'
import { search } from './search.repo.ts'

/** Results are cached, since the same terms are searched again and again: links of a page lead to its keywords. */
export function searchRoutes({ cache }: { cache?: ReadCache }) {
  return [
    bind(contract.search, async ({ db, now, query: { q } }) => {
      const load = () => search(db, q, now)
      return { body: await (cache ? cache.get(`search ${q}`, contract.search.dependsOn, load) : load()) }
    }),
  ]
}
