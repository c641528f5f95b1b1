import { ProductColumn } from '../../../contract/shop/product-columns.ts'
import * as contract from '../../../contract/shop/product-endpoints.ts'
import type { OwnerProduct } from '../../../contract/shop/products.ts'
import { type Cell, csvDownload } from '../../platform/http/csv.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { orderRoute, rowRoutes } from '../../platform/http/row-routes.ts'
import { toCells } from './product-cells.ts'
import { listProductSuggestions } from './product-suggestions.repo.ts'
import {
  deleteProducts,
  mergeConcerns,
  restoreProducts,
  setActive,
  writeNewProduct,
  writeProduct,
} from './product-writes.repo.ts'
import { findOwnerProduct, listProductCategories, ownerProducts } from './products.repo.ts'

export function productRoutes() {
  return [
    ...rowRoutes(contract.productRows, {
      noun: 'product',
      table: 'products',
      list: ownerProducts,
      find: findOwnerProduct,
      create: writeNewProduct,
      save: writeProduct,
      remove: deleteProducts,
      restore: restoreProducts,
      setActive,
      isHidden: ({ isActive }) => !isActive,
    }),
    orderRoute(contract.reorderProducts, { noun: 'product', table: 'products' }),
    bind(contract.listProductCategories, async ({ db }) => ({ body: await listProductCategories(db) })),
    bind(contract.listOwnerProductCategories, async ({ db }) => ({
      body: await listProductCategories(db, { withInactive: true }),
    })),
    bind(contract.mergeProductConcerns, async ({ db, body, now }) => {
      const moved = await mergeConcerns(db, { ...body, now })
      return moved === undefined ? undefined : { body: { moved }, subject: `${body.from} into ${body.into}` }
    }),
    bind(contract.listProductSuggestions, async ({ db }) => ({ body: await listProductSuggestions(db) })),
    bind(contract.exportProducts, async ({ db, query, now }) =>
      csvDownload('products.csv', ProductColumn.options, toCsv(ownerProducts.walk(db, { ...query, now }))),
    ),
  ]
}

async function* toCsv(pages: AsyncIterable<OwnerProduct[]>): AsyncGenerator<Cell[][]> {
  for await (const products of pages) yield products.map(toCells)
}
