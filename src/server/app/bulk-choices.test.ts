import { expect, test } from 'vitest'
import { makeCategory, makePost, makeProduct } from '../../../test/factories.ts'
import { testApp } from '../../../test/test-app.ts'
import type { Endpoint } from '../../contract/platform/endpoint.ts'

type Shape = Record<string, unknown>
const shapeOf = (schema: unknown): Shape => (schema as { shape?: Shape } | undefined)?.shape ?? {}

/** Changes that only undo another one get the ids that it returned, and an order needs the ids. */
const BY_IDS_ALONE = /\/(restore|unacknowledge|order)$/

const paging = ['page', 'limit', 'sort', 'direction']

function bulkWrites(endpoints: readonly Endpoint[]) {
  return endpoints.flatMap((endpoint) => {
    if (endpoint.method === 'GET' || endpoint.access !== 'owner' || !('ids' in shapeOf(endpoint.body))) return []
    return [{ path: endpoint.path, shape: shapeOf(endpoint.body) }]
  })
}

test('every change of several rows also takes all that the filters of its list match', async () => {
  const { endpoints } = await testApp()
  const writes = bulkWrites(endpoints)
  const lists = endpoints.filter(
    (endpoint) => endpoint.method === 'GET' && endpoint.list && endpoint.access === 'owner',
  )
  const missing = writes.filter(({ path, shape }) => !('query' in shape) && !BY_IDS_ALONE.test(path))
  expect(missing.map(({ path }) => path)).toEqual([])
  for (const { path, shape } of writes.filter((write) => 'query' in write.shape)) {
    const list = lists.find((each) => each.path === `/${path.split('/')[1]}`)
    const filters = Object.keys(shapeOf(list?.query)).filter((name) => !paging.includes(name))
    const query = (shape.query as { def: { innerType: unknown } }).def.innerType
    expect(Object.keys(shapeOf(query)).sort(), path).toEqual(filters.sort())
  }
})

/** The fields that a write needs as well. */
const fields = { tag: 'oily', categoryId: null, isFeatured: true, isRead: true, add: ['jar'], remove: [] }

test('every such change refuses unknown filters and another number of rows than was confirmed', async () => {
  const app = await testApp()
  const writes = bulkWrites(app.endpoints).filter(({ shape }) => 'query' in shape)
  expect(writes.length).toBeGreaterThan(20)
  for (const { path, shape } of writes) {
    const own = Object.fromEntries(Object.entries(fields).filter(([name]) => name in shape))
    const status = /^\/(products|ingredients|routines|posts)\//.test(path) ? { status: 'all' } : {}
    const send = async (choice: object) => {
      const response = await app.asOwner(`/api${path}`, { method: 'POST', json: { ...own, ...choice } })
      return [response.status, ((await response.json()) as { message: string }).message]
    }
    expect((await send({ query: { ...status, colour: 'red' } }))[0], path).toBe(400)
    if (path === '/links/check') continue
    expect(await send({ query: status, total: 3 }), path).toEqual([
      422,
      'The list has changed: 0 match now. Please look at it again.',
    ])
  }
})

test('rows that appear after the confirmation are not changed with the others', async () => {
  const app = await testApp()
  for (const name of ['Oat cream', 'Oat toner', 'Rice wash']) await makeProduct(app.db, { name })
  const remove = (total: number, key: string) =>
    app.asOwner('/api/products/delete', {
      method: 'POST',
      json: { query: { status: 'all', q: 'oat' }, total },
      headers: { 'idempotency-key': key },
    })
  await makeProduct(app.db, { name: 'Oat balm' })
  expect((await remove(2, 'the-key-of-two-rows')).status).toBe(422)
  const removed = await remove(3, 'the-key-of-three-rows')
  const { ids } = (await removed.json()) as { ids: number[] }
  expect(ids).toHaveLength(3)
  // A repeated request gets the stored response, although nothing matches any more.
  expect(await (await remove(3, 'the-key-of-three-rows')).json()).toEqual({ ids })
  const names = async () =>
    ((await (await app.asOwner('/api/products?status=all')).json()) as { name: string }[]).map(({ name }) => name)
  expect(await names()).toEqual(['Rice wash'])
  expect((await app.asOwner('/api/products/restore', { method: 'POST', json: { ids } })).status).toBe(200)
  expect((await names()).sort()).toEqual(['Oat balm', 'Oat cream', 'Oat toner', 'Rice wash'])
})

test('at most 1,000 posts and 10,000 readers are changed at once, with a sentence that says so', async () => {
  const app = await testApp()
  const category = await makeCategory(app.db)
  for (let made = 0; made < 1001; made++) await makePost(app.db, { category_id: category })
  const response = await app.asOwner('/api/posts/trash', { method: 'POST', json: { query: { status: 'all' } } })
  expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
    422,
    'At most 1,000 can be changed at once. Please narrow the list by a filter first.',
  ])
  const ids = Array.from({ length: 10_001 }, (_, index) => index + 1)
  const readers = (some: number[]) =>
    app.asOwner('/api/subscribers/tag', { method: 'POST', json: { ids: some, tag: 'oily' } })
  expect((await readers(ids)).status).toBe(400)
  expect((await readers(ids.slice(1))).status).toBe(200)
})
