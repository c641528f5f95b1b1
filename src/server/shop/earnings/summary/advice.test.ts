import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../../test/factories.ts'
import { awinReport, importReport } from '../../../../../test/import-report.ts'
import { type TestApp, testApp } from '../../../../../test/test-app.ts'
import { placementCode } from '../../../../contract/shop/placements.ts'
import { refreshLinks } from '../../../content/link-replacements/find-links.repo.ts'
import { addPageViews } from '../../analytics/page-views.repo.ts'
import { addClicks } from '../../analytics/totals.repo.ts'

async function readAdvice(app: TestApp) {
  const response = await app.asOwner('/api/earnings/advice')
  expect(response.status, await response.clone().text()).toBe(200)
  const { items } = (await response.json()) as { items: Record<string, unknown>[] }
  return items.map(({ kind, id, views, clicks, earned, changedDay }) => [kind, id, views, clicks, earned, changedDay])
}

const viewsOf = (path: string, views: number, reason = '', day = '2026-03-01') => ({
  ...{ day, path, views, reason },
  ...{ kind: reason ? '' : 'search', host: reason ? '' : 'search.example', is_demo: 0 },
})

test('a site without readers and sales has nothing to improve', async () => {
  const app = await testApp()
  await makePost(app.db)
  await makeProduct(app.db)
  expect(await readAdvice(app)).toEqual([])
})

test('advice names what loses money or readers, each with its figures', async () => {
  const app = await testApp()
  const { db } = app
  const bare = await makePost(db, { slug: 'bare', updated_at: '2026-02-01T00:00:00.000Z' })
  await makePost(db, { slug: 'few-readers', updated_at: '2026-02-01T00:00:00.000Z' })
  const old = await makePost(db, {
    slug: 'old',
    content: '<p>See <a href="https://shop.example/old">this cream</a>, which we used for a whole year.</p>',
    updated_at: '2024-05-06T07:08:09.000Z',
  })
  await addPageViews(db, [
    viewsOf('/blog/bare', 300),
    viewsOf('/blog/bare', 9000, 'bot'),
    viewsOf('/blog/bare', 9000, '', '2025-11-01'),
    viewsOf('/blog/old', 80),
    viewsOf('/blog/few-readers', 49),
  ])
  const hidden = await makeProduct(db, { is_active: false })
  const broken = await makeProduct(db, { affiliate_link: 'https://gone.example/serum' })
  const clicked = await makeProduct(db)
  for (const [product_id, clicks] of [
    [clicked, 21],
    [broken, 30],
  ] as const)
    await addClicks(
      db,
      Array.from({ length: clicks }, () => ({
        day: '2026-03-02',
        productId: product_id,
        postId: null,
        filteredReason: null,
      })),
    )
  const refOf = (productId: number) => placementCode({ source: 'shop', position: 'card', productId })
  await importReport(
    app,
    awinReport([
      { id: 1, commission: '4.00', ref: refOf(hidden) },
      { id: 2, commission: '2.50', ref: refOf(broken) },
      { id: 3, commission: '1.00', ref: refOf(broken), status: 'declined' },
    ]),
  )
  await refreshLinks(db, { now: '2026-03-10T00:00:00.000Z' })
  await db.updateTable('links').set({ state: 'broken' }).where('host', '=', 'gone.example').execute()
  const link = await db.selectFrom('links').select('id').where('host', '=', 'gone.example').executeTakeFirstOrThrow()

  const items = [
    ['broken-link', link.id, null, 30, 250, null],
    ['hidden-earner', hidden, null, null, 400, null],
    ['no-link', bare, 300, null, null, null],
    ['no-order', clicked, null, 21, null, null],
    ['outdated', old, 80, null, null, '2024-05-06'],
  ]
  expect(await readAdvice(app)).toEqual(items)

  await db.updateTable('links').set({ acknowledged_at: '2026-03-10T00:00:00.000Z' }).execute()
  expect(await readAdvice(app)).toEqual(items.slice(1))
})

test('a product is without orders only if no sale names it, of whatever year and currency', async () => {
  const app = await testApp()
  const [old, foreign, none] = [await makeProduct(app.db), await makeProduct(app.db), await makeProduct(app.db)]
  const linked = await makeProduct(app.db, { affiliate_link: 'https://www.amazon.com/dp/B000000001' })
  for (const productId of [old, foreign, none, linked]) {
    const click = { day: '2026-03-02', productId, postId: null, filteredReason: null }
    await addClicks(app.db, Array(20).fill(click))
  }
  const refOf = (productId: number) => placementCode({ source: 'shop', position: 'card', productId })
  await importReport(app, awinReport([{ id: 1, day: '2024-03-01', commission: '1.00', ref: refOf(old) }]))
  const report = awinReport([{ id: 2, commission: '1.00', ref: refOf(foreign) }])
  await importReport(app, report.replaceAll(',USD,', ',EUR,'))
  await importReport(app, awinReport([{ id: 3, day: '2024-03-01', commission: '1.00' }]))
  await app.db
    .updateTable('earning_sales')
    .set({ network: 'amazon', sku: 'B000000001' })
    .where('external_id', '=', '3')
    .execute()
  expect(await readAdvice(app)).toEqual([['no-order', none, null, 20, null, null]])
})
