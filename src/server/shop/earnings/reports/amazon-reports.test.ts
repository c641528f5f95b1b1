import { expect, test } from 'vitest'
import { readFixture, readTable, reportFile } from '../../../../../test/reports/read-fixture.ts'
import { type SheetCell, writeWorkbook } from '../../../../../test/reports/write-workbook.ts'
import { surveyReports } from './report-reader.ts'

const US =
  'Category,Name,ASIN,Seller,Tracking ID,Date Shipped,Price($),Items Shipped,Returns,Revenue($),Ad Fees($),Device Type Group,Direct/Indirect'

test('an earnings report has a title line, returns and a total, and its rows have no id of their own', async () => {
  const { survey, rows, rejected } = await readFixture(
    [
      'Fee-Earnings reports from 03-01-2026 to 03-31-2026',
      US,
      'Beauty,"Cream, rich",B0AAA00001,Amazon.com,dew-20,2026-03-14 08:00:00,"1,250.00",1,0,"$1,250.00",$50.00,DESKTOP,Direct',
      'Beauty,Serum,B0AAA00002,Amazon.com,dew-20,2026-03-15 08:00:00,10.00,1,0,10.00,0.40,PHONE,Direct',
      'Beauty,Serum,B0AAA00002,Amazon.com,dew-20,2026-03-15 08:00:00,10.00,1,0,10.00,0.40,PHONE,Direct',
      'Beauty,Serum,B0AAA00002,Amazon.com,dew-20,2026-03-17 08:00:00,10.00,0,1,(10.00),-0.40,PHONE,Direct',
      ',,,,,,,3,1,"1,260.00",50.40,,',
    ].join('\r\n'),
    { currency: 'USD' },
  )
  expect(rejected).toEqual([])
  expect(survey).toMatchObject({
    format: 'amazon-earnings',
    network: 'amazon',
    rows: 4,
    decimal: 'point',
    dateOrder: 'ymd',
    isLedger: true,
    fileTotals: { saleMinor: 126000, commissionMinor: 5040 },
    // The dollar sign is that of Amazon in the United States and in Canada.
    questions: ['currency'],
  })
  expect(rows[0]).toEqual({
    network: 'amazon',
    externalId: expect.any(String),
    hasOwnId: false,
    originalExternalId: null,
    clickRef: null,
    trackingId: 'dew-20',
    advertiser: 'Amazon.com',
    orderId: null,
    sku: 'B0AAA00001',
    productName: 'Cream, rich',
    clickedAt: null,
    orderedAt: null,
    postedAt: '2026-03-14',
    quantity: 1,
    saleMinor: 125000,
    commissionMinor: 5000,
    commissionRest: 0,
    currency: 'USD',
    status: 'approved',
    reason: null,
    promoCode: null,
    row: 3,
  })
  expect(rows[1]!.externalId).toBe(rows[2]!.externalId)
  expect(rows[3]!.externalId).not.toBe(rows[2]!.externalId)
  expect(rows[3]).toMatchObject({ quantity: -1, saleMinor: -1000, commissionMinor: -40, reason: 'Return' })
  expect(rows.reduce((sum, { commissionMinor }) => sum + commissionMinor, 0)).toBe(5040)
})

test('the word Total in any cell makes a total, and the sub-tag is the sub-id', async () => {
  const { survey, rows } = await readFixture(
    [
      'Fee earnings report from 06/01/2026 to 06/30/2026',
      'Date Shipped,Product Name,ASIN,Seller,Tracking ID,Sub Tag,Product Link Type,Price,Items Shipped,Returns,Revenue,Ad Fees',
      'September 15 2026,"Desk, 55 inch",B0AAA111,Amazon.com,dew-20,d1tb12p34qk,Text,129.99,1,0,129.99,5.20',
      '06/16/2026,Total Care Cream,B0AAA112,Amazon.com,dew-20,,Text,14.99,2,0,29.98,1.20',
      ',,,,,,,,,,Total,6.40',
    ].join('\n'),
    { currency: 'USD' },
  )
  expect(rows.map(({ clickRef, postedAt, commissionMinor }) => [clickRef, postedAt, commissionMinor])).toEqual([
    ['d1tb12p34qk', '2026-09-15', 520],
    [null, '2026-06-16', 120],
  ])
  expect(survey.fileTotals).toEqual({ commissionMinor: 640 })
})

const localised = {
  UK: {
    header: 'Category,Name,ASIN,Seller,Tracking ID,Date Shipped,Price(£),Items Shipped,Returns,Revenue(£),Ad Fees(£)',
    row: 'Beauty,Cream,B0AAA00001,Amazon.co.uk,dew-21,14/03/2026,"1,250.50",1,0,"1,250.50",50.02',
    currency: 'GBP',
  },
  German: {
    header:
      'Kategorie;Name;ASIN;Verkäufer;Tracking-ID;Versanddatum;Preis(€);Versendete Artikel;Rückgaben;Umsatz(€);Werbekostenerstattung(€)',
    row: 'Kosmetik;Creme;B0AAA00001;Amazon.de;dew-21;14.03.2026;1.250,50;1;0;1.250,50;50,02',
    currency: 'EUR',
  },
  French: {
    header:
      'Catégorie;Nom;ASIN;Vendeur;Identifiant de suivi;Date d’expédition;Prix(€);Articles expédiés;Retours;Revenus(€);Rémunération(€)',
    row: 'Beauté;Crème;B0AAA00001;Amazon.fr;dew-21;14 mars 2026;1 250,50;1;0;1 250,50;50,02',
    currency: 'EUR',
  },
  Italian: {
    header:
      'Categoria;Nome;ASIN;Venditore;ID tracciamento;Data di spedizione;Prezzo(€);Articoli spediti;Resi;Ricavi(€);Commissioni(€)',
    row: 'Bellezza;Crema;B0AAA00001;Amazon.it;dew-21;14 marzo 2026;1.250,50;1;0;1.250,50;50,02',
    currency: 'EUR',
  },
  Spanish: {
    header:
      'Categoría;Nombre;ASIN;Vendedor;ID de seguimiento;Fecha de envío;Precio(€);Artículos enviados;Devoluciones;Ingresos(€);Comisiones(€)',
    row: 'Belleza;Crema;B0AAA00001;Amazon.es;dew-21;14 de marzo de 2026;1.250,50 €;1;0;1.250,50 €;50,02 €',
    currency: 'EUR',
  },
}

test.each(Object.entries(localised))('an earnings report in the layout of %s', async (_, { header, row, currency }) => {
  const { survey, rows, rejected } = await readFixture(`Earnings\n${header}\n${row}\n`)
  expect(rejected).toEqual([])
  expect(survey).toMatchObject({ format: 'amazon-earnings', currency, questions: [] })
  expect(rows).toMatchObject([
    { postedAt: '2026-03-14', saleMinor: 125050, commissionMinor: 5002, currency, trackingId: 'dew-21', quantity: 1 },
  ])
})

test('Canadian dollars are read where the header or the cells name them', async () => {
  const header = US.replaceAll('($)', '(CDN$)')
  const row = 'Beauty,Cream,B0AAA00001,Amazon.ca,dew0c-20,2026-03-14,10.00,1,0,10.00,0.40,PHONE,Direct'
  const { survey, rows } = await readFixture(`${header}\n${row}\n`)
  expect(survey).toMatchObject({ currency: 'CAD', questions: [] })
  expect(rows[0]).toMatchObject({ currency: 'CAD', commissionMinor: 40 })
})

/** The sheets of a monthly workbook as Amazon sends them: row 1 is a title, row 2 the header. */
const workbook = () => {
  const titled = (name: string, header: string, ...rows: SheetCell[][]) => [
    [`${name} reports from 03-01-2026 to 03-31-2026`],
    header.split(','),
    ...rows,
  ]
  return writeWorkbook({
    'Fee-Earnings': titled('Fee-Earnings', US, [
      ...['Beauty', 'Cream', 'B0AAA00001', 'Amazon.ca', 'dew-20', '2026-03-14 08:00:00'],
      ...[10, 1, 0, 10, 0.4, 'PHONE', 'Direct'],
    ]),
    Bounty: titled('Bounty', 'Name,Date Shipped,Tracking Id,Quantity,Ad Fees($)', [
      ...['Audible Trial', '2026-03-18', 'dew-20', 2, 10],
    ]),
    'Fee-Orders': titled(
      'Fee-Orders',
      'Category,Name,ASIN,Date,Qty,Price($),Link Type,Tag,Indirect Sales,Device Type Group',
      ['Beauty', 'Cream', 'B0ORD00001', '2026-03-18', 3, 150, 'Text', 'dew-20', 'No', 'PHONE'],
    ),
    'Orders through product links': titled(
      'Orders through product links',
      'Category,Name,ASIN,Date,Qty,Price,Link Type,Tag,Indirect Sales,Device Type Group',
      ['Beauty', 'Cream', 'B0ORD00001', '2026-03-18', 3, 150, 'Text', 'dew-20', 'No', 'PHONE'],
    ),
    'Fee-DailyTrends': titled(
      'Fee-DailyTrends',
      'Date,Clicks,Items Ordered (Amazon),Items Ordered (3rd Party),Total Items Ordered,Conversion',
      ['2026-03-18', 120, 3, 1, 4, '3.33%'],
    ),
    'Fee-BonusEarnings': titled(
      'Fee-BonusEarnings',
      'Category,Tracking ID,Date,Total Revenue($),Commission Income($),Bonus($)',
      ['Beauty', 'dew-20', '2026-03-14', 10, 0.4, 0],
    ),
    'Fee-OrdersWithClicks': titled('Fee-OrdersWithClicks', 'Name,ASIN,Clicks,Conversion,Date,Qty', [
      ...['Cream', 'B0ORD00001', 12, '8.33%', '2026-03-18', 1],
    ]),
    'Fee-Tracking': titled('Fee-Tracking', 'Tracking ID,Clicks,Items Ordered,Items Shipped,Revenue($),Ad Fees($)', [
      ...['dew-20', 120, 4, 3, 90, 3.6],
    ]),
  })
}

test('the sheets of a monthly workbook are recognised, and only earnings and bounties are sales', async () => {
  const path = await reportFile(workbook())
  const surveys = await surveyReports(path)
  expect(surveys.map(({ part, format, isLedger }) => [part, format, isLedger])).toEqual([
    ['Fee-Earnings', 'amazon-earnings', true],
    ['Bounty', 'amazon-bounties', true],
    ['Fee-Orders', 'amazon-orders', false],
    ['Orders through product links', 'amazon-orders', false],
    ['Fee-DailyTrends', 'amazon-tracking', false],
    ['Fee-BonusEarnings', 'amazon-bonus', false],
    ['Fee-OrdersWithClicks', 'amazon-clicks', false],
    ['Fee-Tracking', 'amazon-tracking', false],
  ])
  const bounties = await readTable(path, surveys[1]!, { currency: 'CAD' })
  expect(bounties.rows).toMatchObject([{ productName: 'Audible Trial', quantity: 2, commissionMinor: 1000 }])
  for (const survey of surveys.filter(({ isLedger }) => !isLedger))
    await expect(readTable(path, survey, { currency: 'USD' })).rejects.toThrow('has no sales of its own.')
})

test('the seller that all rows name proposes the currency of a dollar sign', async () => {
  const [earnings, bounty] = await surveyReports(await reportFile(workbook()))
  expect(earnings).toMatchObject({
    currency: undefined,
    proposal: { currency: 'CAD', reason: 'its rows name the seller Amazon.ca' },
    questions: ['currency'],
  })
  // Its rows name no seller.
  expect(bounty).toMatchObject({ proposal: undefined, questions: ['currency'], trackingIds: ['dew-20'] })
})

test('bounties are sales without a product', async () => {
  const { survey, rows } = await readFixture(
    [
      'Fee-Bounty reports',
      'Date,Bounty Name,Tracking ID,Bounty Events,Bounty Earnings($)',
      '2026-03-18,Audible Trial,dew-20,2,$10.00',
      ',,,2,$10.00',
    ].join('\n'),
    { currency: 'USD' },
  )
  expect(survey).toMatchObject({ format: 'amazon-bounties', isLedger: true, fileTotals: { commissionMinor: 1000 } })
  expect(rows).toMatchObject([
    { productName: 'Audible Trial', quantity: 2, commissionMinor: 1000, saleMinor: null, trackingId: 'dew-20' },
  ])
})

test.each([
  'Tracking ID,Clicks,Items Ordered,Items Shipped,Revenue($),Ad Fees($)\ndew-20,120,4,3,90.00,3.60\n',
  'Date,Clicks,Items Ordered,Conversion\n2026-03-14,120,4,3.33%\n',
])('a summary of clicks is shown and cannot be read as sales', async (sheet) => {
  const [survey] = await surveyReports(await reportFile(sheet))
  expect(survey).toMatchObject({ format: 'amazon-tracking', isLedger: false, rows: 1, questions: [] })
  await expect(readFixture(sheet)).rejects.toThrow('“Amazon Associates: summary of clicks” has no sales of its own.')
})
