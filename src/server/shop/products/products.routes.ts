import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { LIST_MAX } from '../../../contract/limits.ts'
import { OwnerProductListQuery, ProductCategoriesQuery, ProductListQuery } from '../../../contract/products.ts'
import type { Reads } from '../../../contract/reads.ts'
import type { Db } from '../../platform/db/schema.ts'
import { setListHeaders } from '../../platform/http/list-headers.ts'
import type { OwnerGuard } from '../../platform/http/owner.ts'
import { readQuery } from '../../platform/http/validate.ts'
import { countOwnerProducts, listOwnerProductIds, readOwnerProducts } from './owner-products.repo.ts'
import { listProductCategories } from './products.repo.ts'

export function productRoutes({ db, reads, owner }: { db: Db; reads: Reads; owner: OwnerGuard }) {
  /** With a status the list holds inactive products. */
  const guardStatus: MiddlewareHandler = (c, next) => (asksForStatus(c) ? owner(c, next) : next())

  return new Hono()
    .get('/products', guardStatus, async (c) => {
      if (asksForStatus(c)) {
        const { page = 1, limit = LIST_MAX, ...filter } = readQuery(c, OwnerProductListQuery)
        const ids = await listOwnerProductIds(db, filter, { limit, offset: (page - 1) * limit })
        setListHeaders(c, { total: await countOwnerProducts(db, filter), page, limit })
        return c.json(await readOwnerProducts(db, ids))
      }
      const query = readQuery(c, ProductListQuery)
      const page = await reads.products(query)
      setListHeaders(c, { total: page.total, page: query.page ?? 1, limit: query.limit ?? LIST_MAX })
      return c.json(page.items)
    })
    .get('/product-categories', guardStatus, async (c) => {
      const { status } = readQuery(c, ProductCategoriesQuery)
      return c.json(status ? await listProductCategories(db, { withInactive: true }) : await reads.productCategories())
    })
}

const asksForStatus = (c: Context) => c.req.query('status') !== undefined
