import { expect, test } from 'vitest'
import { readFixture, readTable, reportFile } from '../../../../../test/reports/read-fixture.ts'
import { surveyReports } from './report-reader.ts'

const HEADER = 'Transaction ID;Order date;Commission;Sale amount;Currency;Status;Sub ID'

test('a table of no known network is shown with guessed columns, and the owner is asked', async () => {
  const { survey, rows } = await readFixture(
    `My shop\n\n${HEADER}\n1;2026-03-14;8,00;100,00;EUR;approved;d1tb12p34qk\n`,
  )
  expect(survey).toMatchObject({
    format: undefined,
    network: undefined,
    questions: ['format'],
    header: HEADER.split(';'),
    columns: { externalId: 0, orderedAt: 1, commission: 2, saleAmount: 3, currency: 4, status: 5, clickRef: 6 },
    sample: [['1', '2026-03-14', '8,00', '100,00', 'EUR', 'approved', 'd1tb12p34qk']],
  })
  expect(rows).toMatchObject([
    { network: 'generic', externalId: '1', commissionMinor: 800, saleMinor: 10000, currency: 'EUR', row: 4 },
  ])
})

test('the columns that the owner chose decide about dates, decimals and currency', async () => {
  const path = await reportFile('when;what;gain\n25/03/2026;abc;1.250,50 €\n04/03/2026;abd;0,50 €\n')
  const [guessed] = await surveyReports(path)
  expect(guessed).toMatchObject({ format: undefined, columns: {}, questions: ['format', 'currency'] })
  const columns = { orderedAt: 0, externalId: 1, commission: 2 }
  const [survey] = await surveyReports(path, { mapped: { '': { format: 'generic', columns } } })
  expect(survey).toMatchObject({ dateOrder: 'dmy', decimal: 'comma', currency: 'EUR', questions: [] })
  expect((await readTable(path, survey!, { network: 'cj' })).rows).toMatchObject([
    { network: 'cj', orderedAt: '2026-03-25', commissionMinor: 125050, status: 'approved' },
    { orderedAt: '2026-03-04', commissionMinor: 50 },
  ])
})

test('dates that can be read in two orders are a question; one that cannot decides for all', async () => {
  const row = (date: string) => `1;${date};8.00;;EUR;approved;`
  const ambiguous = await readFixture(`${HEADER}\n${row('03/04/2026')}\n${row('05/06/2026')}\n`)
  expect(ambiguous.survey).toMatchObject({ dateOrder: 'ambiguous', questions: ['format', 'dateOrder'] })
  const dmy = await readFixture(`${HEADER}\n${row('03/04/2026')}\n${row('25/04/2026')}\n`)
  expect(dmy.survey.dateOrder).toBe('dmy')
  expect(dmy.rows.map(({ orderedAt }) => orderedAt)).toEqual(['2026-04-03', '2026-04-25'])
  const mdy = await readFixture(`${HEADER}\n${row('03/04/2026')}\n${row('03/31/26')}\n`)
  expect(mdy.rows.map(({ orderedAt }) => orderedAt)).toEqual(['2026-03-04', '2026-03-31'])
  const both = await readFixture(`${HEADER}\n${row('25/04/2026')}\n${row('03/31/2026')}\n`)
  expect(both.survey.dateOrder).toBe('ambiguous')
  const same = await readFixture(`${HEADER}\n${row('03/03/2026')}\n`)
  expect(same.survey.questions).toEqual(['format'])
})

test('a date whose order was not chosen is rejected, not read as month and day', async () => {
  const path = await reportFile(
    'when;what;gain;\n03/04/2026;abc;1.50;USD\n4-3-26;abd;1.50;USD\n05/05/2026;abe;1.50;USD\n',
  )
  const [survey] = await surveyReports(path)
  expect(survey).toMatchObject({ columns: {}, dateOrder: 'ymd' })
  const columns = { orderedAt: 0, externalId: 1, commission: 2, currency: 3 }
  const { rows, rejected } = await readTable(path, { ...survey!, columns }, { format: 'generic' })
  expect(rejected.map(({ reason }) => reason)).toEqual([
    '“03/04/2026” is not a date of a sale, or does not exist.',
    '“4-3-26” is not a date of a sale, or does not exist.',
  ])
  expect(rows).toMatchObject([{ externalId: 'abe', orderedAt: '2026-05-05' }])
})

test('9999-12-31 and days that do not exist are rejected, and count as none in a column that may be empty', async () => {
  const header = 'Transaction ID,Order date,Click date,Commission,Currency'
  const { rows, rejected } = await readFixture(
    [
      header,
      '1,9999-12-31,,1.00,USD',
      '2,2026-02-30,,1.00,USD',
      '3,,2026-02-01,1.00,USD',
      '4,2026-02-28,9999-12-31,1.00,USD',
      '5,2026-02-28,soon,1.00,USD',
    ].join('\n'),
  )
  expect(rejected).toEqual([
    { row: 2, reason: '“9999-12-31” is not a date of a sale, or does not exist.' },
    { row: 3, reason: '“2026-02-30” is not a date of a sale, or does not exist.' },
    { row: 4, reason: 'The row has no date.' },
  ])
  expect(rows).toMatchObject([
    { externalId: '4', orderedAt: '2026-02-28', clickedAt: null },
    { externalId: '5', clickedAt: null },
  ])
})

test('the whole column decides whether a comma is decimal', async () => {
  const file = (...amounts: string[]) =>
    [HEADER, ...amounts.map((amount, index) => `${index};2026-03-14;${amount};;EUR;approved;`)].join('\n')
  const minor = async (...amounts: string[]) =>
    (await readFixture(file(...amounts))).rows.map(({ commissionMinor }) => commissionMinor)
  expect(await minor('1.250', '0,50')).toEqual([125000, 50])
  expect(await minor('1,250', '0.50')).toEqual([125000, 50])
  expect(await minor('1,250')).toEqual([125000])
  expect(await minor('1.250')).toEqual([125000])
  expect(await minor('1.250.000', '1,5')).toEqual([125000000, 150])
  const { rows, rejected } = await readFixture(file('1,50', '2,50', '3.50'))
  expect(rows.map(({ commissionMinor }) => commissionMinor)).toEqual([150, 250])
  expect(rejected).toEqual([{ row: 4, reason: '“3.50” is not an amount.' }])
})

test('three digits after the only separator are decimals in a currency that has three, else a question', async () => {
  const header = 'Transaction ID,Order date,Commission'
  const file = (...amounts: string[]) =>
    [header, ...amounts.map((amount, index) => `${index},2026-03-14,${amount}`)].join('\n')
  const dinars = await readFixture(file('3.250 KWD', '1.225 KWD'))
  expect(dinars.survey).toMatchObject({ currency: 'KWD', decimal: 'point', questions: ['format'] })
  expect(dinars.rows).toMatchObject([{ commissionMinor: 3250 }, { commissionMinor: 1225 }])
  const dollars = await readFixture(file('1.225 USD'))
  expect(dollars.survey).toMatchObject({ currency: 'USD', questions: ['format', 'decimal'] })
  expect((await readFixture(file('1.225 USD', '0.50 USD'))).survey.questions).toEqual(['format'])
})

test('a header in any script can be mapped', async () => {
  const file = 'カテゴリ,商品名,ASIN,日付,料金\n美容,クリーム,B0AAA00001,2026-03-14,120\n'
  const { survey } = await readFixture(file, { columns: {}, currency: 'JPY' })
  expect(survey).toMatchObject({
    format: undefined,
    header: ['カテゴリ', '商品名', 'ASIN', '日付', '料金'],
    questions: expect.arrayContaining(['format']),
  })
})

test('amounts with currency, brackets, minus and yen', async () => {
  const header = 'Transaction ID\tOrder date\tCommission'
  const file = (...amounts: string[]) =>
    [header, ...amounts.map((amount, index) => `${index + 1}\t2026-03-14\t${amount}`)].join('\n')
  const { survey, rows, rejected } = await readFixture(
    file('US$1,250.00', '(12.50)', '-$3.00', '$-4', '5.25 USD', '−6.00', '7.00-', '¥100', '1.2.3', 'n/a', ''),
  )
  expect(survey.decimal).toBe('point')
  expect(rows.map(({ commissionMinor }) => commissionMinor)).toEqual([125000, 525])
  expect(rejected.map(({ row }) => row)).toEqual([3, 4, 5, 7, 8, 9, 10, 11, 12])
  const dollars = await readFixture(file('$1,250.00', '(12.50)', '($3.00)', '−6.00', '7.00-', '8.005'), {
    currency: 'AUD',
  })
  expect(dollars.survey).toMatchObject({ currency: undefined, questions: ['format', 'currency'] })
  expect(dollars.rows.map(({ commissionMinor }) => commissionMinor)).toEqual([125000, -1250, -300, -600, -700, 801])
  const yen = await readFixture(file('¥1,250', '¥90'), { currency: 'JPY' })
  expect(yen.rows).toMatchObject([{ commissionMinor: 1250, currency: 'JPY' }, { commissionMinor: 90 }])
})

test('a currency that contradicts its row is rejected', async () => {
  const { rows, rejected } = await readFixture(
    `${HEADER}\n1;2026-03-14;€8;;USD;approved;\n2;2026-03-14;8;;XX;approved;\n3;2026-03-14;8;;£;approved;\n`,
  )
  expect(rows).toMatchObject([{ externalId: '3', currency: 'GBP' }])
  expect(rejected).toEqual([
    { row: 2, reason: 'The row names two currencies, USD and EUR.' },
    { row: 3, reason: '“XX” is not a currency.' },
  ])
})

test('empty lines, quoted line breaks, repeated headers and broken lines', async () => {
  const { survey, rows, rejected } = await readFixture(
    [
      '\ufeffReport, created on 1 March',
      '',
      'Transaction ID,Order date,Commission,Currency,Product name',
      '1,2026-03-14,1.00,USD,"Two ""large""\r\nlines, quoted"',
      '',
      ',,,,',
      'Transaction ID,Order date,Commission,Currency,Product name',
      '2,2026-03-14,1.00,USD,15" plate',
      '3,2026-03-14,1,000.00,USD,shifted by a comma',
      '4,2026-03-14,1.00',
      'Total,,2.00,USD,',
    ].join('\r\n'),
  )
  expect(survey).toMatchObject({ rows: 4, fileTotals: { currency: 'USD', commissionMinor: 200 } })
  expect(rows).toMatchObject([
    { externalId: '1', productName: 'Two "large"\r\nlines, quoted', row: 4 },
    { externalId: '2', productName: '15" plate', row: 8 },
  ])
  expect(rejected).toEqual([
    { row: 9, reason: 'The row has 6 columns, but the header has 5.' },
    { row: 10, reason: 'The row has 3 columns, but the header has 5.' },
  ])
})

test('an ID that a spreadsheet shortened is rejected, one that it was kept from is read', async () => {
  const { rows, rejected } = await readFixture(
    `${HEADER}\n1.23457E+17;2026-03-14;8;;USD;;\n="0012";2026-03-14;8;;USD;;\n`,
  )
  expect(rejected).toEqual([
    {
      row: 2,
      reason: 'The ID “1.23457E+17” was shortened by a spreadsheet. Please import the file as the network sent it.',
    },
  ])
  expect(rows).toMatchObject([{ externalId: '0012' }])
})

test('UTF-16 is read, as Excel saves “Unicode text”', async () => {
  const text = '\ufeffTransaction ID\tOrder date\tCommission\tCurrency\tProduct name\n1\t2026-03-14\t1.00\tEUR\tCrème\n'
  const little = Buffer.from(text, 'utf16le')
  expect((await readFixture(little)).rows).toMatchObject([{ productName: 'Crème' }])
  expect((await readFixture(Buffer.from(little).swap16())).rows).toMatchObject([{ productName: 'Crème' }])
})
