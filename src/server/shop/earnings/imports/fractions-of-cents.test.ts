import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { awinReport, importReport, march, readEarnings, uploadReport } from '../../../../../test/import-report.ts'
import { makePostbackAddress, makeProgram } from '../../../../../test/pushes.ts'
import { testApp } from '../../../../../test/test-app.ts'
import type { AnalyticsSummary } from '../../../../contract/shop/analytics.ts'

test('fractions of a cent are kept, so that a sum is rounded once and not row by row', async () => {
  const app = await testApp()
  const report = awinReport([1, 2, 3].map((id) => ({ id, commission: '0.014' })))
  const { plan } = await importReport(app, report)
  expect(plan?.totals).toMatchObject([{ new: { rows: 3, commission: 4 }, all: { rows: 3, commission: 4 } }])
  const { totals, unattributed, groups, days } = await readEarnings(app)
  expect(totals).toMatchObject({ sales: 3, pending: 4, earned: 4 })
  expect(unattributed.earned).toBe(4)
  for (const lines of Object.values(groups)) expect(lines).toMatchObject([{ pending: 4, earned: 4 }])
  expect(days.find(({ sales }) => sales > 0)).toMatchObject({ sales: 3, earned: 4 })
  const analytics = await app.asOwner(`/api/analytics/summary?${march}`)
  expect(((await analytics.json()) as AnalyticsSummary).totals.revenue).toBe('0.04')

  const csv = await (await app.asOwner(`/api/earnings/sales.csv?${march}`)).text()
  const rows: Record<string, string>[] = parse(csv, { columns: true })
  expect(rows.map(({ earned, commission }) => [earned, commission])).toEqual(Array(3).fill(['0.014', '0.014']))

  expect((await uploadReport(app, report)).plan?.totals).toMatchObject([{ known: { rows: 3, commission: 4 } }])
  expect((await readEarnings(app)).totals).toMatchObject({ sales: 3, earned: 4 })
})

test('fractions of reversed, returned and pushed sales count like the sales', async () => {
  const app = await testApp()
  const path = await makePostbackAddress(app, await makeProgram(app.db, { network: 'generic', currency: 'USD' }))
  for (const tid of [1, 2, 3]) await app.request(`${path}?tid=${tid}&commission=0.014&status=approved`)
  await importReport(
    app,
    awinReport([
      { id: 1, commission: '0.016', status: 'declined' },
      { id: 2, commission: '0.016', status: 'declined' },
    ]),
  )
  expect((await readEarnings(app)).totals).toMatchObject({ approved: 4, reversed: 3, earned: 4 })
  await app.request(`${path}?tid=1&status=reversed`)
  expect((await readEarnings(app)).totals).toMatchObject({ approved: 3, reversed: 5, earned: 3 })
})
