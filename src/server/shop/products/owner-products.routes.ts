import { type Context, Hono } from 'hono'
import { Selection } from '../../../contract/lists.ts'
import { Id } from '../../../contract/paths.ts'
import { type ProductConflict, ProductExportQuery, ProductInput, ProductOrder } from '../../../contract/products.ts'
import type { Db } from '../../platform/db/schema.ts'
import { type Cell, sendCsv } from '../../platform/http/csv.ts'
import { HttpError, notFound } from '../../platform/http/errors.ts'
import { idempotent, type JsonResponse } from '../../platform/http/idempotency.ts'
import { etagOf, readIfMatch } from '../../platform/http/if-match.ts'
import type { Owner, OwnerGuard } from '../../platform/http/owner.ts'
import { readBody, readParam, readQuery } from '../../platform/http/validate.ts'
import {
  findOwnerProduct,
  listOwnerProductIds,
  type OwnerProductFilter,
  readOwnerProducts,
} from './owner-products.repo.ts'
import { productColumns, toCells } from './product-cells.ts'
import {
  deleteProducts,
  orderProducts,
  restoreProducts,
  type SaveOutcome,
  setActive,
  writeNewProduct,
  writeProduct,
} from './product-writes.repo.ts'

export function ownerProductRoutes({ db, clock, owner }: { db: Db; clock: () => Date; owner: OwnerGuard }) {
  const now = () => clock().toISOString()

  return new Hono()
    .get('/products.csv', owner, (c) =>
      sendCsv(c, 'products.csv', [...productColumns], csvPages(db, readQuery(c, ProductExportQuery))),
    )
    .get('/products/:id', owner, async (c) => {
      const product = await findOwnerProduct(db, readId(c))
      if (!product) throw productNotFound()
      return c.json(product, 200, { etag: etagOf(product.version) })
    })
    .post('/products', owner, async (c) => {
      const input = await readBody(c, ProductInput)
      c.set('subject', input.name)
      return idempotent(c, db, input, async (transaction) => {
        const product = await writeNewProduct(transaction, input, now())
        c.header('etag', etagOf(product.version))
        return { status: 201, body: product }
      })
    })
    .put('/products/order', owner, async (c) => {
      const order = await readBody(c, ProductOrder)
      return idempotent(c, db, order, async (transaction) => {
        const names = await orderProducts(transaction, order)
        if (!names)
          throw new HttpError(409, 'A product of this order is not there any more. Please look at the list again.')
        return done(c, names)
      })
    })
    .put('/products/:id', owner, async (c) => {
      const id = readId(c)
      const input = await readBody(c, ProductInput)
      const version = readIfMatch(c)
      c.set('subject', input.name)
      return idempotent(c, db, { input, version }, async (transaction) =>
        toResponse(c, await writeProduct(transaction, id, { input, version, now: now() })),
      )
    })
    .delete('/products/:id', owner, (c) => one(c, (transaction, id) => deleteProducts(transaction, [id], now())))
    .post('/products/:id/restore', owner, (c) => one(c, (transaction, id) => restoreProducts(transaction, [id])))
    .post('/products/delete', owner, (c) => several(c, (transaction, ids) => deleteProducts(transaction, ids, now())))
    .post('/products/restore', owner, (c) => several(c, restoreProducts))
    .post('/products/activate', owner, (c) =>
      several(c, (transaction, ids) => setActive(transaction, ids, true, now())),
    )
    .post('/products/deactivate', owner, (c) =>
      several(c, (transaction, ids) => setActive(transaction, ids, false, now())),
    )

  function one(c: Context<Owner>, act: (db: Db, id: number) => Promise<string[]>): Promise<Response> {
    const id = readId(c)
    return idempotent(c, db, { id }, async (transaction) => {
      const names = await act(transaction, id)
      if (names.length === 0) throw productNotFound()
      return done(c, names)
    })
  }

  async function several(c: Context<Owner>, act: (db: Db, ids: number[]) => Promise<string[]>): Promise<Response> {
    const { ids } = await readBody(c, Selection)
    return idempotent(c, db, ids, async (transaction) => done(c, await act(transaction, ids)))
  }
}

const productNotFound = () => notFound('Product not found')
const readId = (c: Context) => readParam(c, 'id', Id, 'Product not found')

function done(c: Context<Owner>, names: string[]): JsonResponse {
  c.set('subject', names.join(', '))
  return { status: 200, body: {} }
}

function toResponse(c: Context, outcome: SaveOutcome): JsonResponse {
  switch (outcome.kind) {
    case 'saved':
      c.header('etag', etagOf(outcome.product.version))
      return { status: 200, body: outcome.product }
    case 'stale': {
      const message = 'This product was saved elsewhere in the meantime'
      return { status: 409, body: { message, current: outcome.current } satisfies ProductConflict }
    }
    case 'missing':
      throw productNotFound()
  }
}

const CSV_PAGE = 500

async function* csvPages(db: Db, filter: OwnerProductFilter): AsyncGenerator<Cell[][]> {
  const ids = await listOwnerProductIds(db, filter)
  for (let from = 0; from < ids.length; from += CSV_PAGE) {
    yield (await readOwnerProducts(db, ids.slice(from, from + CSV_PAGE))).map(toCells)
  }
}
