import { stringify } from 'csv-stringify/sync'
import type { Download } from './download.ts'

/** Without it Excel reads a CSV file in the encoding of its machine and garbles accents. */
const BYTE_ORDER_MARK = '\uFEFF'

export type Cell = string | number | boolean | null

/**
 * A table as a CSV file, read page by page, so that a long list is never in memory at once. Escapes cells that a
 * spreadsheet would run as a formula.
 */
export function csvDownload(filename: string, header: string[], pages: AsyncIterable<Cell[][]>): Download {
  return {
    chunks: csvChunks(header, pages),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${filename}"`,
    },
  }
}

/** A short table as the text of a CSV file. */
export function csvText(header: string[], rows: Cell[][]): string {
  return BYTE_ORDER_MARK + toCsv([header, ...rows])
}

/** The header comes with the first page, so that a failing query is an error before anything is sent. */
async function* csvChunks(header: string[], pages: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  let start = BYTE_ORDER_MARK + toCsv([header])
  for await (const rows of pages) {
    yield start + toCsv(rows)
    start = ''
  }
  if (start) yield start
}

function toCsv(rows: Cell[][]): string {
  return stringify(rows, { escape_formulas: true, cast: { boolean: (value) => (value ? 'yes' : 'no') } })
}
