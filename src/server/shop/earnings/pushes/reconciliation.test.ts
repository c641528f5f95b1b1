import { expect, test } from 'vitest'
import { act, awinReport, importReport, uploadReport } from '../../../../../test/import-report.ts'
import { makePostbackAddress, makeProgram, readSales } from '../../../../../test/pushes.ts'
import { type TestApp, testApp } from '../../../../../test/test-app.ts'
import type { NewNetwork } from '../../../../contract/shop/conversions.ts'
import { runEarnings } from '../imports/earnings-job.ts'

const day = { day: '2026-03-02', ref: '' }

async function openAwin() {
  const app = await testApp()
  const path = await makePostbackAddress(app, await makeProgram(app.db, { network: 'awin' }))
  const push = (commission: string, status = 'pending') =>
    app.request(`${path}?tid=1&click=code&commission=${commission}&currency=USD&status=${status}`)
  return { app, push }
}

test('a pushed sale and the report’s row are one sale, in either order, and the report’s values win', async () => {
  const { app, push } = await openAwin()
  await push('5.00')
  const report = awinReport([{ id: 1, commission: '5.25', ...day }])
  const done = await importReport(app, report)
  expect(done.plan?.totals[0]).toMatchObject({ changed: { rows: 1 }, new: { rows: 0 } })
  const expected = [{ commission_minor: 525, click_ref: 'code', ordered_day: '2026-03-02', event_count: 2 }]
  expect(await readSales(app)).toMatchObject(expected)
  await push('5.00')
  expect(await readSales(app)).toMatchObject(expected)

  const other = await openAwin()
  await importReport(other.app, report)
  await other.push('5.00')
  expect(await readSales(other.app)).toMatchObject(expected)
  // A later push that brings the sale further counts until the next report.
  await other.push('5.00', 'reversed')
  expect(await readSales(other.app)).toMatchObject([{ status: 'reversed', event_count: 3 }])
})

test('undoing the report leaves the pushed sale as it was', async () => {
  const { app, push } = await openAwin()
  await push('5.00')
  const before = await readSales(app)
  const { id } = await importReport(app, awinReport([{ id: 1, commission: '6.00', ...day }]))
  expect((await act(app, id, 'undo')).status).toBe(202)
  expect(await readSales(app)).toEqual(before)
})

async function convert(app: TestApp, name = 'Awin UK') {
  const created = await app.asOwner('/api/conversion-networks', { json: { name } })
  const { secret } = (await created.json()) as NewNetwork
  const query = `secret=${secret}&linkId=shop&revenue=5.00&conversionId=1`
  expect((await app.request(`/api/analytics/postback?${query}`)).status).toBe(201)
}

test('a conversion of the postback and the row of a report are one sale, in either order', async () => {
  const report = awinReport([
    { id: 1, commission: '5.25', ...day },
    { id: 2, commission: '1.00', ...day },
  ])
  const app = await testApp()
  await convert(app)
  expect(await readSales(app)).toMatchObject([{ external_id: 'conversion:1', commission_minor: 500 }])
  const planned = await uploadReport(app, report)
  expect(planned.plan?.totals[0]).toMatchObject({ changed: { rows: 1 }, new: { rows: 1 } })
  await act(app, planned.id, 'confirm')
  const expected = [
    { network: 'awin', external_id: '1', commission_minor: 525, click_ref: 'shop', source: 'shop' },
    { network: 'awin', external_id: '2', commission_minor: 100, click_ref: null },
  ]
  expect(await readSales(app)).toMatchObject(expected)
  const events = await app.db.selectFrom('earning_events').selectAll().orderBy('id').execute()
  expect(events.find(({ external_id }) => external_id === '1')?.original_id).toBe(events[0]!.id)
  await act(app, planned.id, 'undo')
  expect(await readSales(app)).toMatchObject([{ external_id: 'conversion:1', commission_minor: 500 }])

  const other = await testApp()
  await importReport(other, report)
  await convert(other)
  expect(await readSales(other)).toMatchObject(expected)

  // Another network's sale of the same id is another sale.
  const third = await testApp()
  await convert(third, 'Glow Network')
  await importReport(third, report)
  expect(await readSales(third)).toHaveLength(3)
})

test('deleting a conversion that a report confirmed leaves the reported sale', async () => {
  const app = await testApp()
  await convert(app)
  await importReport(app, awinReport([{ id: 1, commission: '5.25', ...day }]))
  expect((await app.asOwner('/api/analytics/conversions/1', { method: 'DELETE' })).status).toBe(200)
  expect(await readSales(app)).toMatchObject([{ network: 'awin', commission_minor: 525 }])
})

test('sales that an earlier version counted twice become one at the next run of the job', async () => {
  const app = await testApp()
  await convert(app)
  const counted = await app.db.selectFrom('earning_sales').selectAll().executeTakeFirstOrThrow()
  await importReport(app, awinReport([{ id: 1, commission: '5.25', ...day }]))
  const { id: _, ...values } = counted
  await app.db.insertInto('earning_sales').values(values).execute()
  expect(await readSales(app)).toHaveLength(2)
  await runEarnings(app.db, { now: '2026-03-10T16:00:00.000Z', signal: new AbortController().signal })
  expect(await readSales(app)).toMatchObject([{ network: 'awin', commission_minor: 525 }])
})
