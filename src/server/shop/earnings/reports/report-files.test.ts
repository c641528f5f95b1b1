import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readFixture, readTable, reportFile } from '../../../../../test/reports/read-fixture.ts'
import { type SheetCell, writeWorkbook } from '../../../../../test/reports/write-workbook.ts'
import { writeZip } from '../../../../../test/reports/write-zip.ts'
import { readReport, surveyReports } from './report-reader.ts'

const HEADER = 'Category,Name,ASIN,Seller,Tracking ID,Date Shipped,Price($),Items Shipped,Returns,Revenue($),Ad Fees($)'
const ROW = 'Beauty,Cream,B0AAA00001,Amazon.com,dew-20,2026-03-14,10.00,1,0,10.00,0.40'
const EARNINGS = `${HEADER}\n${ROW}\n`
/** 2026-03-14 as a workbook counts days. */
const SERIAL = 46095

const sheetOf = (...rows: SheetCell[][]): SheetCell[][] => [['Fee-Earnings reports'], [], HEADER.split(','), ...rows]

test('a workbook has its sheets as parts, with dates, formulas, inline and shared texts', async () => {
  const file = writeWorkbook({
    'Fee-Earnings': sheetOf(
      ['Beauty', 'Cream & <more>', 'B0AAA00001', 'Amazon.com', 'dew-20', { date: SERIAL }, 10, 1, 0, 10, 0.4],
      [
        'Beauty',
        { xml: '<c r="B5" t="inlineStr"><is><t>Serum</t></is></c>' },
        'B0AAA00002',
        'Amazon.com',
        'dew-20',
        { date: SERIAL + 0.75 },
        1250.5,
        1,
        0,
        { formula: 'G5*H5', value: '1250.5' },
        0.1 + 0.2,
      ],
      ['', '', '', '', '', '', '', 2, 0, 1260.5, 0.7],
    ),
    Empty: [],
    'Fee-Tracking': [
      ['Tracking ID', 'Clicks', 'Ad Fees($)'],
      ['dew-20', 3, 0.7],
    ],
  })
  const path = await reportFile(file)
  const surveys = await surveyReports(path)
  expect(surveys.map(({ part, format, rows, isLedger }) => [part, format, rows, isLedger])).toEqual([
    ['Fee-Earnings', 'amazon-earnings', 2, true],
    ['Fee-Tracking', 'amazon-tracking', 1, false],
  ])
  expect(surveys[0]!.fileTotals).toEqual({ saleMinor: 126050, commissionMinor: 70 })
  const { rows, rejected } = await readTable(path, surveys[0]!, { currency: 'USD' })
  expect(rejected).toEqual([])
  expect(rows).toMatchObject([
    { productName: 'Cream & <more>', postedAt: '2026-03-14', saleMinor: 1000, commissionMinor: 40, row: 4 },
    { productName: 'Serum', postedAt: '2026-03-14', saleMinor: 125050, commissionMinor: 30, row: 5 },
  ])
})

test('the same row is the same sale as CSV and as XLSX', async () => {
  const [category = '', name = '', asin = '', seller = '', tag = ''] = ROW.split(',')
  const workbook = writeWorkbook({
    A: sheetOf([category, name, asin, seller, tag, { date: SERIAL }, 10, 1, 0, 10, 0.4]),
  })
  const one = await readFixture(workbook, { currency: 'USD' })
  const other = await readFixture(EARNINGS, { currency: 'USD' })
  expect(one.rows[0]!.externalId).toBe(other.rows[0]!.externalId)
})

test('a workbook that counts from 1904', async () => {
  const row = ['Beauty', 'Cream', 'B0AAA00001', 'Amazon.com', 'dew-20', { date: SERIAL - 1462 }, 10, 1, 0, 10, 0.4]
  const { rows } = await readFixture(writeWorkbook({ A: sheetOf(row) }, { isFrom1904: true }), { currency: 'USD' })
  expect(rows).toMatchObject([{ postedAt: '2026-03-14' }])
})

test('a ZIP has its files as parts: CSV, TSV and workbooks, without what macOS adds', async () => {
  const path = await reportFile(
    writeZip([
      { name: 'reports/', data: '' },
      { name: 'reports/earnings.csv', data: EARNINGS },
      { name: 'reports/earnings.tsv', data: EARNINGS.replaceAll(',', '\t') },
      { name: '__MACOSX/reports/._earnings.csv', data: 'x' },
      { name: 'readme.md', data: 'Hello' },
      { name: 'notes.txt', data: 'Thank you for your sales.' },
      { name: 'book.xlsx', data: writeWorkbook({ First: sheetOf(ROW.split(',')) }) },
    ]),
  )
  const surveys = await surveyReports(path)
  expect(surveys.map(({ part }) => part)).toEqual(['reports/earnings.csv', 'reports/earnings.tsv', 'book.xlsx: First'])
  const ids = new Set<string>()
  for (const survey of surveys) {
    const { rows } = await readTable(path, survey, { currency: 'USD' })
    expect(rows).toMatchObject([{ commissionMinor: 40 }])
    ids.add(rows[0]!.externalId)
  }
  expect(ids.size).toBe(1)
})

const refused: [string, string | Buffer, string][] = [
  ['an empty file', '', 'The file is empty.'],
  ['empty lines', '\n\n\n', 'No header row was found.'],
  ['prose', 'Dear publisher,\nthank you for your sales.\n', 'No header row was found.'],
  [
    'bytes',
    Buffer.concat([Buffer.from('abc'), Buffer.from([0xff, 0xfe, 0x00, 0x9f])]),
    'The file is not plain text in UTF-8.',
  ],
  [
    'UTF-8 that is damaged behind its byte order mark',
    Buffer.from(`\u00ef\u00bb\u00bf${EARNINGS.replace('Cream', 'Crème')}`, 'latin1'),
    'The file is not plain text in UTF-8.',
  ],
  [
    'a text in Shift JIS',
    Buffer.from(EARNINGS.replace('Cream', '\u0083N\u0083\u008a\u0081[\u0083\u0080'), 'latin1'),
    'The file is not plain text in UTF-8.',
  ],
  [
    'an old or encrypted workbook',
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    'This is an old Excel workbook (XLS) or one with a password.',
  ],
  ['a PDF', '%PDF-1.7', 'This is a PDF.'],
  ['a page', '<html><table><tr><td>1', 'This is a web page or an XML file.'],
  ['JSON', '{"id": 1}', 'This is a JSON file.'],
  [
    'a quotation mark that is not closed',
    `${EARNINGS}Beauty,"Cream${',1'.repeat(200_000)}`,
    'Row 3 cannot be read: a quotation mark is not closed',
  ],
  [
    'an encrypted ZIP',
    writeZip([{ name: 'a.csv', data: EARNINGS, isEncrypted: true }]),
    'The ZIP file is protected by a password.',
  ],
  [
    'a ZIP in a ZIP',
    writeZip([{ name: 'a.zip', data: writeZip([{ name: 'a.csv', data: EARNINGS }]) }]),
    'The ZIP file holds another archive, “a.zip”.',
  ],
  [
    'a ZIP in a ZIP that is called CSV',
    writeZip([{ name: 'a.csv', data: writeZip([{ name: 'a.csv', data: EARNINGS }]) }]),
    'The ZIP file holds another archive, “a.csv”.',
  ],
  [
    'a ZIP without a report',
    writeZip([{ name: 'a.txt.png', data: 'x' }]),
    'The ZIP file holds no CSV, TSV or XLSX file.',
  ],
  [
    'a ZIP bomb',
    writeZip([{ name: 'a.csv', data: Buffer.alloc(20 * 1024 * 1024) }]),
    'The ZIP file unpacks to far more than its own size',
  ],
  [
    'a ZIP that says less than it unpacks to',
    writeZip([{ name: 'a.csv', data: `${EARNINGS}${`${ROW}\n`.repeat(2000)}`, declaredBytes: 500 }]),
    'The ZIP file is damaged and cannot be read.',
  ],
  [
    'a workbook whose sheet is longer than its directory says',
    writeWorkbook({ A: sheetOf([{ xml: randomBytes(40_000).toString('hex') }]) }, { declaredBytes: 1000 }),
    'The ZIP file is damaged and cannot be read.',
  ],
  [
    'a sheet that is one long comment',
    writeWorkbook({ A: sheetOf([{ xml: `<!--${randomBytes(3_000_000).toString('base64')}-->` }]) }),
    'The workbook is damaged and cannot be read.',
  ],
  [
    'a sheet of a million open elements',
    writeWorkbook({ A: sheetOf([{ xml: '<a>'.repeat(1_300_000) }]) }),
    'The workbook is damaged and cannot be read.',
  ],
  [
    'a ZIP of too many files',
    writeZip(Array.from({ length: 201 }, (_, index) => ({ name: `${index}.csv`, data: 'a' }))),
    'The ZIP file holds more than 200 files.',
  ],
  [
    'a ZIP with two files of one name',
    writeZip([
      { name: 'a.csv', data: EARNINGS },
      { name: 'a.csv', data: EARNINGS },
    ]),
    'The file holds two tables with the name “a.csv”.',
  ],
  [
    'a ZIP that was cut',
    writeZip([{ name: 'a.csv', data: EARNINGS }]).subarray(0, 200),
    'The ZIP file is damaged and cannot be read.',
  ],
]

/** As Excel saves it, with the characters that ISO 8859-1 has at other places. */
const toWindows1252 = (text: string) =>
  Buffer.from(text.replaceAll('€', '\u0080').replaceAll('’', '\u0092').replaceAll('Š', '\u008a'), 'latin1')

test('Windows-1252, UTF-16 and UTF-8 are the same report', async () => {
  const text = [
    'Transaction ID;Order date;Commission;Product name',
    '1;14.03.2026;€ 1.250,00;"Créme ""à l’Š"""',
    '2;15.03.2026;€ 0,50;Seife ß',
  ].join('\r\n')
  const { survey, rows, rejected } = await readFixture(text)
  expect(rejected).toEqual([])
  expect(survey).toMatchObject({ decimal: 'comma', currency: 'EUR' })
  expect(rows).toMatchObject([{ commissionMinor: 125_000, productName: 'Créme "à l’Š"' }, { productName: 'Seife ß' }])
  const utf16be = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  for (const content of [toWindows1252(text), Buffer.from(`\ufeff${text}`, 'utf16le'), utf16be, `\ufeff${text}`])
    expect((await readFixture(content)).rows).toEqual(rows)
})

test('the encoding is that of the whole file, however late its first character tells', async () => {
  const head = 'Transaction ID,Order date,Commission,Currency,Product name'
  // More than the head from which the delimiter is recognised, and many chunks of the stream.
  const lines = Array.from(
    { length: 20_000 },
    (_, index) => `${index},2026-03-14,1.00,EUR,Plain soap of number ${index}`,
  )
  const text = [head, ...lines, '20000,2026-03-14,1.00,EUR,Créme à 5 €'].join('\n')
  for (const content of [toWindows1252(text), text]) {
    const { survey, rows, rejected } = await readFixture(content)
    expect([survey.rows, rejected]).toEqual([20_001, []])
    expect(rows.at(-1)!.productName).toBe('Créme à 5 €')
  }
  // One character of UTF-8 more does not make it UTF-8: the file is read in one encoding.
  const mixed = await readFixture(
    Buffer.concat([Buffer.from(`${text}\n20001,2026-03-14,1.00,EUR,`), toWindows1252('é')]),
  )
  expect(mixed.rows.slice(-2).map(({ productName }) => productName)).toEqual(['CrÃ©me Ã\u00a0 5 â‚¬', 'é'])
})

test.each(refused)('refused with a sentence: %s', async (_, content, message) => {
  const path = await reportFile(content)
  await expect(surveyReports(path)).rejects.toThrow(message)
})

test('50 MB are read and one byte more is refused', async () => {
  const path = await reportFile('')
  const file = await open(path, 'w')
  await file.truncate(50 * 1024 * 1024 + 1)
  await expect(surveyReports(path)).rejects.toThrow('The file is larger than 50 MB.')
  // Zeros are not text, which is said only of a file that was opened.
  await file.truncate(50 * 1024 * 1024)
  await file.close()
  await expect(surveyReports(path)).rejects.toThrow('The file is not plain text in UTF-8.')
})

test('500,000 rows are read and more are refused', async () => {
  const head = 'Transaction ID,Order date,Commission,Currency\n'
  const path = await reportFile(head + '1,2026-03-14,1.00,USD\n'.repeat(500_000))
  const [survey] = await surveyReports(path)
  expect(survey!.rows).toBe(500_000)
  const longer = await reportFile(head + '1,2026-03-14,1.00,USD\n'.repeat(500_100))
  await expect(surveyReports(longer)).rejects.toThrow('The report has more than 500,000 rows.')
})

test('a reader that is left early closes the file', async () => {
  const path = await reportFile(writeZip([{ name: 'a.csv', data: EARNINGS + `${ROW}\n`.repeat(1000) }]))
  const [survey] = await surveyReports(path)
  const { format, columns, decimal } = survey!
  const options = { format: format!, columns, decimal, dateOrder: 'ymd', currency: 'USD' } as const
  for await (const row of readReport(path, 'a.csv', options)) {
    expect(row.row).toBe(2)
    break
  }
  await expect(readReport(path, 'b.csv', options).next()).rejects.toThrow('The file holds no table “b.csv”.')
})

test('random bytes are refused, never a crash', async () => {
  for (let length = 1; length < 400; length += 7) {
    const path = await reportFile(Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), randomBytes(length)]))
    await expect(surveyReports(path)).rejects.toThrow('The ZIP file is damaged and cannot be read.')
  }
})
