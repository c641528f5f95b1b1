import { expect, test } from 'vitest'
import { awinReport, importReport } from '../../../../../test/import-report.ts'
import { makePostbackAddress, makeProgram } from '../../../../../test/pushes.ts'
import { type TestApp, testApp } from '../../../../../test/test-app.ts'
import type { NewNetwork } from '../../../../contract/shop/conversions.ts'
import type { Sale } from '../../../../contract/shop/earnings.ts'
import type { SaleEvent } from '../../../../contract/shop/sale-events.ts'

async function readSales(app: TestApp): Promise<Sale[]> {
  const query = 'startDate=2026-03-01&endDate=2026-03-31&currency=USD'
  return (await (await app.asOwner(`/api/earnings/sales?${query}`)).json()) as Sale[]
}

async function readEvents(app: TestApp, id: number): Promise<SaleEvent[]> {
  const response = await app.asOwner(`/api/earnings/sales/${id}/events`)
  expect(response.status).toBe(200)
  return (await response.json()) as SaleEvent[]
}

test('the history of a sale has each reported state with its file and row, and tells which one counts', async () => {
  const app = await testApp()
  const path = await makePostbackAddress(app, await makeProgram(app.db, { network: 'awin' }))
  await app.request(`${path}?tid=2&commission=5.00&currency=USD`)
  await importReport(
    app,
    awinReport([
      { id: 1, commission: '1.00' },
      { id: 2, commission: '5.25' },
    ]),
    'march.csv',
  )
  const declined = { id: 2, commission: '5.25', status: 'declined', validated: '2026-03-09 10:00:00' }
  await importReport(app, awinReport([declined]), 'april.csv')

  const sale = (await readSales(app)).find(({ externalId }) => externalId === '2')!
  const events = await readEvents(app, sale.id)
  expect(events).toHaveLength(sale.eventCount)
  expect(events).toMatchObject([
    {
      origin: 'push',
      status: 'pending',
      commission: 500,
      saleAmount: null,
      fileName: null,
      fileRow: null,
      isCurrent: false,
    },
    {
      origin: 'import',
      status: 'pending',
      commission: 525,
      saleAmount: 10_000,
      fileName: 'march.csv',
      fileRow: 3,
      isCurrent: false,
    },
    { origin: 'import', status: 'reversed', commission: 525, fileName: 'april.csv', fileRow: 2, isCurrent: true },
  ])
  expect(events[2]).toMatchObject({
    network: 'awin',
    externalId: '2',
    currency: 'USD',
    recordedAt: '2026-03-10T15:00:00.000Z',
  })
  expect(events[2]!.orderedAt).toContain('2026-03-02')
  expect(events[2]!.postedAt).toContain('2026-03-09')
})

test('the history of a reported sale includes the conversion that it is, and a sale entered by hand has one, too', async () => {
  const app = await testApp()
  const { secret } = (await (
    await app.asOwner('/api/conversion-networks', { json: { name: 'Awin' } })
  ).json()) as NewNetwork
  const query = `secret=${secret}&linkId=shop&revenue=5.00&conversionId=1`
  expect((await app.request(`/api/analytics/postback?${query}`)).status).toBe(201)
  await importReport(app, awinReport([{ id: 1, commission: '5.25' }]))
  await app.asOwner('/api/analytics/conversion', { json: { linkId: 'shop', revenue: 2 } })
  const sales = await readSales(app)
  const origins = await Promise.all(
    sales.map(async ({ id, commission }) => [commission, ...(await readEvents(app, id)).map(({ origin }) => origin)]),
  )
  expect(origins.toSorted()).toEqual([
    [200, 'manual'],
    [525, 'postback', 'import'],
  ])
})

test('there is no history of an unknown sale, and none for visitors', async () => {
  const app = await testApp()
  expect((await app.asOwner('/api/earnings/sales/7/events')).status).toBe(404)
  expect((await app.request('/api/earnings/sales/7/events')).status).toBe(401)
})
