import { Hono } from 'hono'
import { LIST_MAX } from '../../contract/limits.ts'
import { ProductListQuery } from '../../contract/products.ts'
import type { Reads } from '../../contract/reads.ts'
import { setListHeaders } from '../http/list-headers.ts'
import { readQuery } from '../http/validate.ts'

export function productRoutes({ reads }: { reads: Reads }) {
  return new Hono()
    .get('/products', async (c) => {
      const query = readQuery(c, ProductListQuery)
      const page = await reads.products(query)
      setListHeaders(c, { total: page.total, page: query.page ?? 1, limit: query.limit ?? LIST_MAX })
      return c.json(page.items)
    })
    .get('/product-categories', async (c) => c.json(await reads.productCategories()))
}
