import { expect, test } from 'vitest'
import { makeProduct } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { Conflict } from '../../../contract/platform/row-endpoints.ts'
import { blankFacts } from '../../../contract/shop/product-facts.ts'
import type { ProductRevision } from '../../../contract/shop/product-revisions.ts'
import type { OwnerProduct } from '../../../contract/shop/products.ts'
import { findMentioned } from '../../content/images/image-uses.repo.ts'

const input = {
  name: 'Oat cream',
  category: 'Moisturizers',
  price: '24.50',
  currency: 'USD',
  imageUrl: '',
  imageAlt: 'A jar',
  affiliateLink: 'https://shop.example/oat',
  isActive: true,
}

async function create({ asOwner }: TestApp, over: object = {}): Promise<OwnerProduct> {
  return (await (await asOwner('/api/products', { json: { ...input, ...over } })).json()) as OwnerProduct
}

async function save({ asOwner }: TestApp, id: number, over: object): Promise<void> {
  const response = await asOwner(`/api/products/${id}`, { method: 'PUT', json: { ...input, ...over } })
  expect(response.status, await response.clone().text()).toBe(200)
}

async function revisions({ asOwner }: TestApp, id: number): Promise<ProductRevision[]> {
  const response = await asOwner(`/api/products/${id}/revisions`)
  expect(response.status).toBe(200)
  return (await response.json()) as ProductRevision[]
}

async function restore(app: TestApp, id: number, version: number, headers: Record<string, string> = {}) {
  const { id: revision } = (await revisions(app, id)).find((each) => each.version === version)!
  return app.asOwner(`/api/products/${id}/revisions/${revision}/restore`, { method: 'POST', headers })
}

async function importCsv({ asOwner }: TestApp, csv: string): Promise<void> {
  const form = (fields: Record<string, string>) => {
    const body = new FormData()
    body.set('file', new File([csv], 'products.csv'))
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    return { body, method: 'POST' }
  }
  const { plan } = (await (await asOwner('/api/products/import?dryRun=true', form({}))).json()) as { plan: string }
  const response = await asOwner('/api/products/import', form({ plan }))
  expect(response.status, await response.clone().text()).toBe(200)
}

const header = 'name,category,price,affiliateLink\n'

test('each save that changes a product stores a revision, newest first', async () => {
  const app = await testApp()
  const { id } = await create(app)
  app.setNow('2026-03-10T16:00:00.000Z')
  await save(app, id, { price: '30.00' })
  await save(app, id, { price: '30.00' })
  expect(await revisions(app, id)).toEqual([
    {
      id: expect.any(Number),
      version: 2,
      createdAt: '2026-03-10T16:00:00.000Z',
      product: { ...input, price: '30.00', facts: blankFacts },
    },
    {
      id: expect.any(Number),
      version: 1,
      createdAt: '2026-03-10T15:00:00.000Z',
      product: { ...input, facts: blankFacts },
    },
  ])
})

test('a product that was never saved here gets a revision of its first state with its first change', async () => {
  const app = await testApp()
  const id = await makeProduct(app.db, { name: 'Seeded', updated_at: '2026-01-05T00:00:00.000Z' })
  expect(await revisions(app, id)).toEqual([])
  await save(app, id, {})
  expect(await revisions(app, id)).toMatchObject([
    { version: 2, product: { name: 'Oat cream' } },
    { version: 1, product: { name: 'Seeded' }, createdAt: '2026-01-05T00:00:00.000Z' },
  ])
})

test('an import stores the state before and after it, of updated and of new products', async () => {
  const app = await testApp()
  const old = await makeProduct(app.db, { name: 'Oat cream', affiliate_link: input.affiliateLink })
  await importCsv(
    app,
    `${header}Oat cream,Masks,30,${input.affiliateLink}\nBirch toner,Toners,9,https://shop.example/birch\n`,
  )
  expect(await revisions(app, old)).toMatchObject([
    { version: 2, product: { category: 'Masks', price: '30.00' } },
    { version: 1, product: { category: 'Cleansers', price: '12.50' } },
  ])
  const [, birch] = (await (await app.asOwner('/api/products?status=all')).json()) as OwnerProduct[]
  expect(await revisions(app, birch!.id)).toMatchObject([{ version: 1, product: { name: 'Birch toner' } }])
})

test('activating and deactivating several products stores a revision of each that changed', async () => {
  const app = await testApp()
  const shown = await create(app)
  const hidden = await create(app, { isActive: false })
  await app.asOwner('/api/products/deactivate', { method: 'POST', json: { ids: [shown.id, hidden.id] } })
  expect(await revisions(app, shown.id)).toMatchObject([
    { version: 2, product: { isActive: false } },
    { version: 1, product: { isActive: true } },
  ])
  expect(await revisions(app, hidden.id)).toHaveLength(1)
})

test('the newest twenty revisions of each product are stored, whatever wrote them', async () => {
  const app = await testApp()
  const { id } = await create(app)
  const other = await create(app, { name: 'Another', affiliateLink: 'https://shop.example/other' })
  for (let i = 2; i <= 23; i++) await save(app, id, { price: `${i}.00` })
  const versions = async () => (await revisions(app, id)).map(({ version }) => version)
  expect(await versions()).toEqual(Array.from({ length: 20 }, (_, i) => 23 - i))
  await importCsv(app, `${header}Oat cream,Masks,99,${input.affiliateLink}\n`)
  expect(await versions()).toEqual(Array.from({ length: 20 }, (_, i) => 24 - i))
  await app.asOwner('/api/products/deactivate', { method: 'POST', json: { ids: [id] } })
  expect(await versions()).toEqual(Array.from({ length: 20 }, (_, i) => 25 - i))
  expect(await revisions(app, other.id)).toHaveLength(1)
})

test('a restored revision is a new version, which can be undone in turn', async () => {
  const app = await testApp()
  const { id } = await create(app)
  await save(app, id, { name: 'Something else', affiliateLink: 'https://shop.example/else' })
  const response = await restore(app, id, 1)
  expect(response.status).toBe(200)
  expect(response.headers.get('etag')).toBe('"3"')
  expect(await response.json()).toMatchObject({ ...input, version: 3 })
  expect((await revisions(app, id)).map(({ version }) => version)).toEqual([3, 2, 1])
  expect(await (await restore(app, id, 2)).json()).toMatchObject({ name: 'Something else', version: 4 })
  expect(await (await restore(app, id, 2)).json()).toMatchObject({ version: 4 })
  expect(await (await app.asOwner('/api/audit?limit=1')).json()).toMatchObject([{ subject: 'Something else' }])
})

test('a restored revision of an earlier version has its category in the composed form that others are in', async () => {
  const app = await testApp()
  const { id } = await create(app)
  await save(app, id, { name: 'Second' })
  const product = JSON.stringify({ ...input, category: 'Cre\u0300mes' })
  await app.db.updateTable('product_revisions').set({ product }).where('version', '=', 1).execute()
  expect(await (await restore(app, id, 1)).json()).toMatchObject({ category: 'Cr\u00e8mes' })
})

test('a revision of a version without a field has it blank', async () => {
  const app = await testApp()
  const { id } = await create(app)
  await save(app, id, { name: 'Second' })
  const { imageAlt: _, ...earlier } = input
  const product = JSON.stringify(earlier)
  await app.db.updateTable('product_revisions').set({ product }).where('version', '=', 1).execute()
  const [, first] = await revisions(app, id)
  expect(first!.product).toEqual({ ...earlier, imageAlt: '' })
  expect(await (await restore(app, id, 1)).json()).toMatchObject({ name: 'Oat cream', imageAlt: '' })
})

test('restoring a revision does not overwrite a newer save', async () => {
  const app = await testApp()
  const { id } = await create(app)
  await save(app, id, { name: 'Second' })
  const response = await restore(app, id, 1, { 'if-match': '"1"' })
  expect(response.status).toBe(409)
  expect(((await response.json()) as Conflict<OwnerProduct>).current).toMatchObject({ name: 'Second', version: 2 })
  expect((await restore(app, id, 1, { 'if-match': '"2"' })).status).toBe(200)
})

test('a revision belongs to its product, and only the owner reads it', async () => {
  const app = await testApp()
  const one = await create(app)
  const two = await create(app, { name: 'Another', affiliateLink: 'https://shop.example/other' })
  const [revision] = await revisions(app, one.id)
  for (const id of [two.id, 999]) {
    const path = `/api/products/${id}/revisions/${revision!.id}/restore`
    expect((await app.asOwner(path, { method: 'POST' })).status, path).toBe(404)
  }
  expect((await app.asOwner('/api/products/999/revisions')).status).toBe(404)
  expect((await app.request(`/api/products/${one.id}/revisions`)).status).toBe(401)
  await app.asOwner(`/api/products/${one.id}`, { method: 'DELETE' })
  expect((await app.asOwner(`/api/products/${one.id}/revisions`)).status).toBe(404)
})

test('an image that an earlier revision shows is still in use', async () => {
  const app = await testApp()
  const { id } = await create(app, { imageUrl: '/media/abc123/640.jpg' })
  await save(app, id, { imageUrl: '' })
  expect(await findMentioned(app.db, ['abc123', 'other'])).toEqual(new Set(['abc123']))
})
