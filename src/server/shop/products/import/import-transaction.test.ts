import { expect, test, vi } from 'vitest'
import { makeProduct } from '../../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../../test/test-app.ts'
import type { ImportCounts, ImportPlan } from '../../../../contract/shop/product-import.ts'

const csv = 'Name,Category,Price,Affiliate link\nOat cream,Masks,24.5,https://shop.example/oat\n'

function send({ asOwner }: TestApp, fields: Record<string, string> = {}, query = ''): Promise<Response> {
  const body = new FormData()
  body.set('file', new File([csv], 'products.csv', { type: 'text/csv' }))
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return asOwner(`/api/products/import${query}`, { body, method: 'POST' })
}

async function plan(app: TestApp): Promise<string> {
  return ((await (await send(app, {}, '?dryRun=true')).json()) as ImportPlan).plan
}

test('an import is planned before its transaction, which reads no product as a whole', async () => {
  const app = await testApp()
  await makeProduct(app.db, { name: 'Clay mask' })
  const made = await plan(app)
  const set = vi.spyOn(app.queries, 'set')
  expect((await send(app, { plan: made })).status).toBe(200)
  const texts = set.mock.calls.map(([text]) => text)
  const reads = texts.filter((text) => text.startsWith('select * from "products"'))
  expect(reads).toHaveLength(1)
  expect(texts.indexOf(reads[0]!)).toBeLessThan(texts.findIndex((text) => text.startsWith('begin')))
})

test('of two imports of one file at the same time, the second finds nothing to do', async () => {
  const app = await testApp()
  const made = await plan(app)
  const responses = await Promise.all([send(app, { plan: made }), send(app, { plan: made })])
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  const counts = (await Promise.all(responses.map((response) => response.json()))) as ImportCounts[]
  expect(counts.map(({ create }) => create).sort()).toEqual([0, 1])
  expect(await app.db.selectFrom('products').select('name').execute()).toEqual([{ name: 'Oat cream' }])
})
