import { expect, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'
import type { SaleStatus } from '../../../contract/earnings.ts'
import { placementCode, readPlacementCode } from '../../../contract/placements.ts'

type Sale = { currency?: string; status: SaleStatus; amount: number; code?: string }

test('a newsletter shows the orders and the commission of its own links, each currency by itself', async () => {
  const { db, asOwner } = await testApp()
  const id = await makePost(db, { kind: 'newsletter', title: 'My morning' })
  const other = await makePost(db, { kind: 'newsletter', title: 'Another' })
  const url = `/api/newsletters/${id}/earnings`
  expect(await (await asOwner(url)).json()).toEqual([])

  const codeOf = (source: 'newsletter' | 'page', sourceId: number) =>
    placementCode({ source, sourceId, productId: 3, position: 'text' })
  const sales: Sale[] = [
    { amount: 420, status: 'approved' },
    { amount: 80, status: 'pending' },
    { amount: 300, status: 'reversed' },
    { amount: -20, status: 'reversed' },
    { amount: 100, status: 'paid', currency: 'EUR' },
    { amount: 999, status: 'approved', code: codeOf('newsletter', other) },
    { amount: 999, status: 'approved', code: codeOf('page', id) },
  ]
  for (const [number, { amount, status, currency = 'USD', code }] of sales.entries()) {
    const { source, sourceId, productId, position } = readPlacementCode(code ?? codeOf('newsletter', id))!
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
  expect(await (await asOwner(url)).json()).toEqual([
    { currency: 'USD', sales: 4, pending: 80, approved: 400, paid: 0, reversed: 320, earned: 480 },
    { currency: 'EUR', sales: 1, pending: 0, approved: 0, paid: 100, reversed: 0, earned: 100 },
  ])
  expect((await asOwner('/api/newsletters/999/earnings')).status).toBe(404)
})
