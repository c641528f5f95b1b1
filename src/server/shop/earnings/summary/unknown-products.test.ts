import { expect, test } from 'vitest'
import { makeProduct } from '../../../../../test/factories.ts'
import { amazonReport, importReport } from '../../../../../test/import-report.ts'
import { testApp } from '../../../../../test/test-app.ts'
import type { EarningRule, UnknownProduct } from '../../../../contract/earning-rules.ts'
import type { EarningsSummary } from '../../../../contract/earnings.ts'

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
