import { CsvError, parse } from 'csv-parse'
import { isExportedHeader } from '../../../../contract/shop/product-columns.ts'
import { IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from '../../../../contract/shop/product-import.ts'
import { decodeTable, NOT_TEXT, takeSeparator } from '../../../../contract/shop/table-text.ts'
import { decodeEntities } from './decode-entities.ts'
import { missingHeader, otherFormat } from './recognise-format.ts'

/** The file is not a table; the message is for the user. */
export class UnreadableTable extends Error {}

/** `rows` as a spreadsheet counts them, without the header and without empty ones. */
export type Table = { header: string[]; rows: { row: number; cells: string[] }[] }

/**
 * Reads a CSV that is separated by commas, semicolons or tabs, or as its line `sep=` says, in an encoding of `decodeTable`. Character
 * references are decoded, unless this site has exported the file. Throws `UnreadableTable`.
 */
export async function readTable(bytes: Uint8Array): Promise<Table> {
  const format = otherFormat(bytes)
  if (format !== undefined) throw new UnreadableTable(format)
  const text = decodeTable(bytes)
  if (text === undefined) throw new UnreadableTable(NOT_TEXT)
  const { delimiter, table } = takeSeparator(text)
  const records: string[][] = []
  const parser = parse(table, { delimiter: delimiter ?? delimiterOf(table), relax_column_count: true, bom: false })
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      records.push(record)
      if (records.length > IMPORT_ROWS_MAX + 1)
        throw new UnreadableTable(
          `The file has more than ${IMPORT_ROWS_MAX.toLocaleString('en-US')} rows. Please split it.`,
        )
    }
  } catch (error) {
    if (error instanceof CsvError)
      throw new UnreadableTable(
        `Row ${parser.info.records + 1} cannot be read: a quotation mark is not closed or stands in a wrong place.`,
      )
    throw error
  }
  const [header, ...others] = records
  if (!header || header.every(isBlank)) throw new UnreadableTable('The file is empty.')
  if (header.length > IMPORT_COLUMNS_MAX)
    throw new UnreadableTable(`The file has more than ${IMPORT_COLUMNS_MAX} columns.`)
  const headerFault = missingHeader(header)
  if (headerFault !== undefined) throw new UnreadableTable(headerFault)
  const read = isExportedHeader(header) ? (cell: string) => cell : readForeignCell
  const rows = others
    .map((cells, index) => ({ row: index + 2, cells: cells.map(read) }))
    .filter(({ cells }) => !cells.every(isBlank))
  if (rows.length === 0) throw new UnreadableTable('The file has a header, but no rows.')
  return { header: header.map((cell) => cell.trim()), rows }
}

/** A text of another program, in the normal form in which texts are stored. */
const readForeignCell = (cell: string) => decodeEntities(cell).normalize('NFC')

/** The most frequent of the three in the first row, outside quotation marks. */
function delimiterOf(text: string): string {
  const counts: Record<string, number> = { ',': 0, ';': 0, '\t': 0 }
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '\n' || character === '\r') break
    else if (character in counts) counts[character]! += 1
  }
  return Object.entries(counts).reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

const isBlank = (cell: string) => cell.trim() === ''
