import { expect, test } from 'vitest'
import { readFixture } from '../../../../../test/reports/read-fixture.ts'
import { networkNames } from '../../../../contract/shop/networks.ts'
import { reportFormats } from './report-formats.ts'

test('Awin: pending, approved and declined transactions, the latter with their reason', async () => {
  const { survey, rows, rejected } = await readFixture(
    [
      'id,publisher_id,advertiser_name,sale_amount,sale_amount_currency,commission,commission_currency,date,click_date,commission_status,validation_date,click_ref,click_ref2,order_ref,decline_reason',
      '1001,55,Glow,100.00,GBP,8.00,GBP,2026-03-14 10:00:00,2026-03-13 09:00:00,0,,d1tb12p34qk,,O-1,',
      '1002,55,Glow,50.00,GBP,4.00,GBP,2026-03-15 10:00:00,2026-03-13 09:00:00,approved,2026-04-15 00:00:00,,second,O-2,',
      '1003,55,Glow,20.00,GBP,1.60,GBP,2026-03-16 10:00:00,,declined,2026-04-16,d1tb12p34qk,,O-3,Cancelled order',
      '1004,55,Glow,20.00,USD,1.60,GBP,2026-03-16 10:00:00,,bonus?,,,,O-4,',
      ',55,Glow,20.00,GBP,1.60,GBP,2026-03-16 10:00:00,,pending,,,,O-5,',
      '1006,55,Glow,20.00,USD,1.60,GBP,2026-03-16 10:00:00,,pending,,,,O-6,',
    ].join('\n'),
  )
  expect(survey).toMatchObject({ format: 'awin-transactions', network: 'awin', questions: [], dateOrder: 'ymd' })
  expect(rows).toMatchObject([
    {
      externalId: '1001',
      hasOwnId: true,
      status: 'pending',
      clickRef: 'd1tb12p34qk',
      clickedAt: '2026-03-13',
      orderedAt: '2026-03-14',
      currency: 'GBP',
      saleMinor: 10000,
      commissionMinor: 800,
      orderId: 'O-1',
      advertiser: 'Glow',
      trackingId: '55',
    },
    { externalId: '1002', status: 'approved', clickRef: 'second', postedAt: '2026-04-15' },
    { externalId: '1003', status: 'reversed', reason: 'Cancelled order', clickedAt: null },
    { externalId: '1006' },
  ])
  // A sale in another currency than its commission is not an amount of the row's currency.
  expect(rows[3]).toMatchObject({ externalId: '1006', saleMinor: null, commissionMinor: 160, currency: 'GBP' })
  expect(rejected).toEqual([
    { row: 5, reason: 'The status “bonus?” is unknown.' },
    { row: 6, reason: 'The row has no ID, although the report has a column for it.' },
  ])
})

test('CJ: a correction is a row of its own that names the first commission', async () => {
  const { survey, rows } = await readFixture(
    [
      'Commission ID,Action Status,Action Type,Advertiser ID,Advertiser Name,Click Date,Event Date,Posting Date,Original,Original Action ID,Publisher Commission USD,Sale Amount USD,Shopper ID',
      '9001,NEW,sale,77,Dewy,2026-03-13T09:00:00-07:00,2026-03-14T09:00:00Z,2026-03-14T12:30:00Z,true,500,8.00,100.00,d1tb12p34qk',
      '9002,LOCKED,sale,77,Dewy,,2026-03-15T09:00:00Z,2026-03-15T12:30:00Z,true,0,4.00,50.00,',
      '9003,CLOSED,sale,77,Dewy,,2026-03-14T09:00:00Z,2026-03-20T12:30:00Z,false,500,-8.00,-100.00,d1tb12p34qk',
    ].join('\n'),
  )
  expect(survey).toMatchObject({ format: 'cj-commissions', network: 'cj', currency: 'USD', questions: [] })
  expect(rows).toMatchObject([
    {
      externalId: '500',
      originalExternalId: null,
      status: 'pending',
      commissionMinor: 800,
      clickRef: 'd1tb12p34qk',
      clickedAt: '2026-03-13T16:00:00.000Z',
      postedAt: '2026-03-14T12:30:00.000Z',
    },
    { externalId: '9002', originalExternalId: null, status: 'approved', commissionMinor: 400 },
    { externalId: '9003', originalExternalId: '500', status: 'paid', commissionMinor: -800, saleMinor: -10000 },
  ])
})

test('Impact: actions, the clearing listing and the statement of a payment', async () => {
  const actions = await readFixture(
    [
      'Action Id,Campaign Name,State,Payout,Amount,Currency,Event Date,Locking Date,SubId1,SharedId,Oid,Referring Date',
      '100.1,Glow,PENDING,8.00,100.00,EUR,2026-03-14T10:00:00Z,2026-04-14,d1tb12p34qk,,O-1,2026-03-13T10:00:00Z',
      '100.2,Glow,REVERSED,0.00,0.00,EUR,2026-03-14T10:00:00Z,2026-04-14,,shared,O-2,',
    ].join('\n'),
  )
  expect(actions.survey).toMatchObject({ format: 'impact-actions', questions: [] })
  expect(actions.rows).toMatchObject([
    {
      externalId: '100.1',
      status: 'pending',
      clickRef: 'd1tb12p34qk',
      commissionMinor: 800,
      currency: 'EUR',
      orderedAt: '2026-03-14T10:00:00.000Z',
    },
    { externalId: '100.2', status: 'reversed', clickRef: 'shared' },
  ])
  const clearing = await readFixture(
    [
      'Action Date,Clearing Date,Action ID,Sub ID 1,Shared ID,Brand,Event Type,Status,Sale Amount,Action Earnings',
      '"Mar 14, 2026","Apr 20, 2026",100.1,d1tb12p34qk,,Glow,Sale,APPROVED,€100.00,€8.00',
      '"Mar 15, 2026",,100.3,,,Glow,Sale,N/A,€10.00,€0.80',
    ].join('\n'),
  )
  expect(clearing.survey).toMatchObject({ format: 'impact-actions', currency: 'EUR', questions: [] })
  expect(clearing.rows).toMatchObject([
    { externalId: '100.1', status: 'approved', postedAt: '2026-04-20', advertiser: 'Glow' },
    { externalId: '100.3', status: 'pending' },
  ])
  const statement = await readFixture(
    [
      'Paystub Id,Action Id,Campaign Id,Campaign Name,Action Tracker Id,Action Tracker,Sub Id 1,Shared Id,Sale Amount,Payout,Action Date,Posting Date,Modification Date,Locking Date',
      'P1,100.1,7,Glow,1,Sale,d1tb12p34qk,,100.00,8.00,2026-03-14,2026-04-20,,2026-04-14',
      'P2,100.1,7,Glow,1,Sale,d1tb12p34qk,,-100.00,-8.00,2026-03-14,2026-05-20,2026-05-02,2026-04-14',
    ].join('\n'),
    { currency: 'USD' },
  )
  expect(statement.survey.questions).toEqual(['currency'])
  expect(statement.rows).toMatchObject([
    { externalId: '100.1', status: 'paid', commissionMinor: 800, originalExternalId: null },
    { externalId: '100.1:P2', status: 'paid', commissionMinor: -800, originalExternalId: '100.1' },
  ])
})

test('Impact: a change of an action corrects it by the difference, in a list of changes and next to actions', async () => {
  const changes = await readFixture(
    [
      'Id,ActionId,State,DeltaPayout,DeltaAmount,Currency,UpdateDate',
      'U.1,100.1,PENDING,10.00,100.00,EUR,2026-03-14T10:00:00Z',
      'U.2,100.1,PENDING,-1.01,-10.10,EUR,2026-03-16T10:00:00Z',
      'U.3,100.1,REVERSED,-8.99,-89.90,EUR,2026-03-20T10:00:00Z',
    ].join('\n'),
  )
  expect(changes.survey).toMatchObject({ format: 'impact-actions', questions: [] })
  expect(changes.rejected).toEqual([])
  const change = { originalExternalId: '100.1', hasOwnId: true, currency: 'EUR' }
  expect(changes.rows).toMatchObject([
    { ...change, externalId: '100.1:update:U.1', commissionMinor: 1000, saleMinor: 10_000, status: 'pending' },
    { ...change, externalId: '100.1:update:U.2', commissionMinor: -101, saleMinor: -1010, status: 'pending' },
    {
      ...{ ...change, externalId: '100.1:update:U.3', commissionMinor: -899, saleMinor: -8990, status: 'reversed' },
      postedAt: '2026-03-20T10:00:00.000Z',
    },
  ])

  // An action repeats its last change, which its amount contains.
  const mixed = await readFixture(
    [
      'Action Id,State,Payout,Amount,DeltaPayout,DeltaAmount,Currency,Event Date,Modification Date',
      '100.1,PENDING,8.00,80.00,-2.00,-20.00,EUR,2026-03-14T10:00:00Z,2026-03-16',
      '100.2,PENDING,5.00,50.00,5.00,50.00,EUR,2026-03-14T10:00:00Z,',
      '100.2,PENDING,,,-2.50,-25.00,EUR,2026-03-14T10:00:00Z,2026-03-17',
      '100.2,PENDING,,,,,EUR,2026-03-14T10:00:00Z,2026-03-18',
    ].join('\n'),
  )
  expect(mixed.rows).toMatchObject([
    { externalId: '100.1', originalExternalId: null, commissionMinor: 800, saleMinor: 8000 },
    { externalId: '100.2', originalExternalId: null, commissionMinor: 500 },
    { externalId: '100.2:update:2026-03-17', originalExternalId: '100.2', commissionMinor: -250, saleMinor: -2500 },
  ])
  expect(mixed.rejected).toMatchObject([{ reason: 'The row has no commission.' }])
})

test('Rakuten: one row per SKU, times in GMT, month first, with BOM and CRLF', async () => {
  const { survey, rows, rejected } = await readFixture(
    `\ufeff${[
      'Member ID (U1),MID,Advertiser Name,Order ID,Transaction Date,Transaction Time,SKU,Sales,# of Items,Total Commission,Process Date,Process Time',
      'd1tb12p34qk,123,Glow,A1,9/5/26,13:04:05,S1,"1,250.00",1,100.00,9/6/26,1:00:00',
      'd1tb12p34qk,123,Glow,A1,9/5/26,13:04:05,S2,10.00,2,0.80,9/6/26,1:00:00',
      'd1tb12p34qk,123,Glow,A1,9/5/26,13:04:05,S2,-10.00,-2,-0.80,9/20/26,1:00:00',
      'Generated on 9/21/26',
    ].join('\r\n')}\r\n`,
    { currency: 'USD' },
  )
  expect(survey).toMatchObject({ format: 'rakuten-signature-orders', dateOrder: 'mdy', questions: ['currency'] })
  expect(rows).toMatchObject([
    {
      orderId: 'A1',
      sku: 'S1',
      orderedAt: '2026-09-05T13:04:05.000Z',
      postedAt: '2026-09-06T01:00:00.000Z',
      saleMinor: 125000,
      commissionMinor: 10000,
      quantity: 1,
      clickRef: 'd1tb12p34qk',
    },
    { sku: 'S2', quantity: 2, commissionMinor: 80 },
    { sku: 'S2', quantity: -2, commissionMinor: -80 },
  ])
  expect(new Set(rows.map(({ externalId }) => externalId)).size).toBe(3)
  expect(rejected).toEqual([{ row: 5, reason: 'The row has 1 column, but the header has 12.' }])
})

test('Rakuten: the same row of an export with further columns is the same sale', async () => {
  const row = 'u,123,Glow,A1,9/15/26,13:04:05,S1,10.00,1,0.80,9/16/26,1:00:00'
  const header =
    'Member ID (U1),MID,Advertiser Name,Order ID,Transaction Date,Transaction Time,SKU,Sales,# of Items,Total Commission,Process Date,Process Time'
  const one = await readFixture(`${header}\n${row}\n`, { currency: 'USD' })
  const other = await readFixture(`${header},Currency,Transaction ID\n${row},USD,T1\n`)
  expect(other.rows[0]!.externalId).toBe(one.rows[0]!.externalId)
})

test('ShareASale: voided and reversed transactions, locked and paid ones', async () => {
  const header =
    'Trans ID,User ID,Merchant ID,Trans Date,Trans Amount,Commission,Comment,Voided,Pending Date,Locked,Aff Comment,Banner Page,Reversal Date,Click Date,Click Time,SKU List,Quantity List,Lock Date,Paid Date,Merchant Organization,Trans Type,Reference Trans'
  const { survey, rows } = await readFixture(
    [
      header,
      '1,9,44,01/03/2021 12:41:28 PM,100.00,8.00,Sale,,,,d1tb12p34qk,,,01/02/2021,09:00:00 AM,"S1,S2","1,2",,,Glow,Sale,0',
      '2,9,44,01/03/2021 12:41:28 PM,100.00,8.00,Sale,1,,,,,,,,,,,,Glow,Sale,',
      '3,9,44,01/03/2021 12:41:28 PM,100.00,8.00,Sale,,,,,,02/01/2021,,,,,,,Glow,Sale,',
      '4,9,44,01/03/2021 12:41:28 PM,100.00,8.00,Sale,,,1,,,,,,,,02/20/2021,,Glow,Sale,',
      '5,9,44,01/03/2021 12:41:28 PM,100.00,8.00,Sale,,,1,,,,,,,,02/20/2021,03/20/2021,Glow,Bonus,4',
    ].join('\n'),
    { currency: 'USD' },
  )
  expect(survey).toMatchObject({ format: 'shareasale-activity', dateOrder: 'mdy', questions: ['currency'] })
  expect(rows.map(({ externalId, status }) => [externalId, status])).toEqual([
    ['1', 'pending'],
    ['2', 'reversed'],
    ['3', 'reversed'],
    ['4', 'approved'],
    ['5', 'paid'],
  ])
  expect(rows[0]).toMatchObject({
    orderedAt: '2021-01-03',
    clickedAt: '2021-01-02',
    sku: 'S1,S2',
    clickRef: 'd1tb12p34qk',
    originalExternalId: null,
    advertiser: 'Glow',
  })
  expect(rows[4]!.originalExternalId).toBe('4')
})

test('Skimlinks and Sovrn by their sub-id columns', async () => {
  const skimlinks = await readFixture(
    [
      'Commission ID,Transaction Date,Click Date,Merchant,Domain,Custom ID,Order Value,Publisher Commission,Currency,Status',
      '31,2026-03-14,2026-03-13,Glow,dewlight.example,d1tb12p34qk,100.00,5.555,USD,active',
      '32,2026-03-15,2026-03-13,Glow,dewlight.example,,100.00,5.00,USD,cancelled',
    ].join('\n'),
  )
  expect(skimlinks.survey).toMatchObject({ format: 'skimlinks-commissions', questions: [] })
  expect(skimlinks.rows).toMatchObject([
    {
      externalId: '31',
      clickRef: 'd1tb12p34qk',
      commissionMinor: 556,
      status: 'approved',
      trackingId: 'dewlight.example',
    },
    { externalId: '32', status: 'reversed' },
  ])
  const sovrn = await readFixture(
    [
      'Event Date,Click Date,Merchant Name,Site Name,CUID,Order Value,Revenue,Order ID',
      '2026-03-14,2026-03-13,Glow,Dewlight,d1tb12p34qk,$100.00,$5.00,O-1',
    ].join('\n'),
    { currency: 'USD', defaultStatus: 'approved' },
  )
  expect(sovrn.survey.format).toBe('sovrn-transactions')
  expect(sovrn.rows).toMatchObject([
    {
      network: 'sovrn',
      hasOwnId: false,
      clickRef: 'd1tb12p34qk',
      commissionMinor: 500,
      saleMinor: 10000,
      status: 'approved',
    },
  ])
})

test('LinkClicky: sales and chargebacks are read, other events are rejected', async () => {
  const { survey, rows, rejected } = await readFixture(
    [
      'trackid,type,commission,sale,event_date',
      'd1tb12p34qk,checkout,8.00,100.00,2026-03-14 10:00:00',
      'd1tb12p34qk,addcart,0,100.00,2026-03-14 09:59:00',
      'd1tb12p34qk,chargeback,8.00,100.00,2026-03-20 10:00:00',
    ].join('\n'),
    { currency: 'USD', network: 'skimlinks' },
  )
  expect(survey).toMatchObject({ format: 'linkclicky', network: undefined })
  expect(rows).toMatchObject([
    { network: 'skimlinks', orderedAt: '2026-03-14T10:00:00.000Z', commissionMinor: 800 },
    { commissionMinor: -800, saleMinor: -10000 },
  ])
  expect(rejected).toEqual([{ row: 3, reason: 'An event of the type “addcart” without a commission is not a sale.' }])
})

test('every network has a report of sales', () => {
  const reported = Object.values(reportFormats).flatMap(({ isLedger, network }) => (isLedger ? [network] : []))
  expect(reported).toEqual(expect.arrayContaining(networkNames))
})
