import { LIST_MAX } from '../../../contract/platform/limits.ts'
import * as contract from '../../../contract/shop/product-endpoints.ts'
import { isFiltered } from '../../../contract/shop/product-filters.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import type { ReadCache } from '../../platform/http/read-cache.ts'
import { activeProducts, readActiveProducts } from '../products/products.repo.ts'
import { type Catalog, readCatalog } from './catalog.repo.ts'
import { countFacets, filterCatalog } from './filter-catalog.ts'

/** The public list of products with its filters, and their counts. */
export function catalogRoutes({ readCache }: { readCache: ReadCache | undefined }) {
  const findCatalog = (db: Db): Promise<Catalog> => {
    const load = () => readCatalog(db)
    return readCache ? readCache.get('catalog', contract.listProductFacets.dependsOn, load) : load()
  }

  return [
    bind(contract.listProducts, async ({ db, query }) => {
      // The database finds a page in the owner's order, of a category or of all, in an index.
      const { page = 1, limit = LIST_MAX, sort, category, ...filters } = query
      if (!isFiltered(filters) && sort === undefined) {
        const { items, total } = await activeProducts.page(db, { page, limit, category })
        return { body: items, total }
      }
      const ids = filterCatalog(await findCatalog(db), query, sort)
      return { body: await readActiveProducts(db, ids.slice((page - 1) * limit, page * limit)), total: ids.length }
    }),
    bind(contract.listProductFacets, async ({ db, query }) => ({ body: countFacets(await findCatalog(db), query) })),
  ]
}
