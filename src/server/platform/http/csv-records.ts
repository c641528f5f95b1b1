import { CsvError, parse } from 'csv-parse/sync'
import { badRequest } from './errors.ts'

type CsvRecord = { record: string[]; info: { lines: number } }

/**
 * The rows of a CSV text that people have edited: trimmed, without empty lines, with any number of cells, each with its line.
 * Throws 400 with `columns` in its sentence, such as `email and name`.
 */
export function readCsvRecords(
  csv: string,
  { delimiter, columns }: { delimiter: string; columns: string },
): CsvRecord[] {
  try {
    return parse(csv, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as CsvRecord[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw badRequest(`This file is not a table: save it as CSV with the columns ${columns}`)
  }
}
