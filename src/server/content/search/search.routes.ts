import * as contract from '../../../contract/search.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { search } from './search.repo.ts'

export function searchRoutes() {
  return [bind(contract.search, async ({ db, now, query: { q } }) => ({ body: await search(db, q, now) }))]
}
