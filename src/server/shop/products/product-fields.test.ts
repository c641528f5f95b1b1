import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { type ProductInput, productColumns, productFields } from '../../../contract/product-fields.ts'
import type { ImportPlan } from '../../../contract/product-import.ts'
import type { OwnerProduct, Product } from '../../../contract/products.ts'

/** Two values of every field; the compiler requires those of a new one. */
const before: ProductInput = {
  name: 'Oat cream',
  category: 'Masks',
  price: '24.50',
  currency: 'USD',
  imageUrl: 'https://shop.example/oat.jpg',
  imageAlt: 'A jar of oat cream',
  affiliateLink: 'https://shop.example/oat',
  isActive: true,
}
const after: ProductInput = {
  name: 'Birch toner',
  category: 'Toners',
  price: '9.00',
  currency: 'EUR',
  imageUrl: '/media/birch/640.jpg',
  imageAlt: 'A bottle of birch toner',
  affiliateLink: 'https://shop.example/birch',
  isActive: false,
}
const fields = Object.keys(productFields) as (keyof ProductInput)[]

async function create({ asOwner }: TestApp): Promise<OwnerProduct> {
  const response = await asOwner('/api/products', { json: before })
  expect(response.status).toBe(201)
  return (await response.json()) as OwnerProduct
}

async function upload({ asOwner }: TestApp, csv: string, query: string, plan?: string): Promise<Response> {
  const body = new FormData()
  body.set('file', new File([csv], 'products.csv'))
  if (plan) body.set('plan', plan)
  return asOwner(`/api/products/import${query}`, { body, method: 'POST' })
}

async function exportCsv({ asOwner }: TestApp): Promise<string> {
  return (await asOwner('/api/products.csv')).text()
}

test('a product is returned with every field that was sent, to its owner and to readers', async () => {
  const app = await testApp()
  const created = await create(app)
  expect(created).toMatchObject(before)
  const [shown] = (await (await app.request('/api/products')).json()) as Product[]
  expect(shown).toMatchObject(before)
})

test.each(fields)('a save changes %s alone', async (field) => {
  const app = await testApp()
  const { id } = await create(app)
  const input = { ...before, [field]: after[field] }
  const response = await app.asOwner(`/api/products/${id}`, { method: 'PUT', json: input })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ ...input, version: 2 })
  expect(await (await app.asOwner(`/api/products/${id}`)).json()).toMatchObject({ ...input, version: 2 })
})

test('an exported file brings every field back, with each change in the plan', async () => {
  const app = await testApp()
  const { id } = await create(app)
  const csv = await exportCsv(app)
  expect(csv.split('\n')[0]).toBe(Object.keys(productColumns).join(','))
  expect((await app.asOwner(`/api/products/${id}`, { method: 'PUT', json: after })).status).toBe(200)

  const planned = (await (await upload(app, csv, '?dryRun=true')).json()) as ImportPlan
  expect(planned.columns.map((column) => column.field)).toEqual(Object.keys(productColumns))
  expect(planned.rows[0]!.reasons).toEqual([])
  expect(planned.rows[0]!.changes.map((change) => change.field)).toEqual(fields)
  for (const { field, from, to } of planned.rows[0]!.changes) expect(from, field).not.toBe(to)
  expect((await upload(app, csv, '', planned.plan)).status).toBe(200)
  expect(await (await app.asOwner(`/api/products/${id}`)).json()).toMatchObject(before)
  expect(await exportCsv(app)).toBe(csv)
})

test('every field is created from a file', async () => {
  const app = await testApp()
  const { id } = await create(app)
  const csv = await exportCsv(app)
  await app.db.deleteFrom('products').where('id', '=', id).execute()
  const planned = (await (await upload(app, csv, '?dryRun=true')).json()) as ImportPlan
  expect(planned.counts).toEqual({ create: 1, update: 0, unchanged: 0, refused: 0 })
  expect((await upload(app, csv, '', planned.plan)).status).toBe(200)
  const [created] = (await (await app.request('/api/products')).json()) as Product[]
  expect(created).toMatchObject(before)
})

test('no header belongs to two columns', () => {
  const headers = Object.values(productColumns).flatMap((column) => column.headers)
  expect(headers.filter((header, index) => headers.indexOf(header) !== index)).toEqual([])
})
