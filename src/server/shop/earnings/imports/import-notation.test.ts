import { expect, test } from 'vitest'
import { makeProduct } from '../../../../../test/factories.ts'
import { act, awinReport, findImport, readEarnings, uploadReport } from '../../../../../test/import-report.ts'
import { writeZip } from '../../../../../test/reports/write-zip.ts'
import { testApp } from '../../../../../test/test-app.ts'

test('the columns of an unknown report are remembered once they were imported, its dates and currency are not', async () => {
  const app = await testApp()
  app.setNow('2026-06-01T12:00:00.000Z')
  const file = 'Ref No,Money,When\nx1,"5,25",03/04/2026\nx2,"1,10",05/04/2026'
  const columns = { externalId: 0, commission: 1, orderedAt: 2 }
  const plan = async (currency: string) => {
    const asked = await uploadReport(app, file)
    expect(asked.state).toBe('questions')
    const options = { format: 'generic', columns, dateOrder: 'dmy', decimal: 'comma', currency }
    const json = { parts: [{ part: asked.survey![0]!.part, options }] }
    expect((await act(app, asked.id, 'plan', json)).status).toBe(202)
    return asked
  }
  // A discarded import leaves nothing behind.
  const discarded = await plan('CAD')
  expect((await app.asOwner(`/api/earnings/imports/${discarded.id}`, { method: 'DELETE' })).status).toBe(200)
  const asked = await plan('EUR')
  expect(asked.survey![0]).not.toHaveProperty('format')
  expect((await findImport(app, asked.id)).plan?.totals[0]).toMatchObject({
    currency: 'EUR',
    all: { rows: 2, commission: 635 },
  })
  await act(app, asked.id, 'confirm')
  const { days } = await readEarnings(app, 'startDate=2026-04-01&endDate=2026-04-30&currency=EUR')
  expect(days.filter(({ sales }) => sales > 0).map(({ date }) => date)).toEqual(['2026-04-03', '2026-04-05'])

  const silent = await uploadReport(app, `${file}\nx3,"2,00",06/04/2026`)
  expect(silent).toMatchObject({
    state: 'questions',
    survey: [{ format: 'generic', columns, questions: ['dateOrder', 'currency'] }],
  })
  const telling = await uploadReport(app, 'Ref No,Money,When\nx4,"$US 2.00",03/04/2026\nx5,"$US 3.00",03/25/2026')
  expect(telling).toMatchObject({
    state: 'ready',
    plan: { assumptions: [], totals: [{ currency: 'USD', new: { rows: 2, commission: 500 } }] },
  })
  await act(app, telling.id, 'confirm')
  const march = await readEarnings(app, 'startDate=2026-03-01&endDate=2026-03-31&currency=USD')
  expect(march.days.filter(({ sales }) => sales > 0).map(({ date }) => date)).toEqual(['2026-03-04', '2026-03-25'])
})

test('the dry run says what was assumed and why, and what was chosen for one file does not hold for the next', async () => {
  const app = await testApp()
  const header =
    'Category,Name,ASIN,Seller,Tracking ID,Date Shipped,Price($),Items Shipped,Returns,Revenue($),Ad Fees($)'
  const file = (seller: string) => `${header}\nBeauty,Cream,B01,${seller},glow-20,2026-03-02,20.00,1,0,20.00,0.40`
  const canadian = await uploadReport(app, file('Amazon.ca'))
  const { format, columns, proposal } = canadian.survey![0]!
  expect(proposal).toEqual({ currency: 'CAD', reason: 'its rows name the seller Amazon.ca' })
  const options = { format, columns, dateOrder: 'ymd', decimal: 'point', currency: 'CAD' }
  await act(app, canadian.id, 'plan', { parts: [{ part: '', options }] })
  expect((await findImport(app, canadian.id)).plan?.assumptions).toEqual([
    'Amounts without a currency are in CAD, since its rows name the seller Amazon.ca.',
  ])
  await act(app, canadian.id, 'confirm')
  expect((await findImport(app, canadian.id)).plan?.assumptions).toHaveLength(1)
  expect(await uploadReport(app, file('Amazon.com'))).toMatchObject({
    state: 'questions',
    survey: [{ proposal: { currency: 'USD' } }],
  })
})

test('a table that names no marketplace gets the proposal of another one of the file', async () => {
  const header =
    'Category,Name,ASIN,Seller,Tracking ID,Date Shipped,Price($),Items Shipped,Returns,Revenue($),Ad Fees($)'
  const files = [
    { name: 'Fee-Earnings.csv', data: `${header}\nBeauty,Cream,B01,Amazon.ca,glow-20,2026-03-02,20.00,1,0,20.00,0.40` },
    {
      name: 'Bounty.csv',
      data: 'Name,Date Shipped,Tracking Id,Quantity,Ad Fees($)\nAudible,2026-03-02,glow-20,1,5.00',
    },
  ]
  const { survey } = await uploadReport(await testApp(), Uint8Array.from(writeZip(files)), 'amazon.zip')
  expect(survey).toMatchObject([
    { proposal: { currency: 'CAD', reason: 'its rows name the seller Amazon.ca' } },
    { proposal: { currency: 'CAD', reason: 'the rows of Fee-Earnings.csv name the seller Amazon.ca' } },
  ])
})

test('the program of the tracking IDs proposes the currency where no seller does', async () => {
  const app = await testApp()
  await makeProduct(app.db, { affiliate_link: 'https://www.amazon.ca/dp/B000000001?tag=glow0c-20' })
  await app.asOwner('/api/jobs/recognise-programs/run', { method: 'POST' })
  await app.jobs.runDueJobs()
  const asked = await uploadReport(
    app,
    'Bounty reports\nName,Date Shipped,Tracking Id,Quantity,Ad Fees($)\nAudible Trial,2026-03-02,glow0c-20,1,5.00',
  )
  expect(asked.survey).toMatchObject([
    { proposal: { currency: 'CAD', reason: 'its tracking IDs belong to your program Amazon.ca' } },
  ])
})

test('a chosen format without sales brings none, and unknown tables next to known ones are left out', async () => {
  const app = await testApp()
  const unknown = await uploadReport(app, 'Item,Amount\nCream,5')
  const options = { format: 'amazon-orders', columns: {}, dateOrder: 'ymd', decimal: 'point', currency: 'USD' }
  await act(app, unknown.id, 'plan', { parts: [{ part: '', options }] })
  expect(await findImport(app, unknown.id)).toMatchObject({
    state: 'questions',
    error: 'No table with sales was chosen, or the chosen ones have no rows.',
  })
  const files = [
    { name: 'awin.csv', data: awinReport([{ id: 1, commission: '5.00' }]) },
    { name: 'notes.csv', data: 'Item,Amount\nCream,5' },
  ]
  const planned = await uploadReport(app, Uint8Array.from(writeZip(files)), 'report.zip')
  expect(planned).toMatchObject({ state: 'ready', plan: { totals: [{ all: { rows: 1 } }] } })
})

test('what an earlier version stored for a header does not override what is recognised now', async () => {
  const app = await testApp()
  const header = ['Category', 'Tracking ID', 'Date', 'Total Revenue(£)', 'Commission Income(£)', 'Bonus(£)']
  const choices = { format: 'amazon-earnings', columns: { commission: 4 }, dateOrder: 'ymd', decimal: 'point' }
  await app.db
    .insertInto('earning_mappings')
    .values({
      header: JSON.stringify(header),
      choices: JSON.stringify(choices),
      updated_at: '2026-03-01T00:00:00.000Z',
    })
    .execute()
  const { survey } = await uploadReport(app, [header.join(','), 'Beauty,glow-21,2026-03-02,10.00,0.40,0.00'].join('\n'))
  expect(survey).toMatchObject([{ format: 'amazon-bonus', isLedger: false }])
})
