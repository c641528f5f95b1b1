import { expect, test } from 'vitest'
import { makeProduct } from '../../../../../test/factories.ts'
import { amazonReport, importReport } from '../../../../../test/import-report.ts'
import { testApp } from '../../../../../test/test-app.ts'
import type { EarningRule, UnknownProduct } from '../../../../contract/shop/earning-rules.ts'
import type { EarningsSummary } from '../../../../contract/shop/earnings.ts'

test('the owner says which product a SKU of a report is, and takes it back', async () => {
  const app = await testApp()
  const product = await makeProduct(app.db, { name: 'Birch oil' })
  const read = async <Body>(path: string) => (await (await app.asOwner(`/api/earnings${path}`)).json()) as Body
  const listUnknown = () => read<UnknownProduct[]>('/unknown-products')
  const readProducts = async () => {
    const { groups } = await read<EarningsSummary>('?startDate=2026-03-01&endDate=2026-03-31&currency=USD')
    return groups.product.map(({ name, earned }) => [name, earned])
  }
  expect(await listUnknown()).toEqual([])
  await importReport(
    app,
    amazonReport([
      { asin: 'B1', fee: '1.00' },
      { asin: 'B2', fee: '5.00' },
      { asin: 'B1', fee: '0.50', tag: 'other-20' },
    ]),
  )
  const amazon = { network: 'amazon', currency: 'USD' }
  expect(await listUnknown()).toEqual([
    { ...amazon, sku: 'B2', name: 'Cream B2', sales: 1, earned: 500 },
    { ...amazon, sku: 'B1', name: 'Cream B1', sales: 2, earned: 150 },
  ])
  const input = { kind: 'sku', network: 'amazon', value: 'B1' }
  const created = await app.asOwner('/api/earnings/rules', { json: { ...input, productId: product } })
  expect(created.status).toBe(201)
  const rule = (await created.json()) as EarningRule
  expect(rule).toMatchObject({ ...input, productId: product, postId: null, name: 'Birch oil' })
  expect((await listUnknown()).map(({ sku }) => sku)).toEqual(['B2'])
  expect(await readProducts()).toEqual([
    ['No product', 500],
    ['Birch oil', 150],
  ])
  // The place is another question.
  expect(await read<unknown[]>('/unattributed')).toHaveLength(2)

  expect(await read('/rules')).toEqual([rule])
  await app.asOwner(`/api/earnings/rules/${rule.id}`, { method: 'DELETE' })
  expect((await listUnknown()).map(({ sku }) => sku)).toEqual(['B2', 'B1'])
  expect((await app.asOwner('/api/earnings/rules', { json: { ...input, postId: 1 } })).status).toBe(400)
})

test('a sale at Amazon belongs to the product whose link leads to its item, unless a rule says otherwise', async () => {
  const app = await testApp()
  const serum = await makeProduct(app.db, {
    name: 'Serum',
    affiliate_link: 'https://www.amazon.com/Rose-Serum/dp/B000000001/ref=x?tag=glow-20',
  })
  const book = await makeProduct(app.db, {
    name: 'Book',
    affiliate_link: 'https://amazon.com/gp/product/0345472721?tag=glow-20',
  })
  await importReport(
    app,
    amazonReport([
      { asin: 'B000000001', fee: '1.00' },
      { asin: '0345472721', fee: '2.00' },
      { asin: 'B000000009', fee: '4.00' },
    ]),
  )
  const read = async <Body>(path: string) => (await (await app.asOwner(`/api/earnings${path}`)).json()) as Body
  const products = async () => {
    const { groups } = await read<EarningsSummary>('?startDate=2026-03-01&endDate=2026-03-31&currency=USD')
    return groups.product.map(({ name, earned }) => [name, earned])
  }
  expect(await products()).toEqual([
    ['No product', 400],
    ['Book', 200],
    ['Serum', 100],
  ])
  expect((await read<UnknownProduct[]>('/unknown-products')).map(({ sku }) => sku)).toEqual(['B000000009'])
  const json = { kind: 'sku', network: 'amazon', value: '0345472721', productId: serum }
  await app.asOwner('/api/earnings/rules', { json })
  await app.db.updateTable('products').set({ deleted_at: '2026-03-10T12:00:00.000Z' }).where('id', '=', book).execute()
  expect(await products()).toEqual([
    ['No product', 400],
    ['Serum', 300],
  ])
})
