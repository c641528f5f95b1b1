import { expect, test } from 'vitest'
import { makeProduct } from '../../../../test/factories.ts'
import { allProducts } from '../../../../test/import-products.ts'
import { testApp } from '../../../../test/test-app.ts'
import { defaultMenus, type EditableMenus } from '../../../contract/content/menus.ts'
import type { ProductRevision } from '../../../contract/shop/product-revisions.ts'

async function twoCategories() {
  const app = await testApp()
  const make = (name: string, category: string) => makeProduct(app.db, { name, category })
  const ids = {
    foam: await make('Foam', 'Cleanser'),
    gone: await make('Gone', 'Cleanser'),
    oil: await make('Oil', 'Cleansers'),
  }
  expect((await app.asOwner(`/api/products/${ids.gone}`, { method: 'DELETE' })).status).toBe(200)
  const merge = (from = 'Cleanser', into = 'Cleansers', key = 'one') =>
    app.asOwner('/api/product-categories/merge', {
      json: { from, into },
      headers: { 'idempotency-key': `merge-${key}` },
    })
  return { ...app, app, ids, merge }
}

test('all products move, with an earlier version each, and deleted ones come back in the other category', async () => {
  const { app, asOwner, request, ids, merge, purged } = await twoCategories()
  const response = await merge()
  expect([response.status, await response.json()]).toEqual([200, { moved: 1 }])
  expect(purged.at(-1)).toEqual(expect.arrayContaining(['products', 'settings']))
  expect(await (await merge()).json()).toEqual({ moved: 1 })
  expect((await merge('Cleanser', 'Cleansers', 'two')).status).toBe(404)
  expect((await asOwner(`/api/products/${ids.gone}/restore`, { method: 'POST' })).status).toBe(200)
  const products = await allProducts(app)
  expect(products.map(({ name, category, version }) => [name, category, version]).toSorted()).toEqual([
    ['Foam', 'Cleansers', 2],
    ['Gone', 'Cleansers', 1],
    ['Oil', 'Cleansers', 1],
  ])
  const revisions = (await (await asOwner(`/api/products/${ids.foam}/revisions`)).json()) as ProductRevision[]
  expect(revisions.map(({ product }) => product.category)).toEqual(['Cleansers', 'Cleanser'])
  expect(await (await request('/api/product-categories')).json()).toEqual(['Cleansers'])
  expect(((await (await request('/api/search?q=Cleansers')).json()) as { products: unknown[] }).products).toHaveLength(
    3,
  )
  const [, entry] = (await (await asOwner('/api/audit')).json()) as { text: string }[]
  expect(entry?.text).toBe('Merged the product category “Cleanser into Cleansers”')
})

test('menus lead to the other category', async () => {
  const { asOwner, merge } = await twoCategories()
  const header = [{ label: 'Wash', target: { kind: 'shop-category', name: 'Cleanser' }, isHidden: false }]
  expect((await asOwner('/api/menus', { method: 'PUT', json: { ...defaultMenus, header } })).status).toBe(200)
  expect((await merge()).status).toBe(200)
  const { menus } = (await (await asOwner('/api/menus')).json()) as EditableMenus
  expect(menus.header[0]?.target).toEqual({ kind: 'shop-category', name: 'Cleansers' })
})

test('only into another category that a product has', async () => {
  const { app, merge } = await twoCategories()
  expect((await merge('Cleanser', 'Cleanser', 'two')).status).toBe(422)
  expect((await merge('Cleanser', 'Masks', 'three')).status).toBe(422)
  expect((await merge('Cleanser', ' ', 'four')).status).toBe(400)
  expect((await merge('Masks', 'Cleansers', 'five')).status).toBe(404)
  expect((await allProducts(app)).map(({ category }) => category).toSorted()).toEqual(['Cleanser', 'Cleansers'])
})
