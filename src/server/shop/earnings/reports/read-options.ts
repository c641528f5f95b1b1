import type { NetworkName } from '../../../../contract/shop/networks.ts'
import type { Decimal } from './report-amounts.ts'
import type { DateOrder } from './report-dates.ts'
import type { ReportColumns } from './report-fields.ts'
import type { ReportFormat } from './report-formats.ts'
import type { SaleStatus } from './report-row.ts'

export type ReadOptions = {
  format: ReportFormat
  /** The network, for a format that several networks use. */
  network?: NetworkName
  columns: ReportColumns
  dateOrder: DateOrder
  decimal: Decimal
  /** ISO 4217, for rows that do not name one. */
  currency?: string
  /** The status of rows that do not name one; the format's own otherwise. */
  defaultStatus?: SaleStatus
}

/** A row that was not read, with a sentence for the owner. */
export type RejectedRow = { row: number; reason: string }
