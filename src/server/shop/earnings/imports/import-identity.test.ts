import { expect, test } from 'vitest'
import {
  act,
  awinReport,
  findImport,
  importReport,
  march,
  readEarnings,
  uploadReport,
} from '../../../../../test/import-report.ts'
import { makePostbackAddress, makeProgram } from '../../../../../test/pushes.ts'
import { type TestApp, testApp } from '../../../../../test/test-app.ts'
import type { Sale } from '../../../../contract/shop/earnings.ts'

/** Makes a dry run of sales of shops in a report of no known network. */
async function planShops(app: TestApp, ...sales: [id: string, shop: string, commission: string][]) {
  const lines = sales.map(([id, shop, commission]) => `${id},${shop},${commission},2026-03-02`)
  const { id, survey } = await uploadReport(app, ['Order,Shop,Commission,Day', ...lines].join('\n'))
  const columns = { externalId: 0, advertiser: 1, commission: 2, orderedAt: 3 }
  const options = { format: 'generic', columns, dateOrder: 'ymd', decimal: 'point', currency: 'USD' }
  await act(app, id, 'plan', { parts: [{ part: survey![0]!.part, options }] })
  return findImport(app, id)
}

test('two shops may have the same order, in one report and in two', async () => {
  const app = await testApp()
  const both = await planShops(app, ['1001', 'Glow Shop', '5.00'], ['1001', 'Mist', '3.00'])
  expect(both.plan?.totals).toMatchObject([{ new: { rows: 2 } }])
  await act(app, both.id, 'confirm')
  const other = await planShops(app, ['1001', 'Petal', '2.00'])
  expect(other.plan?.totals).toMatchObject([{ new: { rows: 1 } }])
  await act(app, other.id, 'confirm')
  const known = await planShops(app, ['1001', 'Petal', '2.00'], ['1001', 'Mist', '3.00'])
  expect(known.plan?.totals).toMatchObject([{ known: { rows: 2 } }])
  expect((await readEarnings(app)).totals).toMatchObject({ sales: 3, earned: 1000 })

  // The owner adds the programs of the shops, and renames one.
  const glow = await makeProgram(app.db, { network: 'generic', key: 'glow shop' })
  await makeProgram(app.db, { network: 'generic', key: 'petal' })
  const again = () => planShops(app, ['1001', 'Petal', '2.00'], ['1001', 'Glow Shop', '5.00'])
  expect((await again()).plan?.totals).toMatchObject([{ new: { rows: 0 } }])
  await app.db.updateTable('programs').set({ key: 'own:1', name: 'GS' }).where('id', '=', glow).execute()
  expect((await again()).plan?.totals).toMatchObject([{ new: { rows: 0 } }])
})

test('a sale that a program has pushed is that of a report which names the program otherwise', async () => {
  const app = await testApp()
  const address = await makePostbackAddress(
    app,
    await makeProgram(app.db, { network: 'generic', key: 'acme.example', currency: 'USD' }),
  )
  await app.request(`${address}?tid=7&commission=5&status=pending`)
  const planned = await planShops(app, ['7', 'ACME Affiliate Ltd', '5.00'])
  expect(planned.plan?.totals).toMatchObject([{ new: { rows: 0 }, changed: { rows: 1 } }])
})

test('equal sales of two shops without ids are two, and so are two of one day after an upgrade', async () => {
  const app = await testApp()
  const columns = { advertiser: 0, commission: 1, orderedAt: 2, orderedTime: 3 }
  const options = { format: 'generic', columns, dateOrder: 'ymd', decimal: 'point', currency: 'USD' }
  const plan = async (...rows: string[]) => {
    const { id, survey } = await uploadReport(app, ['Shop,Commission,Day,Hour', ...rows].join('\n'))
    await act(app, id, 'plan', { parts: [{ part: survey![0]!.part, options }] })
    return findImport(app, id)
  }
  const morning = 'Glow,5.00,2026-03-02,10:02'
  const first = await plan(morning)
  await act(app, first.id, 'confirm')
  expect((await plan('Mist,5.00,2026-03-02,10:02')).plan?.totals).toMatchObject([{ new: { rows: 1 } }])

  for (const table of ['earning_events', 'earning_sales'] as const)
    await app.db
      .updateTable(table)
      .set({ external_id: 'x'.repeat(32) })
      .execute()
  const later = await plan(morning, 'Glow,5.00,2026-03-02,15:40')
  expect(later.plan?.totals).toMatchObject([{ new: { rows: 1 }, all: { rows: 2 } }])
  await act(app, later.id, 'confirm')
  expect((await readEarnings(app)).totals).toMatchObject({ sales: 2, earned: 1000 })
  const reversed = await plan('Glow,5.00,2026-03-02,15:40', morning)
  expect(reversed.plan?.totals).toMatchObject([{ new: { rows: 0 } }])
})

test('rows without an id are the same sales in another layout, with an edited title and after an upgrade', async () => {
  const app = await testApp()
  const columns = ['Name', 'ASIN', 'Tracking ID', 'Date Shipped', 'Items Shipped', 'Revenue', 'Ad Fees']
  const sales = [
    ['Cream', 'B01', 'glow-21', '2026-03-02', '1', '20.00', '1.20'],
    ['Cream', 'B01', 'glow-21', '2026-03-02', '1', '20.00', '1.20'],
    ['Serum', 'B02', 'glow-21', '2026-03-03', '2', '30.00', '1.80'],
  ]
  const write = (of: string[][]) => of.map((cells) => cells.join(',')).join('\n')
  const marked = columns.map((column) => (/Revenue|Fees/.test(column) ? `${column}(£)` : column))
  await importReport(app, write([marked, ...sales]))
  // As versions before this one identified them: by all cells of the row.
  const events = await app.db.selectFrom('earning_events').select(['id', 'external_id']).execute()
  expect(new Set(events.map(({ external_id }) => external_id)).size).toBe(2)
  for (const table of ['earning_events', 'earning_sales'] as const)
    for (const [index, id] of [...new Set(events.map(({ external_id }) => external_id))].entries())
      await app.db
        .updateTable(table)
        .set({ external_id: String(index).repeat(32) })
        .where('external_id', '=', id)
        .execute()

  const later = [
    [...marked.toReversed(), 'Direct/Indirect'],
    ...sales.map(([name, ...cells]) => [...cells.toReversed(), `${name} (new)`, 'Direct']),
  ]
  const upgraded = await importReport(app, write(later))
  expect(upgraded.plan?.totals).toMatchObject([{ currency: 'GBP', new: { rows: 0 }, all: { rows: 3 } }])
  expect((await readEarnings(app, `${march}&currency=GBP`)).totals).toMatchObject({ sales: 3, earned: 420 })
  const more = await importReport(app, write([...later, later[1]!]))
  expect(more.plan?.totals).toMatchObject([{ new: { rows: 1 }, known: { rows: 3 } }])

  const dollars = write([columns.map((column) => `${column}${/Revenue|Fees/.test(column) ? '(US$)' : ''}`), ...sales])
  expect((await uploadReport(app, dollars)).plan?.totals).toMatchObject([{ currency: 'USD', new: { rows: 3 } }])
})

test('a sale that is dated later than today anywhere is not read', async () => {
  const app = await testApp()
  const planned = await uploadReport(
    app,
    awinReport([
      { id: 1, commission: '1.00', day: '2026-03-11' },
      { id: 2, commission: '1.00', day: '2026-03-12' },
    ]),
  )
  expect(planned.plan).toMatchObject({
    totals: [{ all: { rows: 1 } }],
    rejectedRows: [{ row: 3, reason: 'The sale is dated 2026-03-12, which is in the future.' }],
  })
})

test('returns at Amazon are reversed and no orders, nor are bounties, and its program is the marketplace', async () => {
  const app = await testApp()
  const header = 'Name,ASIN,Seller,Tracking ID,Date Shipped,Items Shipped,Revenue(£),Ad Fees(£)'
  await importReport(
    app,
    [
      header,
      'Cream,B01,Glow Ltd,glow-21,2026-03-02,1,20.00,1.20',
      'Serum,B02,Petal Ltd,glow-21,2026-03-02,1,30.00,1.80',
      'Cream,B01,Glow Ltd,glow-21,2026-03-04,-1,-20.00,-1.20',
    ].join('\n'),
  )
  await importReport(
    app,
    'Bounty\nName,Date Shipped,Tracking Id,Quantity,Ad Fees(£)\nAudible,2026-03-03,glow-21,1,5.00',
  )
  const { totals, groups } = await readEarnings(app, `${march}&currency=GBP`)
  expect(totals).toMatchObject({ sales: 4, orders: 2, approved: 680, reversed: 120, earned: 680 })
  expect(groups.program).toMatchObject([{ name: 'Amazon.co.uk (Amazon Associates)', orders: 2, earned: 680 }])
  const sales = async (query: string) =>
    (await (await app.asOwner(`/api/earnings/sales?${march}&currency=GBP&${query}`)).json()) as Sale[]
  expect(await sales('status=reversed')).toMatchObject([{ status: 'reversed', commission: -120, earned: -120 }])
  const key = encodeURIComponent(groups.program[0]!.key)
  expect(await sales(`group=program&key=${key}`)).toHaveLength(4)
})
