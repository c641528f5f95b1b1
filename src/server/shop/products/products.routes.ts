import { ProductColumn } from '../../../contract/shop/product-columns.ts'
import * as contract from '../../../contract/shop/product-endpoints.ts'
import type { OwnerProduct } from '../../../contract/shop/products.ts'
import type { Db } from '../../platform/db/schema.ts'
import { type Cell, csvDownload } from '../../platform/http/csv.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { toCells } from './product-cells.ts'
import { listProductSuggestions } from './product-suggestions.repo.ts'
import {
  deleteProducts,
  orderProducts,
  restoreProducts,
  setActive,
  writeNewProduct,
  writeProduct,
} from './product-writes.repo.ts'
import { findOwnerProduct, listProductCategories, ownerProducts } from './products.repo.ts'
import { slugTaken, toSaveReply } from './save-reply.ts'

export function productRoutes() {
  return [
    bind(contract.listOwnerProducts, async ({ db, query }) => {
      const { items, total } = await ownerProducts.page(db, query)
      return { body: items, total }
    }),
    bind(contract.listProductCategories, async ({ db }) => ({ body: await listProductCategories(db) })),
    bind(contract.listOwnerProductCategories, async ({ db }) => ({
      body: await listProductCategories(db, { withInactive: true }),
    })),
    bind(contract.listProductSuggestions, async ({ db }) => ({ body: await listProductSuggestions(db) })),
    bind(contract.exportProducts, async ({ db, query }) =>
      csvDownload('products.csv', ProductColumn.options, toCsv(ownerProducts.walk(db, query))),
    ),
    bind(contract.findProduct, async ({ db, params }) => {
      const product = await findOwnerProduct(db, params.id)
      return product && { body: product }
    }),
    bind(contract.createProduct, async ({ db, body, now }) => {
      const outcome = await writeNewProduct(db, body, now)
      if (outcome.kind === 'slug-taken') throw slugTaken()
      return { body: outcome.product, subject: body.name }
    }),
    bind(contract.saveProduct, async ({ db, params, body: input, version, now }) => {
      return toSaveReply(await writeProduct(db, params.id, { input, version, now }))
    }),
    bind(contract.reorderProducts, async ({ db, body }) => {
      const names = await orderProducts(db, body)
      if (!names)
        throw new HttpError(409, 'A product of this order is not there any more. Please look at the list again.')
      return { body: {}, subject: names }
    }),
    bind(contract.deleteProduct, ({ db, params, now }) => one(deleteProducts(db, [params.id], now))),
    bind(contract.restoreProduct, ({ db, params }) => one(restoreProducts(db, [params.id]))),
    bind(contract.deleteProducts, ({ db, body, now }) => several(deleteProducts(db, body.ids, now))),
    bind(contract.restoreProducts, ({ db, body }) => several(restoreProducts(db, body.ids))),
    bind(contract.activateProducts, ({ db, body, now }) => several(show(db, body.ids, now))),
    bind(contract.deactivateProducts, ({ db, body, now }) => several(hide(db, body.ids, now))),
  ]
}

async function show(db: Db, ids: number[], now: string): Promise<string[]> {
  const { changed, withoutLink } = await setActive(db, ids, true, now)
  if (withoutLink === undefined) return changed
  throw new HttpError(409, `“${withoutLink}” has no affiliate link yet. Nothing was activated.`)
}

async function hide(db: Db, ids: number[], now: string): Promise<string[]> {
  return (await setActive(db, ids, false, now)).changed
}

const several = async (changed: Promise<string[]>) => ({ body: {}, subject: await changed })

/** Undefined, a 404, where the row was not there. */
async function one(changed: Promise<string[]>) {
  const subject = await changed
  return subject.length > 0 ? { body: {}, subject } : undefined
}

async function* toCsv(pages: AsyncIterable<OwnerProduct[]>): AsyncGenerator<Cell[][]> {
  for await (const products of pages) yield products.map(toCells)
}
