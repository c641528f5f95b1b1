import type { ReportColumns } from './report-fields.ts'
import type { ReportFormat } from './report-formats.ts'
import { type Cell, isBlank } from './report-table.ts'

const totals =
  /^(?:(?:grand |sub)?totals?|sum|summe|gesamt(?:summe)?|zwischensumme|total (?:général|general)|totale(?: generale)?|suma|totales)\s*:?$/i

/**
 * Whether a row sums up others: it has neither date nor id, and says so. Amazon's needs not say it, since each of its sales
 * has a date.
 */
export function isTotalRow(cells: Cell[], columns: ReportColumns, format: ReportFormat | undefined): boolean {
  if (idColumns.some((field) => isOwn(cells, columns[field]))) return false
  if (cells.some(isTotal)) return true
  return (format?.startsWith('amazon-') ?? false) && format !== 'amazon-tracking'
}

const idColumns = ['orderedAt', 'postedAt', 'clickedAt', 'externalId', 'orderId', 'sku'] as const

function isOwn(cells: Cell[], column: number | undefined): boolean {
  if (column === undefined) return false
  const cell = cells[column]
  return !isBlank(cell) && !isTotal(cell!)
}

const isTotal = (cell: Cell) => typeof cell === 'string' && cell.length < 40 && totals.test(cell.trim())
