import * as contract from '../../../contract/app/find.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { find } from './find.repo.ts'

export function findRoutes() {
  return [bind(contract.find, async ({ db, now, query: { q } }) => ({ body: await find(db, q, now) }))]
}
