import { CsvError, parse } from 'csv-parse'
import { parsePriceCell } from '../../../../contract/shop/price-cells.ts'
import { isExportedHeader } from '../../../../contract/shop/product-columns.ts'
import { IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from '../../../../contract/shop/product-import.ts'
import { decodeTable, NOT_TEXT, takeSeparator } from '../../../../contract/shop/table-text.ts'
import { decodeEntities } from './decode-entities.ts'

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
  const counts = new Map([',', ';', '\t'].map((character) => [character, 0]))
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '\n' || character === '\r') break
    const count = counts.get(character)
    if (count !== undefined) counts.set(character, count + 1)
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

const isBlank = (cell: string) => cell.trim() === ''

const asCsv = 'Please save or export the products as CSV, one in each row.'

/** Says in a sentence which other format a file has; undefined if it may be a CSV. */
function otherFormat(bytes: Uint8Array): string | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = file
    .subarray(0, 2000)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  if (start.startsWith('PK\u0003\u0004')) {
    if (file.includes('xl/workbook')) return `This is an Excel workbook (XLSX). ${inSpreadsheet}`
    if (file.includes('opendocument.spreadsheet')) return `This is a spreadsheet (ODS). ${inSpreadsheet}`
    return 'This is a ZIP archive. Please unpack it and choose the CSV file in it.'
  }
  if (start.startsWith('\u00d0\u00cf\u0011\u00e0')) return `This is an Excel workbook (XLS). ${inSpreadsheet}`
  if (start.startsWith('%PDF-')) return `This is a PDF, not a table. ${asCsv}`
  if (/^<(?:!doctype html|html|head|body|table)\b/i.test(start)) return `This is a web page (HTML), not a CSV. ${asCsv}`
  if (/^<(?:\?xml|[a-z][\w:.-]*[\s>/])/i.test(start)) return `This is an XML file, not a CSV. ${asCsv}`
  if (isJson(start, file)) return `This is a JSON file, not a CSV. ${asCsv}`
}

const inSpreadsheet = 'Please open it and save it as “CSV UTF-8”.'

function isJson(start: string, file: Buffer): boolean {
  if (/^(?:\[\s*)*\{\s*["}]/.test(start)) return true
  if (!/^[[{]/.test(start)) return false
  try {
    JSON.parse(file.toString())
    return true
  } catch {
    return false
  }
}

/** The fault of a first row that is a product already, as a sentence. */
function missingHeader(first: string[]): string | undefined {
  if (!first.some((cell) => isWebAddress(cell) || isPrice(cell))) return undefined
  const shown = first.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const start = shown.slice(0, 3).join(', ').slice(0, 100)
  return `The file has no header: its first row (“${start}”) is a product. Please add a row above it with the names of the columns, such as Name, Category, Price and Link.`
}

const isWebAddress = (cell: string) => /^https?:\/\/\S/i.test(cell.trim())

/** With decimals or a currency; a header may be a whole number, such as a year. */
function isPrice(cell: string): boolean {
  const { value = '', currency } = parsePriceCell(cell)
  return /^\d+\.\d{1,3}$/.test(value) || (currency !== undefined && /^\d+$/.test(value))
}
