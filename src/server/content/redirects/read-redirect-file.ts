import { REDIRECT_LINES_MAX, RedirectInput, type RedirectLine } from '../../../contract/content/redirects.ts'
import { readCsvRecords } from '../../platform/http/csv-records.ts'
import { badRequest } from '../../platform/http/errors.ts'

type ReadLine = RedirectLine & { input?: RedirectInput }

/**
 * The lines of a CSV file: with a header that names the columns `from` and `to` (or `source` and `target`), else the first two
 * columns. Separated by commas, semicolons or tabs. Throws 400.
 */
export function readRedirectFile(csv: string): ReadLine[] {
  const records = parseRecords(csv)
  const header = records[0]?.record.map((name) => name.toLowerCase().replace(/[^a-z]/g, '')) ?? []
  const from = header.findIndex((name) => /^(?:from|source|sourceurl|old|oldurl)$/.test(name))
  const to = header.findIndex((name) => /^(?:to|target|targeturl|destination|new|newurl)$/.test(name))
  const isNamed = from >= 0 && to >= 0
  const body = isNamed ? records.slice(1) : records
  if (body.length > REDIRECT_LINES_MAX) throw badRequest(`Please import at most ${REDIRECT_LINES_MAX} lines at once`)
  if (body.length === 0) throw badRequest('This file has no line with two addresses')
  return body.map(({ record, info }) =>
    readLine({ line: info.lines, from: record[isNamed ? from : 0] ?? '', to: record[isNamed ? to : 1] ?? '' }),
  )
}

function readLine(given: Omit<RedirectLine, 'problem'>): ReadLine {
  const shown = { ...given, from: given.from.slice(0, 200), to: given.to.slice(0, 200) }
  const read = RedirectInput.safeParse(given)
  if (read.success) return { ...shown, problem: null, input: read.data }
  return { ...shown, problem: read.error.issues[0]?.message ?? 'Invalid input' }
}

function parseRecords(csv: string) {
  const first = csv.slice(0, csv.search(/[\r\n]|$/))
  const delimiter = ['\t', ';'].find((character) => first.includes(character)) ?? ','
  return readCsvRecords(csv, { delimiter, columns: 'from and to' })
}
