import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../../test/test-app.ts'
import type { ImportDone, ImportPlan } from '../../../../contract/shop/product-import.ts'
import type { ImportUndo, ProductImport } from '../../../../contract/shop/product-imports.ts'
import type { OwnerProduct } from '../../../../contract/shop/products.ts'
import { cleanUp } from '../../../app/cleanup.ts'

const csv = [
  'Name,Category,Price,Affiliate link,Image URL',
  'Oat cream,Masks,24.5,https://shop.example/oat,https://shop.example/oat.jpg',
  'Rice wash,Cleansers,12,https://shop.example/rice,',
  'Clay mask,Masks,30,https://shop.example/clay,',
].join('\n')

async function importFile(app: TestApp, text = csv): Promise<ImportDone> {
  const send = (fields: Record<string, string>, query = '') => {
    const body = new FormData()
    body.set('file', new File([text], 'shop.csv', { type: 'text/csv' }))
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    return app.asOwner(`/api/products/import${query}`, { body, method: 'POST' })
  }
  const { plan } = (await (await send({}, '?dryRun=true')).json()) as ImportPlan
  const response = await send({ plan })
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as ImportDone
}

const undo = (app: TestApp, id: number | null, key?: string) =>
  app.asOwner(`/api/products/imports/${id}/undo`, { method: 'POST', headers: key ? { 'idempotency-key': key } : {} })
const undone = async (app: TestApp, id: number | null) => {
  const response = await undo(app, id)
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as ImportUndo
}
const list = async (app: TestApp) =>
  (await (await app.asOwner('/api/products?status=all&sort=name&direction=asc')).json()) as OwnerProduct[]
const imports = async (app: TestApp) => (await (await app.asOwner('/api/products/imports')).json()) as ProductImport[]
const save = async (app: TestApp, product: OwnerProduct, changes: object) => {
  const response = await app.asOwner(`/api/products/${product.id}`, { method: 'PUT', json: { ...product, ...changes } })
  expect(response.status, await response.clone().text()).toBe(200)
}

test('an undo removes what the import created and brings the former values of the others back', async () => {
  const app = await testApp()
  await makeProduct(app.db, { name: 'Clay mask', category: 'Masks', affiliate_link: 'https://shop.example/clay' })
  const before = await list(app)
  const done = await importFile(app)
  expect(done).toMatchObject({ create: 2, update: 1, importId: 1 })
  expect((await list(app)).find(({ name }) => name === 'Clay mask')).toMatchObject({ price: '30.00' })
  expect(await imports(app)).toEqual([
    { id: 1, fileName: 'shop.csv', importedAt: '2026-03-10T15:00:00.000Z', created: 2, updated: 1, undo: null },
  ])
  const purges = app.purged.length
  expect(await undone(app, done.importId)).toEqual({ removed: 2, restored: 1, kept: [] })
  expect(app.purged).toHaveLength(purges + 1)
  expect(app.purged.at(-1)).toContain('products')
  const { version: _version, updatedAt: _updatedAt, position: _position, ...former } = before[0]!
  expect(await list(app)).toMatchObject([former])
  expect(await list(app)).toHaveLength(1)
  const entries = (await (await app.asOwner('/api/audit')).json()) as { text: string }[]
  expect(entries[0]?.text).toBe('Undid the import of “shop.csv”')
})

test('products that were saved since, or that a text shows, stay and are named', async () => {
  const app = await testApp()
  await makeProduct(app.db, { name: 'Clay mask', category: 'Masks', affiliate_link: 'https://shop.example/clay' })
  const done = await importFile(app)
  const [clay, oat, rice] = await list(app)
  await save(app, clay!, { price: '31' })
  const post = await makePost(app.db)
  await app.db.insertInto('post_references').values({ post_id: post, kind: 'product', ref_id: oat!.id }).execute()
  expect(await undone(app, done.importId)).toEqual({
    removed: 1,
    restored: 0,
    kept: expect.arrayContaining([
      { id: clay!.id, name: 'Clay mask', reason: 'changed' },
      { id: oat!.id, name: 'Oat cream', reason: 'in-use' },
    ]),
  })
  expect((await list(app)).map(({ name, price }) => [name, price])).toEqual([
    ['Clay mask', '31.00'],
    ['Oat cream', '24.50'],
  ])
  expect((await list(app)).some(({ id }) => id === rice!.id)).toBe(false)
})

test('an undo that is sent twice, or twice at once, happens once and returns the same result', async () => {
  const app = await testApp()
  const done = await importFile(app)
  const responses = await Promise.all([undo(app, done.importId), undo(app, done.importId, 'the-key-of-an-undo')])
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  for (const response of responses) expect(await response.json()).toEqual({ removed: 3, restored: 0, kept: [] })
  await makeProduct(app.db, { name: 'Oat cream' })
  expect(await undone(app, done.importId)).toEqual({ removed: 3, restored: 0, kept: [] })
  expect((await list(app)).map(({ name }) => name)).toEqual(['Oat cream'])
  expect((await imports(app))[0]?.undo).toEqual({ removed: 3, restored: 0, kept: [] })
})

test('an undo that fails halfway changes nothing', async () => {
  const app = await testApp()
  await makeProduct(app.db, { name: 'Clay mask', category: 'Masks', affiliate_link: 'https://shop.example/clay' })
  const done = await importFile(app)
  const before = await list(app)
  await app.db.schema.alterTable('product_imports').renameColumn('outcome', 'later').execute()
  expect((await undo(app, done.importId)).status).toBe(500)
  await app.db.schema.alterTable('product_imports').renameColumn('later', 'outcome').execute()
  expect(await list(app)).toEqual(before)
  expect(await undone(app, done.importId)).toMatchObject({ removed: 2, restored: 1 })
})

test('a slug that the import changed comes back, and its page is found again', async () => {
  const app = await testApp()
  const id = await makeProduct(app.db, { name: 'Clay mask', slug: 'clay-mask', category: 'Masks' })
  const done = await importFile(
    app,
    `ID,Name,Slug,Category,Price,Affiliate link\n${id},Clay mask,kaolin,Masks,30,https://shop.example/clay`,
  )
  if (done.update === 1) expect((await list(app))[0]?.slug).toBe('kaolin')
  await undone(app, done.importId)
  expect((await list(app))[0]?.slug).toBe('clay-mask')
})

test('after 30 days an import can no longer be undone, and its records go', async () => {
  const app = await testApp()
  const done = await importFile(app)
  await app.db.updateTable('product_imports').set({ imported_at: '2026-02-08T15:00:00.000Z' }).execute()
  expect(await imports(app)).toEqual([])
  expect((await undo(app, done.importId)).status).toBe(404)
  await cleanUp(app.db, new Date('2026-03-10T15:00:00.000Z'))
  expect(await app.db.selectFrom('product_import_rows').selectAll().execute()).toEqual([])
  expect(await list(app)).toHaveLength(3)
})

test('an import that changes nothing cannot be undone, because nothing was written', async () => {
  const app = await testApp()
  await importFile(app)
  expect((await importFile(app)).importId).toBeNull()
  expect(await imports(app)).toHaveLength(1)
})
