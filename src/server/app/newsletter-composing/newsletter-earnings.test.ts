import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'
import type { SaleStatus } from '../../../contract/shop/earnings.ts'
import { type Placement, placementCode, readPlacementCode } from '../../../contract/shop/placements.ts'

type Sale = { currency?: string; status: SaleStatus; amount: number; code?: string; at?: Partial<Placement> }

test('a newsletter shows orders, sales and commission of its own placements, each currency by itself', async () => {
  const { db, asOwner } = await testApp()
  const id = await makePost(db, { kind: 'newsletter', title: 'My morning' })
  const other = await makePost(db, { kind: 'newsletter', title: 'Another' })
  const url = `/api/newsletters/${id}/earnings`
  expect(await (await asOwner(url)).json()).toEqual([])

  const balm = await makeProduct(db, { name: 'Balm' })
  const codeOf = (source: 'newsletter' | 'page', sourceId: number, at: Partial<Placement> = {}) =>
    placementCode({ source, sourceId, productId: balm, position: 'text', ...at })
  const sales: Sale[] = [
    { amount: 420, status: 'approved' },
    { amount: 80, status: 'pending' },
    { amount: 300, status: 'reversed' },
    { amount: -20, status: 'reversed' },
    { amount: 50, status: 'approved', at: { position: 'box' } },
    { amount: 70, status: 'approved', at: { productId: 777, position: 'box' } },
    { amount: 100, status: 'paid', currency: 'EUR' },
    { amount: 999, status: 'approved', code: codeOf('newsletter', other) },
    { amount: 999, status: 'approved', code: codeOf('page', id) },
  ]
  for (const [number, { amount, status, currency = 'USD', code, at }] of sales.entries()) {
    const { source, sourceId, productId, position } = readPlacementCode(code ?? codeOf('newsletter', id, at))!
    await db
      .insertInto('earning_sales')
      .values({
        ...{ network: 'awin', external_id: `sale-${number}`, occurrence: 1, event_id: number + 1, event_count: 1 },
        ...{ status, sale_minor: 1000, commission_minor: amount, currency },
        ...{ clicked_day: '2026-03-01', ordered_day: '2026-03-01', posted_day: '2026-03-02' },
        ...{ source, source_id: sourceId!, product_id: productId!, position },
      })
      .execute()
  }
  const text = { sales: 4, orders: 3, pending: 80, approved: 400, paid: 0, reversed: 320, earned: 480, ordered: 2000 }
  const box = { sales: 1, orders: 1, pending: 0, approved: 50, paid: 0, reversed: 0, earned: 50, ordered: 1000 }
  const euros = { sales: 1, orders: 1, pending: 0, approved: 0, paid: 100, reversed: 0, earned: 100, ordered: 1000 }
  const ofBalm = { productId: balm, product: 'Balm' }
  expect(await (await asOwner(url)).json()).toEqual([
    {
      ...{
        currency: 'USD',
        sales: 6,
        orders: 5,
        pending: 80,
        approved: 520,
        paid: 0,
        reversed: 320,
        earned: 600,
        ordered: 4000,
      },
      placements: [
        { ...ofBalm, position: 'link in the text', ...text },
        { productId: 777, product: 'Product 777', position: 'product box', ...box, approved: 70, earned: 70 },
        { ...ofBalm, position: 'product box', ...box },
      ],
    },
    { currency: 'EUR', ...euros, placements: [{ ...ofBalm, position: 'link in the text', ...euros }] },
  ])
  expect((await asOwner('/api/newsletters/999/earnings')).status).toBe(404)
})
