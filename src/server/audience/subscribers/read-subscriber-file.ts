import { CsvError, parse } from 'csv-parse/sync'
import { TAGS_MAX, Tag } from '../../../contract/subscriber-tags.ts'
import { type Frequency, SubscriberInput } from '../../../contract/subscribers.ts'
import { badRequest } from '../../platform/http/errors.ts'

/** What the program that made the file says of a reader. */
type FileState = 'subscribed' | 'left' | 'suppressed'
export type FileRow = {
  line: number
  email: string
  name: string | null
  tags: string[]
  state: FileState
  frequency: Frequency
}
export type SubscriberFile = { rows: FileRow[]; invalid: { line: number; text: string }[] }

/**
 * Parses a CSV export of another program: with or without a header, separated by commas, semicolons or tabs, the address
 * in the first column or the one named so, tags in a column `tags`, who gets only the digest in a column `frequency`, and who has left in one of several.
 * Addresses are lower-cased and deduplicated. Throws 400.
 */
export function readSubscriberFile(csv: string): SubscriberFile {
  const [header, ...body] = parseTable(csv)
  if (!header) return { rows: [], invalid: [] }
  const hasHeader = !header.cells.some((cell) => cell.includes('@'))
  const columns = hasHeader ? columnsOf(header.cells) : { email: 0, names: [1], tags: -1, frequency: -1, states: [] }
  const rows = new Map<string, FileRow>()
  const invalid: SubscriberFile['invalid'] = []
  for (const { cells, line } of hasHeader ? body : [header, ...body]) {
    const name = columns.names
      .map((column) => cells[column]?.trim() ?? '')
      .filter((part) => part !== '')
      .join(' ')
    const read = SubscriberInput.safeParse({
      email: unescapeFormula(cells[columns.email] ?? ''),
      name: unescapeFormula(name),
    })
    const tags = readTags(unescapeFormula(cells[columns.tags] ?? ''))
    if (!read.success || !tags) {
      invalid.push({ line, text: cells.join(', ').slice(0, 100) })
      continue
    }
    const email = read.data.email.toLowerCase()
    const state = readState(cells, columns.states)
    const frequency = cells[columns.frequency]?.toLowerCase() === 'digest' ? 'digest' : 'all'
    if (!rows.has(email) || state !== 'subscribed')
      rows.set(email, { line, email, name: read.data.name || null, tags, state, frequency })
  }
  return { rows: [...rows.values()], invalid }
}

type Line = { cells: string[]; line: number }

function parseTable(csv: string): Line[] {
  const firstLine = csv.slice(0, csv.search(/[\r\n]|$/))
  const delimiter = [';', '\t'].find((character) => firstLine.includes(character)) ?? ','
  const records = parseRecords(csv, delimiter)
  return records.map(({ record, info }) => ({ cells: record, line: info.lines }))
}

function parseRecords(csv: string, delimiter: string) {
  try {
    return parse(csv, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw badRequest('This file is not a table: save it as CSV with the columns email and name')
  }
}

/** The place of each column; -1 for none. */
type Columns = { email: number; names: number[]; tags: number; frequency: number; states: StateColumn[] }

/** 'E-mail', 'Email Address'; 'Name', or 'First Name' and 'Last Name'. */
function columnsOf(header: string[]): Columns {
  const words = header.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''))
  const whole = words.findIndex((word) => word === 'name' || word === 'fullname')
  const parts = ['firstname', 'lastname'].map((word) => words.indexOf(word)).filter((column) => column >= 0)
  return {
    email: Math.max(
      0,
      words.findIndex((word) => word.startsWith('email')),
    ),
    names: whole >= 0 ? [whole] : parts,
    tags: words.indexOf('tags'),
    frequency: words.indexOf('frequency'),
    states: words.flatMap((word, column) => {
      const stateOf = Object.hasOwn(stateColumns, word) ? stateColumns[word] : undefined
      return stateOf ? [{ column, stateOf }] : []
    }),
  }
}

type StateColumn = { column: number; stateOf: (cell: string) => FileState }

const LEFT = new Set(
  (
    'unsubscribed unconfirmed nonsubscribed pending inactive disabled cancelled canceled deleted optedout ' +
    'blocklisted blacklisted bounced cleaned complained complaint spam suppressed'
  ).split(' '),
)
const isYes = (cell: string) => /^(?:true|yes|1)$/i.test(cell)
const isNo = (cell: string) => /^(?:false|no|0)$/i.test(cell)
const byStatus = (cell: string) => (LEFT.has(cell.toLowerCase().replace(/[^a-z]/g, '')) ? 'left' : 'subscribed')

/** Columns of this program, listmonk and others; of Kit; of Ghost; of Substack; of Mailchimp. */
const stateColumns: Record<string, StateColumn['stateOf']> = {
  status: byStatus,
  suppressed: (cell) => (cell === '' || isNo(cell) ? 'subscribed' : 'suppressed'),
  state: byStatus,
  subscribedtoemails: (cell) => (isNo(cell) ? 'left' : 'subscribed'),
  emaildisabled: (cell) => (isYes(cell) ? 'left' : 'subscribed'),
  unsubtime: (cell) => (cell === '' ? 'subscribed' : 'left'),
  cleantime: (cell) => (cell === '' ? 'subscribed' : 'left'),
}

function readState(cells: string[], columns: StateColumn[]): FileState {
  const states = columns.map(({ column, stateOf }) => stateOf(cells[column] ?? ''))
  return (['suppressed', 'left'] as const).find((state) => states.includes(state)) ?? 'subscribed'
}

/** 'gift, retinol' or 'gift; retinol'; undefined for a tag that is too long or one too many. */
function readTags(cell: string): string[] | undefined {
  const parts = cell.split(/[,;]/).filter((part) => part.trim() !== '')
  const read = parts.map((part) => Tag.safeParse(part))
  if (!read.every((one) => one.success)) return undefined
  const tags = [...new Set(read.map((one) => one.data))]
  return tags.length > TAGS_MAX ? undefined : tags
}

/** Exports prefix formulas with an apostrophe. */
function unescapeFormula(cell: string): string {
  return cell.replace(/^'(?=[=+\-@])/, '')
}
