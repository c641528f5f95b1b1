import { expect, test } from 'vitest'
import { act, findImport, importReport, march, readEarnings, uploadReport } from '../../../../../test/import-report.ts'
import { type TestApp, testApp } from '../../../../../test/test-app.ts'

const sales = [
  ['Cream', 'B01', 'glow-21', '2026-03-02', '1', '20.00', '1.20'],
  ['Cream', 'B01', 'glow-21', '2026-03-02', '1', '20.00', '1.20'],
  ['Serum', 'B02', 'glow-21', '2026-03-03', '2', '30.00', '1.80'],
]
const columns = ['Name', 'ASIN', 'Tracking ID', 'Date Shipped', 'Items Shipped', 'Revenue(£)', 'Ad Fees(£)']
const write = (of: readonly (readonly string[])[]) => of.map((cells) => cells.join(',')).join('\n')

/** The same sales without the number of items, which is a part of their identity. */
const without = (index: number, rows: string[][]) => write([columns, ...rows].map((cells) => cells.toSpliced(index, 1)))

const readPounds = async (app: TestApp) => (await readEarnings(app, `${march}&currency=GBP`)).totals

test('rows that look like sales which are there under another identity are left out unless the owner takes them', async () => {
  const app = await testApp()
  await importReport(app, write([columns, ...sales]))
  const more = [...sales, sales[1]!, ['Mist', 'B03', 'glow-21', '2026-03-03', '1', '9.00', '0.50']]
  const report = without(4, more)
  const planned = await uploadReport(app, report)
  expect(planned.plan?.totals).toMatchObject([
    {
      new: { rows: 2, commission: 170 },
      similar: { rows: 3, commission: 420 },
      known: { rows: 0 },
      all: { rows: 5, commission: 590 },
    },
  ])
  await act(app, planned.id, 'confirm')
  const done = await findImport(app, planned.id)
  expect(done).toMatchObject({ state: 'done', error: null })
  expect(done.plan?.totals).toMatchObject([{ new: { rows: 2 }, similar: { rows: 3, commission: 420 } }])
  expect(await readPounds(app)).toMatchObject({ sales: 5, earned: 590 })

  // The same file again has the same to say; this time she takes them.
  const again = await uploadReport(app, report)
  expect(again.plan?.totals).toMatchObject([{ new: { rows: 0 }, known: { rows: 2 }, similar: { rows: 3 } }])
  await act(app, again.id, 'confirm?similar=import')
  expect((await findImport(app, again.id)).plan?.totals).toMatchObject([{ new: { rows: 3 }, similar: { rows: 0 } }])
  expect(await readPounds(app)).toMatchObject({ sales: 8, earned: 1010 })
})

test('rows that differ in what both layouts say, or whose sale the file has itself, are new', async () => {
  const app = await testApp()
  await importReport(app, write([columns, ...sales]))
  const others = [
    ['Cream', 'B09', 'glow-21', '2026-03-02', '1', '20.00', '1.20'],
    ['Cream', 'B01', 'mist-21', '2026-03-02', '1', '20.00', '1.20'],
    ['Cream', 'B01', 'glow-21', '2026-03-04', '1', '20.00', '1.20'],
    ['Cream', 'B01', 'glow-21', '2026-03-02', '1', '20.00', '1.21'],
  ]
  expect((await uploadReport(app, without(4, others))).plan?.totals).toMatchObject([
    { new: { rows: 4 }, similar: { rows: 0 } },
  ])
  const inCopies = [...sales, ...sales]
  expect((await uploadReport(app, write([columns, ...inCopies]))).plan?.totals).toMatchObject([
    { new: { rows: 3 }, known: { rows: 3 }, similar: { rows: 0 } },
  ])
})
