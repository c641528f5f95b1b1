import * as contract from '../../../contract/content/categories.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { foundAt } from '../../platform/http/replies.ts'
import { findCategory, listCategories } from './categories.repo.ts'

export function categoryRoutes() {
  return [
    bind(contract.listCategories, async ({ db }) => ({ body: await listCategories(db) })),
    bind(contract.findCategory, ({ db, params: { slugOrId } }) =>
      foundAt('/categories', slugOrId, findCategory(db, slugOrId)),
    ),
  ]
}
