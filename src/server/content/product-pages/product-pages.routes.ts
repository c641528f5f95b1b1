import * as contract from '../../../contract/content/product-pages.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { found } from '../../platform/http/replies.ts'
import { findProductPage } from './product-pages.repo.ts'

export function productPageRoutes() {
  return [bind(contract.findProductPage, ({ db, params, now }) => found(findProductPage(db, params.slug, now)))]
}
