import { findHeader, HEAD_RECORDS } from './find-header.ts'
import { openTables } from './open-tables.ts'
import type { ReadOptions, RejectedRow } from './read-options.ts'
import { declarationOf } from './report-formats.ts'
import { ReportProblem } from './report-problem.ts'
import type { ReportRow } from './report-row.ts'
import { isBlank, type RawRecord, type ReportTable } from './report-table.ts'
import { type MappedTables, type ReportSurvey, surveyTable } from './survey-table.ts'
import { createRowReader, type RowReader } from './to-report-row.ts'
import { isTotalRow } from './total-row.ts'

export type { ReadOptions, RejectedRow } from './read-options.ts'
export type { MappedTables, ReportSurvey } from './survey-table.ts'

export const REPORT_ROWS_MAX = 500_000

export const isRejected = (row: ReportRow | RejectedRow): row is RejectedRow => !('network' in row)

/**
 * Reads every table of a CSV, TSV, XLSX or ZIP once: what it is, its columns, order of dates, decimal separator and currency,
 * and what the owner has to say. `mapped` are the columns of tables that the owner has mapped, by part: dates, decimals and
 * currency are then those of these columns. Throws `ReportProblem`, and what aborts `signal`.
 */
export async function surveyReports(
  path: string,
  { mapped = {}, signal }: { mapped?: MappedTables; signal?: AbortSignal } = {},
): Promise<ReportSurvey[]> {
  const { tables, close } = await openTables(path, signal)
  try {
    const surveys: ReportSurvey[] = []
    for (const table of tables) {
      const survey = await surveyTable({ ...table, records: () => boundRows(table.records()) }, mapped[table.part])
      if (survey) surveys.push(survey)
    }
    if (surveys.length === 0)
      throw new ReportProblem('No header row was found. Please choose a report as the network sends it.')
    return surveys
  } finally {
    close()
  }
}

/**
 * Reads the rows of one table, of which `part` is that of its survey. Totals, empty lines and repeated headers are left out;
 * every other row comes as a `ReportRow` or as a `RejectedRow`. Throws `ReportProblem`, and what aborts `signal`.
 */
export async function* readReport(
  path: string,
  part: string,
  options: ReadOptions,
  signal?: AbortSignal,
): AsyncGenerator<ReportRow | RejectedRow> {
  if (!declarationOf(options.format).isLedger)
    throw new ReportProblem(`“${declarationOf(options.format).label}” has no sales of its own.`)
  const { tables, close } = await openTables(path, signal)
  try {
    const table = tables.find((each) => each.part === part)
    if (!table) throw new ReportProblem(`The file holds no table “${part}”.`)
    const head: RawRecord[] = []
    let read: RowReader | undefined
    for await (const record of boundRows(table.records())) {
      if (read) {
        const row = read(record)
        if (row) yield row
        continue
      }
      head.push(record)
      if (head.length < HEAD_RECORDS) continue
      read = startReading(head, options, table)
      yield* readAll(head, read)
    }
    if (!read) yield* readAll(head, startReading(head, options, table))
  } finally {
    close()
  }
}

function* readAll(records: RawRecord[], read: RowReader) {
  for (const record of records) {
    const row = read(record)
    if (row) yield row
  }
}

/** Finds the header as the survey did; the records up to it are left out. */
function startReading(head: RawRecord[], options: ReadOptions, { part, hasFixedWidth }: ReportTable): RowReader {
  const found = findHeader(head, part)
  if (!found) throw new ReportProblem('The file has no header row.')
  const headerRow = head[found.index]!.row
  const readRow = createRowReader(found, options, hasFixedWidth)
  return (record) => {
    if (record.row <= headerRow || record.cells.every(isBlank)) return undefined
    if (isTotalRow(record.cells, options.columns, options.format)) return undefined
    return readRow(record)
  }
}

async function* boundRows(records: AsyncGenerator<RawRecord>): AsyncGenerator<RawRecord> {
  let count = 0
  for await (const record of records) {
    count += 1
    if (count > REPORT_ROWS_MAX + HEAD_RECORDS)
      throw new ReportProblem(
        `The report has more than ${REPORT_ROWS_MAX.toLocaleString('en-US')} rows. Please split it, for instance by month.`,
      )
    yield record
  }
}
