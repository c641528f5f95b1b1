import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../../test/factories.ts'
import {
  type AwinSale,
  act,
  amazonReport,
  awinReport,
  findImport,
  importReport,
  march,
  readEarnings,
  uploadReport,
} from '../../../../../test/import-report.ts'
import { writeZip } from '../../../../../test/reports/write-zip.ts'
import { type TestApp, testApp } from '../../../../../test/test-app.ts'
import type { EarningImportDetails } from '../../../../contract/shop/earning-imports.ts'
import type { Sale } from '../../../../contract/shop/earnings.ts'
import { placementCode } from '../../../../contract/shop/placements.ts'
import { runEarnings } from './earnings-job.ts'

/** The states of all sales, without ids. */
async function readLedger({ db }: TestApp) {
  const sales = await db
    .selectFrom('earning_sales')
    .select(['network', 'external_id', 'occurrence', 'status', 'commission_minor', 'ordered_day', 'event_count'])
    .execute()
  const events = await db
    .selectFrom('earning_events')
    .select(['network', 'external_id', 'occurrence', 'content_hash'])
    .execute()
  const texts = (rows: object[]) => rows.map((row) => JSON.stringify(row)).toSorted()
  return { sales: texts(sales), events: texts(events) }
}

test('a ZIP that holds the same report twice brings its sales once, and identical rows of one of them each', async () => {
  const app = await testApp()
  const csv = amazonReport([
    { asin: 'B01', fee: '1.20' },
    { asin: 'B01', fee: '1.20' },
  ])
  const files = [
    { name: 'earnings.csv', data: csv },
    { name: 'earnings.tsv', data: csv.replaceAll(',', '\t') },
  ]
  const done = await importReport(app, Uint8Array.from(writeZip(files)), 'report.zip')
  expect(done.plan?.totals).toMatchObject([{ new: { rows: 2 }, known: { rows: 2 } }])
  expect((await readLedger(app)).sales).toHaveLength(2)
})

test('a dry run writes nothing; confirming writes the rows, and their sums over posts equal the file’s', async () => {
  const app = await testApp()
  const post = await makePost(app.db, { slug: 'serums', title: 'Serums' })
  const ref = placementCode({ source: 'post', sourceId: post, position: 'text' })
  const file = awinReport([
    { id: 1, commission: '5.25', ref },
    { id: 2, commission: '1.10', status: 'approved', ref },
    { id: 3, commission: '2.00' },
    { id: 4, commission: '9.00', status: 'declined' },
  ])
  const planned = await uploadReport(app, file)
  expect(planned.state).toBe('ready')
  expect(planned.plan).toEqual({
    totals: [
      {
        currency: 'USD',
        new: { rows: 4, commission: 1735, rest: 0 },
        changed: { rows: 0, commission: 0, rest: 0 },
        reversed: { rows: 0, commission: 0, rest: 0 },
        known: { rows: 0, commission: 0, rest: 0 },
        similar: { rows: 0, commission: 0, rest: 0 },
        unattributed: { rows: 2, commission: 1100, rest: 0 },
        all: { rows: 4, commission: 1735, rest: 0 },
        fileTotal: null,
      },
    ],
    assumptions: [],
    rejected: 0,
    rejectedRows: [],
  })
  expect(await readLedger(app)).toEqual({ sales: [], events: [] })

  expect((await act(app, planned.id, 'confirm')).status).toBe(202)
  expect((await act(app, planned.id, 'confirm')).status).toBe(200)
  const { totals, unattributed, groups, days, currency } = await readEarnings(app)
  expect(currency).toBe('USD')
  expect(totals).toMatchObject({
    sales: 4,
    orders: 4,
    pending: 725,
    approved: 110,
    paid: 0,
    reversed: 900,
    earned: 835,
  })
  expect(unattributed).toMatchObject({ sales: 2, earned: 200, reversed: 900 })
  expect(groups.place.map(({ name, earned }) => [name, earned])).toEqual([
    ['Serums', 635],
    ['Unattributed', 200],
  ])
  for (const lines of Object.values(groups))
    expect(lines.reduce((sum, { earned }) => sum + earned, 0)).toBe(totals.earned)
  expect(days.find(({ date }) => date === '2026-03-02')).toMatchObject({ sales: 4, earned: 835, reversed: 900 })
  expect(await app.db.selectFrom('earning_import_rows').selectAll().execute()).toEqual([])
  expect(await app.db.selectFrom('earning_import_chunks').selectAll().execute()).toEqual([])
})

test('a reversal lowers its post and day, keeps both rows, and an older report does not bring it back', async () => {
  const app = await testApp()
  const pending = awinReport([
    { id: 1, commission: '5.00', day: '2026-03-02' },
    { id: 2, commission: '3.00', day: '2026-03-03' },
  ])
  const before = await importReport(app, pending)
  const declined = await importReport(
    app,
    awinReport([
      { id: 1, commission: '5.00', day: '2026-03-02', status: 'declined', validated: '2026-03-09 10:00:00' },
    ]),
  )
  expect(declined.plan?.totals[0]).toMatchObject({ reversed: { rows: 1, commission: 500 }, new: { rows: 0 } })
  const { totals, days } = await readEarnings(app)
  expect(totals).toMatchObject({ pending: 300, reversed: 500, earned: 300 })
  expect(days.filter(({ sales }) => sales > 0)).toMatchObject([
    { date: '2026-03-02', sales: 1, earned: 0, reversed: 500 },
    { date: '2026-03-03', sales: 1, earned: 300, reversed: 0 },
  ])
  const events = await app.db
    .selectFrom('earning_events')
    .select(['id', 'status', 'original_id'])
    .where('external_id', '=', '1')
    .orderBy('id')
    .execute()
  expect(events.map(({ status }) => status)).toEqual(['pending', 'reversed'])
  expect(events[1]!.original_id).toBe(events[0]!.id)

  const again = await importReport(app, pending)
  expect(again.plan?.totals[0]).toMatchObject({ known: { rows: 2, commission: 800 }, new: { rows: 0 } })
  expect((await readEarnings(app)).totals).toEqual(totals)

  // Both later imports build on the first one.
  const refused = await app.asOwner(`/api/earnings/imports/${before.id}/undo`, { method: 'POST' })
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('Please undo that import first.') })
  await act(app, again.id, 'undo')
  expect((await readEarnings(app)).totals).toEqual(totals)
  await act(app, declined.id, 'undo')
  expect((await readEarnings(app)).totals).toMatchObject({ pending: 800, reversed: 0, earned: 800 })
  await act(app, before.id, 'undo')
  expect(await findImport(app, before.id)).toMatchObject({ state: 'undone' })
  expect(await readLedger(app)).toEqual({ sales: [], events: [] })
})

test('two identical rows of Amazon are two sales, and importing them again adds none', async () => {
  const app = await testApp()
  const one = { asin: 'B001', fee: '0.80' }
  await importReport(app, amazonReport([one, one]))
  expect((await readEarnings(app)).totals).toMatchObject({ sales: 2, earned: 160 })
  const again = await importReport(app, amazonReport([one, one, one]))
  expect(again.plan?.totals[0]).toMatchObject({ new: { rows: 1 }, known: { rows: 2 } })
  expect((await readEarnings(app)).totals).toMatchObject({ sales: 3, earned: 240 })
})

test('files in any order, again, overlapping or in halves give the same ledger', async () => {
  const app = await testApp()
  const states = [
    { status: 'pending', validated: '' },
    { status: 'approved', validated: '2026-03-10 09:00:00' },
    { status: 'declined', validated: '2026-03-12 09:00:00' },
  ]
  const sale = fc.record({
    id: fc.integer({ min: 1, max: 12 }),
    reached: fc.integer({ min: 0, max: 2 }),
  })
  const scenario = fc.record({
    // Each file shows its sales at some state; a sale always has the same amount.
    files: fc.array(fc.array(sale, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 }),
    amazon: fc.array(fc.constantFrom('B001', 'B002'), { minLength: 1, maxLength: 4 }),
    order: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
  })
  await fc.assert(
    fc.asyncProperty(scenario, async ({ files, amazon, order }) => {
      const toSale = ({ id, reached }: { id: number; reached: number }): AwinSale => ({
        ...{ id, commission: `${id}.50` },
        ...states[reached]!,
      })
      const sold = amazon.map((asin) => ({ asin, fee: '0.80' }))
      const whole = [...files.map((each) => awinReport(each.map(toSale))), amazonReport(sold)]
      const halves = files.flatMap((each) => {
        const middle = Math.ceil(each.length / 2)
        return [each.slice(0, middle), each.slice(middle)].filter(({ length }) => length > 0)
      })
      const pieces = [
        ...halves.map((each) => awinReport(each.map(toSale))),
        amazonReport(sold.slice(0, 1)),
        amazonReport(sold.toReversed()),
        ...whole.slice(0, 1),
      ]
      const shuffled = pieces
        .map((file, index) => ({ file, at: order[index % order.length]! }))
        .toSorted((a, b) => a.at - b.at)
      const ledgerOf = async (pieces: string[]) => {
        for (const table of ['earning_sales', 'earning_events', 'earning_imports', 'earning_mappings'] as const)
          await app.db.deleteFrom(table).execute()
        for (const file of pieces) await importReport(app, file)
        return readLedger(app)
      }
      expect(await ledgerOf(shuffled.map(({ file }) => file))).toEqual(await ledgerOf(whole))
    }),
    { numRuns: 5 },
  )
}, 300_000)

test('an interrupted write continues after its last transaction, without double rows', async () => {
  const app = await testApp()
  const sales = Array.from({ length: 6000 }, (_, index) => ({ id: index + 1, commission: '1.00' }))
  const { id } = await uploadReport(app, awinReport(sales))
  await app.db
    .updateTable('earning_imports')
    .set({ state: 'writing', confirmed_at: '2026-03-10T15:00:00.000Z' })
    .where('id', '=', id)
    .execute()
  const run = (signal: AbortSignal) => runEarnings(app.db, { now: '2026-03-10T15:00:00.000Z', signal })
  // Aborts after the first transaction, as a stop does; the second may end before that, and has twice as many rows at most.
  const stop = new AbortController()
  const stopping = run(stop.signal)
  while ((await findImport(app, id)).rowsDone === 0) await setImmediate()
  stop.abort()
  await expect(stopping).rejects.toThrow()
  const stopped = await findImport(app, id)
  expect(stopped).toMatchObject({ state: 'writing' })
  expect(stopped.rowsDone).toBeLessThan(6000)
  // A stop is not a failed attempt.
  const { attempts } = await app.db.selectFrom('earning_imports').select('attempts').executeTakeFirstOrThrow()
  expect(attempts).toBe(0)
  expect((await readEarnings(app)).totals.sales).toBe(stopped.rowsDone)

  await run(new AbortController().signal)
  expect(await findImport(app, id)).toMatchObject({ state: 'done', rowsDone: 6000 })
  expect((await findImport(app, id)).plan?.totals[0]).toMatchObject({ new: { rows: 6000, commission: 600_000 } })
  expect((await readEarnings(app)).totals).toMatchObject({ sales: 6000, earned: 600_000 })
}, 120_000)

test('a report in any order of days is written like one in their order, also with stops in between, and its staged rows are deleted', async () => {
  const days = ['2026-03-07', '2026-03-02', '2026-03-09', '2026-03-04']
  const sales: AwinSale[] = Array.from({ length: 8000 }, (_, n) => ({
    id: n + 1,
    day: days[n % 4]!,
    commission: '1.00',
  }))
  // Later states of sales, of which the last counts where they have the same date.
  for (let n = 0; n < 8000; n += 7)
    sales.push({ ...sales[n]!, status: n % 2 ? 'approved' : 'declined', commission: '0.90' })
  const app = await testApp()
  const sorted = sales.toSorted((a, b) => (a.day! < b.day! ? -1 : a.day! > b.day! ? 1 : 0))
  const first = await importReport(app, awinReport(sorted))
  const ledger = await readLedger(app)
  expect((await act(app, first.id, 'undo')).status).toBe(202)
  expect(await readLedger(app)).toEqual({ sales: [], events: [] })
  const { id } = await uploadReport(app, awinReport(sales))
  const { db } = app
  const writing = { state: 'writing', confirmed_at: '2026-03-10T15:00:00.000Z' }
  await db.updateTable('earning_imports').set(writing).where('id', '=', id).execute()
  let stops = 0
  for (let state = 'writing'; state === 'writing'; stops += 1) {
    const stop = new AbortController()
    const before = (await findImport(app, id)).rowsDone
    const running = runEarnings(db, { now: '2026-03-10T15:00:00.000Z', signal: stop.signal }).catch(() => {})
    const isOver = running.then(() => true)
    while (!(await Promise.race([isOver, setImmediate(false)]))) {
      const { state: now, rowsDone } = await findImport(app, id)
      if (now === 'writing' && rowsDone > before) stop.abort()
    }
    state = (await findImport(app, id)).state
  }
  expect(stops).toBeGreaterThan(2)
  expect((await findImport(app, id)).plan).toEqual(first.plan)
  expect(await readLedger(app)).toEqual(ledger)
  expect(await db.selectFrom('earning_import_rows').selectAll().execute()).toEqual([])
}, 120_000)

test('behind a number stand its sales, and the CSV adds up to it', async () => {
  const app = await testApp()
  const product = await makeProduct(app.db)
  const ref = placementCode({ source: 'shop', productId: product, position: 'card' })
  await importReport(
    app,
    awinReport([
      { id: 1, commission: '5.25', ref },
      { id: 2, commission: '1.10', ref },
      { id: 3, commission: '7.00' },
    ]),
  )
  const { groups } = await readEarnings(app)
  const line = groups.product.find(({ name }) => name !== 'No product')!
  const query = `${march}&group=product&key=${encodeURIComponent(line.key)}`
  const sales = (await (await app.asOwner(`/api/earnings/sales?${query}`)).json()) as Sale[]
  expect(sales.map(({ externalId, fileName, fileRow }) => [externalId, fileName, fileRow])).toEqual([
    ['2', 'report.csv', 3],
    ['1', 'report.csv', 2],
  ])
  expect(sales.reduce((sum, { earned }) => sum + earned, 0)).toBe(line.earned)
  const table = await (await app.asOwner(`/api/earnings/sales.csv?${query}`)).text()
  const [header, ...rows] = table.trim().split('\n')
  const column = header!.split(',').indexOf('earned')
  expect(rows.reduce((sum, row) => sum + Math.round(Number(row.split(',')[column]) * 100), 0)).toBe(line.earned)
})

test('a rule attributes past and future sales of a tracking ID, and deleting it takes that back', async () => {
  const app = await testApp()
  const post = await makePost(app.db, { slug: 'creams', title: 'Creams' })
  await importReport(app, amazonReport([{ asin: 'B001', fee: '0.80', tag: 'creams-20' }]))
  const groups = await (await app.asOwner('/api/earnings/unattributed')).json()
  expect(groups).toEqual([
    {
      kind: 'tracking-id',
      network: 'amazon',
      value: 'creams-20',
      currency: 'USD',
      sales: 1,
      earned: 80,
      isShared: false,
    },
  ])
  const json = { kind: 'tracking-id', network: 'amazon', value: 'creams-20', postId: post }
  const made = await app.asOwner('/api/earnings/rules', { json })
  expect(made.status).toBe(201)
  expect((await app.asOwner('/api/earnings/rules', { json })).status).toBe(200)
  await importReport(app, amazonReport([{ asin: 'B002', fee: '1.20', tag: 'creams-20' }]))
  const { groups: named, unattributed } = await readEarnings(app)
  expect(named.place).toMatchObject([{ name: 'Creams', earned: 200, sales: 2 }])
  expect(unattributed.sales).toBe(0)
  expect(await (await app.asOwner('/api/earnings/unattributed')).json()).toEqual([])
  const { id } = (await made.json()) as { id: number }
  expect((await app.asOwner(`/api/earnings/rules/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await readEarnings(app)).unattributed.sales).toBe(2)
  expect((await app.asOwner('/api/earnings/rules', { json: { ...json, postId: 99_999 } })).status).toBe(422)
})

test('a report in Windows-1252 is imported, and known again when it comes in UTF-8', async () => {
  const app = await testApp()
  const text = awinReport([
    { id: 1, commission: '5.25' },
    { id: 2, commission: '1.10' },
  ]).replaceAll('Glow Shop', 'Crème & Fées')
  await importReport(app, new Uint8Array(Buffer.from(text, 'latin1')))
  expect(await app.db.selectFrom('earning_sales').select('advertiser').execute()).toEqual([
    { advertiser: 'Crème & Fées' },
    { advertiser: 'Crème & Fées' },
  ])
  const again = await uploadReport(app, text)
  expect(again.plan?.totals[0]).toMatchObject({ known: { rows: 2 }, new: { rows: 0 } })
})

test('an import can be discarded before it is confirmed, and only undone after', async () => {
  const app = await testApp()
  const { id } = await uploadReport(app, awinReport([{ id: 1, commission: '1.00' }]))
  const address = `/api/earnings/imports/${id}`
  expect((await app.asOwner(`${address}/undo`, { method: 'POST' })).status).toBe(409)
  expect((await app.asOwner(address, { method: 'DELETE' })).status).toBe(200)
  expect((await app.asOwner(address)).status).toBe(404)
  const done = await importReport(app, awinReport([{ id: 1, commission: '1.00' }]))
  expect((await app.asOwner(`/api/earnings/imports/${done.id}`, { method: 'DELETE' })).status).toBe(409)
  const unreadable: EarningImportDetails = await uploadReport(app, 'nothing')
  expect(['failed', 'questions']).toContain(unreadable.state)
})

test('a conversion is in the ledger too, and deleting it takes it out of the sums', async () => {
  const app = await testApp()
  const productId = await makeProduct(app.db)
  const json = { linkId: 'shop', revenue: '12.50', productId }
  await app.asOwner('/api/analytics/conversion', { json })
  const { totals, groups } = await readEarnings(app)
  expect(totals).toMatchObject({ sales: 1, approved: 1250, earned: 1250 })
  expect(groups.place[0]).toMatchObject({ name: 'Shop', earned: 1250 })
  expect((await app.asOwner('/api/analytics/conversions/1', { method: 'DELETE' })).status).toBe(200)
  expect((await readEarnings(app)).totals.sales).toBe(0)
  expect(await app.db.selectFrom('earning_events').select('status').orderBy('id').execute()).toEqual([
    { status: 'approved' },
    { status: 'void' },
  ])
})

test('conversions of an earlier version are copied once', async () => {
  const app = await testApp()
  await app.db
    .insertInto('conversions')
    .values({
      ...{ link_id: 'shop', product_id: null, revenue_minor: 420, day: '2026-03-09' },
      converted_at: '2026-03-09T12:00:00.000Z',
    })
    .execute()
  for (let run = 0; run < 2; run++) {
    await app.db.deleteFrom('jobs').execute()
    await runEarnings(app.db, { now: '2026-03-10T15:00:00.000Z', signal: new AbortController().signal })
  }
  expect((await readEarnings(app)).totals).toMatchObject({ sales: 1, earned: 420 })
})

/** Uploads a report whose reading has ended its thread so often. */
async function uploadBeforeAttempts(app: TestApp, attempts: number): Promise<number> {
  const begun = await app.asOwner('/api/earnings/imports', { json: { fileName: 'hostile.xlsx', fileSize: 10 } })
  const { id } = (await begun.json()) as EarningImportDetails
  await app.db.updateTable('earning_imports').set({ state: 'surveying', attempts }).where('id', '=', id).execute()
  return id
}

test('a file that ended its thread twice is not read again, the next one is imported, and it can be discarded', async () => {
  const app = await testApp()
  const hostile = await uploadBeforeAttempts(app, 2)
  const done = await importReport(app, awinReport([{ id: 1, commission: '5.00' }]))
  expect(done.plan?.totals).toMatchObject([{ new: { rows: 1 } }])
  expect(await findImport(app, hostile)).toMatchObject({
    state: 'failed',
    error: 'Reading the file stopped the program twice. It may be damaged: please download the report again.',
  })
  expect((await app.asOwner(`/api/earnings/imports/${hostile}`, { method: 'DELETE' })).status).toBe(200)
})

test('a file that is being read can be discarded', async () => {
  const app = await testApp()
  for (const state of ['surveying', 'reading'] as const) {
    const id = await uploadBeforeAttempts(app, 0)
    await app.db.updateTable('earning_imports').set({ state }).where('id', '=', id).execute()
    expect((await app.asOwner(`/api/earnings/imports/${id}`, { method: 'DELETE' })).status).toBe(200)
  }
  await app.jobs.runDueJobs()
  expect(app.logged).toEqual([])
})

test('an import that throws each time it is written is given up, and can be undone', async () => {
  const app = await testApp()
  const { id } = await uploadReport(app, awinReport([{ id: 1, commission: '5.00' }]))
  await app.db.updateTable('earning_import_rows').set({ content: '{}' }).execute()
  await act(app, id, 'confirm')
  for (let run = 0; run < 3; run++) await app.jobs.runDueJobs()
  expect(await findImport(app, id)).toMatchObject({
    state: 'failed',
    error: 'The import stopped twice at the same row. Please undo it and import the file again.',
  })
  await act(app, id, 'undo')
  expect(await findImport(app, id)).toMatchObject({ state: 'undone' })
})
