import { stringify } from 'csv-stringify/sync'
import type { Context } from 'hono'
import { stream } from 'hono/streaming'

export type Cell = string | number | boolean | null

/**
 * Answers a table as a file, page by page, so that a long list never stands in memory. Cells that a spreadsheet would
 * take for a formula are defused.
 */
export function sendCsv(c: Context, filename: string, header: string[], pages: AsyncIterable<Cell[][]>): Response {
  c.header('content-type', 'text/csv; charset=utf-8')
  c.header('content-disposition', `attachment; filename="${filename}"`)
  return stream(c, async (out) => {
    await out.write(toCsv([header]))
    for await (const rows of pages) await out.write(toCsv(rows))
  })
}

function toCsv(rows: Cell[][]): string {
  return stringify(rows, { escape_formulas: true, cast: { boolean: (value) => (value ? 'yes' : 'no') } })
}
