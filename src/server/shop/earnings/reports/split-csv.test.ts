import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvSplitter, UnclosedQuote } from './split-csv.ts'

function split(text: string, delimiter: string, size = text.length || 1): string[][] {
  const splitter = new CsvSplitter(delimiter)
  const records: string[][] = []
  for (let at = 0; at < text.length; at += size) records.push(...splitter.write(text.slice(at, at + size)))
  return [...records, ...splitter.end()]
}

const cell = fc.string({ unit: fc.constantFrom(...'ab,;"\r\n\t 1'), maxLength: 8 })

test('any table is split into the same cells as by csv-parse, wherever its chunks end', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.boolean(),
      fc.integer({ min: 1, max: 9 }),
      (rows, delimiter, lineBreak, isQuoted, size) => {
        const quote = (text: string) =>
          isQuoted || /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
        // The first line names the columns, so that the line break is known before a quoted one.
        const text = `h${lineBreak}${rows.map((cells) => cells.map(quote).join(delimiter)).join(lineBreak)}${lineBreak}`
        const expected = parse(text, { delimiter, record_delimiter: lineBreak, relax_column_count: true })
        expect(split(text, delimiter)).toEqual(expected)
        expect(split(text, delimiter, size)).toEqual(expected)
      },
    ),
    { numRuns: 1000 },
  )
})

test('a quotation mark inside of a cell is a character of it', () => {
  expect(split('a,15" plate,b\n"15" plate",c\n', ',')).toEqual([
    ['a', '15" plate', 'b'],
    ['15" plate', 'c'],
  ])
})

test('a quotation mark that is not closed is a fault', () => {
  expect(() => split('a,"b\nc,d\n', ',')).toThrow(UnclosedQuote)
  expect(() => split(`a,"${'b\n'.repeat(200_000)}`, ',', 65_536)).toThrow(UnclosedQuote)
})
