import * as contract from '../../../contract/content/product-pages.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { findProductPage } from './product-pages.repo.ts'

export function productPageRoutes() {
  return [
    bind(contract.findProductPage, async ({ db, params, now }) => {
      const page = await findProductPage(db, params.slug, now)
      return page && { body: page }
    }),
  ]
}
