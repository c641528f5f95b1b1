import { type CurrencyMark, readCurrencyMark } from '../../../../contract/shop/currency-marks.ts'
import type { ReportColumns, ReportField } from './report-fields.ts'
import { declarationOf, type ReportFormat, reportFormats } from './report-formats.ts'
import { isBlank, type RawRecord, toText } from './report-table.ts'

/** A header is looked for in so many records; titles and filters of a report precede it. */
export const HEAD_RECORDS = 60
export const COLUMNS_MAX = 300
/** Characters that are kept of each record above the header. */
const TITLE_CHARACTERS = 200

export type FoundHeader = {
  /** Its position among the records. */
  index: number
  header: string[]
  /** The currency that the header of each column names. */
  marks: (CurrencyMark | undefined)[]
  /** Undefined for a table that is none of the known reports. */
  format: ReportFormat | undefined
  columns: ReportColumns
}

/**
 * The header row of the first records of a table; undefined where there is not any. `part` is the name of its sheet or file,
 * which tells what it is, as the titles above the header do.
 */
export function findHeader(records: RawRecord[], part: string): FoundHeader | undefined {
  let best: FoundHeader | undefined
  let most = 0
  let titles = part
  for (const [index, { cells }] of records.slice(0, HEAD_RECORDS).entries()) {
    const header = cells.map(toText)
    const read = header.map(readHeader)
    const keys = read.map(({ key }) => key)
    const known = recognise(keys, titles)
    titles += ` ${header.join(' ').slice(0, TITLE_CHARACTERS)}`
    const score = known ? Object.keys(known.columns).length : 0
    if (!known || score <= most) continue
    most = score
    best = { index, header, marks: read.map(({ currency }) => currency), ...known }
  }
  return best ?? findUnknownHeader(records)
}

function recognise(keys: string[], titles: string): { format: ReportFormat; columns: ReportColumns } | undefined {
  let best: { format: ReportFormat; columns: ReportColumns } | undefined
  for (const format of Object.keys(reportFormats) as ReportFormat[]) {
    if (format === 'generic') continue
    const columns = matchColumns(keys, format)
    if (!isComplete(format, columns)) continue
    const { telltales, title, without } = declarationOf(format)
    const hasOneOf = (list: string) => list.split(' ').some((key) => keys.includes(key))
    const isTold = telltales === undefined || hasOneOf(telltales) || title?.test(titles)
    if (!isTold || (without !== undefined && hasOneOf(without))) continue
    if (!best || Object.keys(columns).length > Object.keys(best.columns).length) best = { format, columns }
  }
  return best
}

/** Whether the columns hold what rows of that format cannot be read without. */
export function isComplete(format: ReportFormat, columns: ReportColumns): boolean {
  return declarationOf(format).required.every((each) =>
    [each].flat().some((field) => columns[field as ReportField] !== undefined),
  )
}

/** A column belongs to one field: to the one whose header it is rather, as listed. */
function matchColumns(keys: string[], format: ReportFormat): ReportColumns {
  const wishes: { field: ReportField; column: number; rank: number }[] = []
  for (const [field, headers] of Object.entries(declarationOf(format).headers)) {
    for (const [rank, header] of headers.split(' ').entries()) {
      const column = keys.indexOf(header)
      if (column !== -1) wishes.push({ field: field as ReportField, column, rank })
    }
  }
  const columns: ReportColumns = {}
  const taken = new Set<number>()
  for (const { field, column } of wishes.sort((one, other) => one.rank - other.rank)) {
    if (columns[field] !== undefined || taken.has(column)) continue
    columns[field] = column
    taken.add(column)
  }
  return columns
}

/** Takes the records of words that the following ones are about as wide as, and of these the first with the most usual headers. */
function findUnknownHeader(records: RawRecord[]): FoundHeader | undefined {
  const head = records.slice(0, HEAD_RECORDS)
  const widthOf = ({ cells }: RawRecord) => cells.filter((cell) => !isBlank(cell)).length
  const widths = head.map(widthOf)
  let best: FoundHeader | undefined
  for (const [index, record] of head.entries()) {
    const { cells } = record
    const width = widthOf(record)
    const following = Math.max(0, ...widths.slice(index + 1))
    if (width < 2 || following === 0 || following > width * 2 || !cells.every(isWord)) continue
    const header = cells.map(toText)
    const read = header.map(readHeader)
    const columns = matchColumns(
      read.map(({ key }) => key),
      'generic',
    )
    if (best && Object.keys(columns).length <= Object.keys(best.columns).length) continue
    best = { index, header, marks: read.map(({ currency }) => currency), format: undefined, columns }
  }
  return best
}

const isWord = (cell: string | number) =>
  typeof cell === 'string' && (cell.trim() === '' || (/\p{L}/u.test(cell) && !/^[\d$€£(.-]/.test(cell.trim())))

/** A header in `a`–`z` and `0`–`9` alone, and the currency that it names: `Ad Fees($)`, `Sale Amount (USD)`, `Commission USD`. */
function readHeader(text: string): { key: string; currency: CurrencyMark | undefined } {
  const trimmed = text.trim()
  const [, before = '', mark = ''] =
    /^(.+?)\s*[([]\s*([^()[\]]{1,6})\s*[)\]]$/u.exec(trimmed) ?? /^(.+?)[\s_-]+([A-Z]{3}|\p{Sc})$/u.exec(trimmed) ?? []
  const currency = mark === '' ? undefined : readCurrencyMark(mark)
  if (currency) return { key: toKey(before), currency }
  const [, camel] = /^([a-z]\w*[a-z])Usd$/.exec(trimmed) ?? []
  if (camel !== undefined) return { key: toKey(camel), currency: { sign: 'USD', codes: ['USD'] } }
  return { key: toKey(trimmed), currency: undefined }
}

function toKey(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]/g, '')
}
