import { expect, test } from 'vitest'
import { makeProduct } from '../../../../test/factories.ts'
import { allProducts } from '../../../../test/import-products.ts'
import { testApp } from '../../../../test/test-app.ts'
import type { ProductRevision } from '../../../contract/shop/product-revisions.ts'
import { storeDerivedRows } from './derived-rows.repo.ts'

async function threeProducts() {
  const app = await testApp()
  const make = (name: string, concerns: string[]) => makeProduct(app.db, { name, facts: JSON.stringify({ concerns }) })
  const ids = {
    balm: await make('Balm', ['Dryness', 'Red spots']),
    gone: await make('Gone', ['red  Spots']),
    mist: await make('Mist', ['Redness', 'red spots', 'Dryness']),
    sun: await make('Sun', ['Redness']),
  }
  await storeDerivedRows(app.db, Object.values(ids))
  expect((await app.asOwner(`/api/products/${ids.gone}`, { method: 'DELETE' })).status).toBe(200)
  const merge = (from = 'Red spots', into = 'Redness', key = 'one') =>
    app.asOwner('/api/product-concerns/merge', {
      json: { from, into },
      headers: { 'idempotency-key': `merge-${key}` },
    })
  return { ...app, app, ids, merge }
}

test('products in any spelling of a concern get the other one once, with an earlier version each, deleted ones too', async () => {
  const { app, asOwner, request, ids, merge, purged } = await threeProducts()
  const response = await merge()
  expect([response.status, await response.json()]).toEqual([200, { moved: 2 }])
  expect(purged.at(-1)).toContain('products')
  expect(await (await merge()).json()).toEqual({ moved: 2 })
  expect((await merge('Red spots', 'Redness', 'two')).status).toBe(404)
  expect((await asOwner(`/api/products/${ids.gone}/restore`, { method: 'POST' })).status).toBe(200)
  const products = await allProducts(app)
  expect(Object.fromEntries(products.map(({ name, facts, version }) => [name, [facts.concerns, version]]))).toEqual({
    Balm: [['Dryness', 'Redness'], 2],
    Gone: [['Redness'], 1],
    Mist: [['Redness', 'Dryness'], 2],
    Sun: [['Redness'], 1],
  })
  const revisions = (await (await asOwner(`/api/products/${ids.balm}/revisions`)).json()) as ProductRevision[]
  expect(revisions.map(({ product }) => product.facts?.concerns)).toEqual([
    ['Dryness', 'Redness'],
    ['Dryness', 'Red spots'],
  ])
  const { concerns } = (await (await asOwner('/api/product-suggestions')).json()) as { concerns: string[] }
  expect(concerns).toEqual(['Dryness', 'Redness'])
  expect(await (await request('/api/products?concern=redness')).json()).toHaveLength(4)
  const [, entry] = (await (await asOwner('/api/audit')).json()) as { text: string }[]
  expect(entry?.text).toBe('Merged the concern “Red spots into Redness”')
})

test('only into another concern that a product has', async () => {
  const { merge, app } = await threeProducts()
  expect((await merge('Redness', 'REDNESS', 'two')).status).toBe(422)
  expect((await merge('Redness', 'Glow', 'three')).status).toBe(422)
  expect((await merge('Redness', ' ', 'four')).status).toBe(400)
  expect((await merge('Glow', 'Redness', 'five')).status).toBe(404)
  expect((await allProducts(app)).every(({ version }) => version === 1)).toBe(true)
})
