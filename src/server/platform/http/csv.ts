import { stringify } from 'csv-stringify/sync'
import type { Context } from 'hono'
import { stream } from 'hono/streaming'

export type Cell = string | number | boolean | null

/**
 * Streams a table as a CSV download, page by page, so that a long list is never in memory at once. Escapes cells that a
 * spreadsheet would run as a formula.
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
