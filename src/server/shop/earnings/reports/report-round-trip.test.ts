import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFixture, reportFile } from '../../../../../test/reports/read-fixture.ts'
import { ReportProblem } from './report-problem.ts'
import { surveyReports } from './report-reader.ts'

const name = fc
  .string({ unit: fc.constantFrom(...'abcXYZäß€ ,;|\t"\r\n\'.-=0129'), maxLength: 30 })
  .filter((text) => !text.startsWith('='))
const row = fc.record({
  id: fc.integer({ min: 1, max: 9_999_999 }),
  minor: fc.integer({ min: -99_999_999, max: 99_999_999 }),
  sale: fc.option(fc.integer({ min: -99_999_999, max: 99_999_999 })),
  date: fc.date({ min: new Date('2001-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
  name,
  status: fc.constantFrom('pending', 'approved', 'paid', 'reversed'),
})

const file = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 80 }),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  hasBom: fc.boolean(),
  isQuoted: fc.boolean(),
  decimal: fc.constantFrom('point', 'comma'),
  hasGroups: fc.boolean(),
  preamble: fc.array(fc.constantFrom('', 'Report', 'My report, March', 'From: 1 March; to: 31 March', 'a|b'), {
    maxLength: 4,
  }),
  emptyLines: fc.boolean(),
  endsInLineEnd: fc.boolean(),
  columns: fc.shuffledSubarray(['id', 'minor', 'sale', 'date', 'name', 'status', 'currency'] as const, {
    minLength: 7,
  }),
  headerCase: fc.constantFrom('as-is', 'upper', 'lower'),
})
type Written = typeof file extends fc.Arbitrary<infer T> ? T : never

const headers = {
  id: 'Commission ID',
  minor: 'Publisher Commission',
  sale: 'Sale Amount',
  date: 'Event Date',
  name: 'SID',
  status: 'Action Status',
  currency: 'Currency',
}

test('rows are read back as they were written, whatever the dialect', async () => {
  await fc.assert(
    fc.asyncProperty(file, async (written) => {
      const { survey, rows, rejected } = await readFixture(toCsv(written))
      expect(rejected).toEqual([])
      expect(survey).toMatchObject({ format: 'cj-commissions', rows: written.rows.length, questions: [] })
      expect(
        rows.map(({ externalId, commissionMinor, saleMinor, orderedAt, clickRef, status, currency }) => ({
          externalId,
          commissionMinor,
          saleMinor,
          orderedAt,
          clickRef,
          status,
          currency,
        })),
      ).toEqual(
        written.rows.map(({ id, minor, sale, date, name: text, status }) => ({
          externalId: String(id),
          commissionMinor: minor,
          saleMinor: sale,
          orderedAt: date.toISOString().slice(0, 10),
          clickRef: text.trim() === '' ? null : text.trim(),
          status,
          currency: 'EUR',
        })),
      )
    }),
    { numRuns: 150 },
  )
})

test('any text is a report or refused with a sentence', async () => {
  const cell = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('Commission', 'Date', 'ASIN', 'Tracking ID', 'Total', '1.00', '03/04/2026', '"', '$'),
  )
  const text = fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(text, async (lines) => {
      const path = await reportFile(lines.map((cells) => cells.join(',')).join('\n'))
      const surveys = await surveyReports(path).catch((error: unknown) => {
        expect(error).toBeInstanceOf(ReportProblem)
        return []
      })
      for (const { rows, header } of surveys) expect(rows <= lines.length && header.length > 0).toBe(true)
    }),
    { numRuns: 200 },
  )
})

function toCsv(written: Written): string {
  const { delimiter, lineEnd, isQuoted, columns, headerCase, preamble, emptyLines } = written
  const quote = (text: string) =>
    isQuoted || /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
  const cased = (text: string) =>
    headerCase === 'as-is' ? text : headerCase === 'upper' ? text.toUpperCase() : text.toLowerCase()
  const lines = [
    ...preamble.map((text) => (isQuoted ? `"${text}"` : text)),
    columns.map((column) => quote(cased(headers[column]))).join(delimiter),
    ...written.rows.map((each) => columns.map((column) => quote(toCell(written, each, column))).join(delimiter)),
  ]
  const separator = emptyLines ? lineEnd + lineEnd : lineEnd
  return (written.hasBom ? '\ufeff' : '') + lines.join(separator) + (written.endsInLineEnd ? lineEnd : '')
}

function toCell({ decimal, hasGroups }: Written, each: Written['rows'][number], column: keyof typeof headers): string {
  if (column === 'currency') return 'EUR'
  if (column === 'date') return each.date.toISOString().slice(0, 10)
  if (column === 'id' || column === 'name' || column === 'status') return String(each[column])
  const minor = each[column]
  if (minor === null) return ''
  const [whole = '', cents = ''] = (Math.abs(minor) / 100).toFixed(2).split('.')
  const grouped = hasGroups ? whole.replace(/\B(?=(\d{3})+$)/g, decimal === 'point' ? ',' : '.') : whole
  return `${minor < 0 ? '-' : ''}${grouped}${decimal === 'point' ? '.' : ','}${cents}`
}
