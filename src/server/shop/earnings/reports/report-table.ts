/** A cell is a number only in a workbook, where it needs no decimal point. */
export type Cell = string | number

/** `row` as a spreadsheet counts: the first line is 1. */
export type RawRecord = { row: number; cells: Cell[] }

/** One table of a file. `records` reads it from its start; it may be called again. */
export type ReportTable = {
  /** The name of the file in the ZIP or of the sheet; empty for a file that is one table. */
  part: string
  /** A line of a text file that has another number of cells than its header is broken; a workbook omits empty cells. */
  hasFixedWidth: boolean
  records: () => AsyncGenerator<RawRecord>
}

export const isBlank = (cell: Cell | undefined): boolean =>
  cell === undefined || (typeof cell === 'string' && cell.trim() === '')

export const toText = (cell: Cell | undefined): string => (cell === undefined ? '' : String(cell).trim())
