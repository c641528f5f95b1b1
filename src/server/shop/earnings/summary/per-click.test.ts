import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../../test/factories.ts'
import { awinReport, importReport, march, readEarnings } from '../../../../../test/import-report.ts'
import { type TestApp, testApp } from '../../../../../test/test-app.ts'
import { placementCode } from '../../../../contract/shop/placements.ts'
import { addPageViews } from '../../analytics/page-views.repo.ts'
import { addClicks } from '../../analytics/totals.repo.ts'

const click = (app: TestApp, day: string, ids: { productId?: number; postId?: number }) =>
  addClicks(app.db, [{ day, productId: null, postId: null, filteredReason: null, ...ids }])

const view = (app: TestApp, path: string, day: string) =>
  addPageViews(app.db, [{ day, path, views: 100, reason: '', kind: 'search', host: '', is_demo: 0 }])

test('what newsletters sold counts in no EPC or RPM, since clicks in them are counted apart from the site’s', async () => {
  const app = await testApp()
  const productId = await makeProduct(app.db)
  await click(app, '2026-03-01', { productId })
  await view(app, '/shop', '2026-03-01')
  const codes = [
    placementCode({ source: 'shop', productId, position: 'card' }),
    placementCode({ source: 'newsletter', sourceId: 7, productId, position: 'card' }),
  ]
  await importReport(app, awinReport(codes.map((ref, id) => ({ id, ref, commission: `${id + 1}.00` }))))
  const { totals, groups, previous } = await readEarnings(app)
  expect(totals).toMatchObject({ earned: 300, earnedByClicks: 100, earnedByViews: 100 })
  expect(groups.product).toMatchObject([{ earned: 300, clicks: 1, earnedByClicks: 100 }])
  expect(previous).toMatchObject({ earned: 0, earnedByClicks: 0, earnedByViews: 0 })
  const april = await readEarnings(app, 'startDate=2026-04-01&endDate=2026-04-30')
  expect(april.previous).toMatchObject({ earned: 300, earnedByClicks: 100, earnedByViews: 100 })
})

test('sales of days before clicks or views were counted are in no EPC or RPM, and none has one by the day of posting', async () => {
  const app = await testApp()
  const post = await makePost(app.db, { slug: 'creams' })
  await click(app, '2026-03-03', { postId: post })
  await view(app, '/blog/creams', '2026-03-05')
  const ref = placementCode({ source: 'post', sourceId: post, position: 'text' })
  await importReport(
    app,
    awinReport([
      { id: 1, ref, commission: '1.00', day: '2026-03-02' },
      { id: 2, ref, commission: '2.00', day: '2026-03-03' },
      { id: 3, ref, commission: '4.00', day: '2026-03-05' },
      { id: 4, ref, commission: '8.00', day: '2026-03-06', status: 'declined' },
    ]),
  )
  const sums = { earned: 700, earnedByClicks: 600, earnedByViews: 400 }
  const { totals, groups } = await readEarnings(app)
  expect(totals).toMatchObject(sums)
  expect(groups.place).toMatchObject([{ ...sums, clicks: 1, views: { people: 100 } }])
  const posted = await readEarnings(app, `${march}&basis=posted`)
  expect(posted.totals).toMatchObject({ earnedByClicks: null, earnedByViews: null })
  expect(posted.groups.place).toMatchObject([{ earnedByClicks: null, earnedByViews: null }])
})
