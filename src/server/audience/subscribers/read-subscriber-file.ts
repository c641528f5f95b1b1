import type { StatusMeaning, StatusQuestion } from '../../../contract/audience/subscriber-list.ts'
import { TAGS_MAX, Tag } from '../../../contract/audience/subscriber-tags.ts'
import { SubscriberInput } from '../../../contract/audience/subscribers.ts'
import { readCsvRecords } from '../../platform/http/csv-records.ts'
import { badRequest } from '../../platform/http/errors.ts'
import { findConsentColumns, quoteCells } from './consent-columns.ts'
import { decideStates, type FileRow, type StatedRow, statedBy, withState } from './decide-states.ts'
import { readLine, readNamed, unescapeFormula } from './read-addresses.ts'
import { findStatusColumns, type StatusColumn } from './status-columns.ts'

export type SubscriberFile = {
  rows: FileRow[]
  invalid: { line: number; text: string }[]
  questions: StatusQuestion[]
}

/**
 * Parses a CSV export of another program: with or without a header, separated by commas, semicolons or tabs, the address
 * in the column named so or the one with addresses, tags in a column `tags`, how and since when readers agreed, who gets only the digest in a column `frequency`,
 * and who gets mail in those of `findStatusColumns`. Cells of these that are not understood become questions, which `meanings`
 * decide. A line of several addresses is several readers. Addresses are lower-cased and deduplicated; the row without mail
 * holds. Throws 400.
 */
export function readSubscriberFile(csv: string, meanings: StatusMeaning[] = []): SubscriberFile {
  const table = parseTable(csv)
  const header = findHeader(table)
  const body = table.slice(header + 1)
  const columns = columnsOf(table[header]?.cells, body)
  const states = columns.states.map(({ column }) => column)
  const rows = new Map<string, StatedRow>()
  const invalid: SubscriberFile['invalid'] = []
  for (const { cells, line } of body) {
    const tags = readTags(unescapeFormula(cells[columns.tags] ?? ''))
    const addresses =
      columns.email === undefined ? readLine(cells, states) : readNamed(cells, columns.email, columns.names)
    if (!tags || addresses.length === 0) {
      invalid.push({ line, text: cells.join(', ').slice(0, 100) })
      continue
    }
    const frequency = cells[columns.frequency]?.toLowerCase() === 'digest' ? 'digest' : 'all'
    for (const address of addresses) {
      const read = SubscriberInput.safeParse(address)
      if (!read.success) {
        invalid.push({
          line,
          text: addresses.length > 1 ? address.email.slice(0, 100) : cells.join(', ').slice(0, 100),
        })
        continue
      }
      const email = read.data.email.toLowerCase()
      const row = {
        line,
        email,
        name: read.data.name || null,
        tags,
        frequency,
        agreed: quoteCells(table[header]?.cells ?? [], cells, columns.consent),
        ...statedBy(cells, columns.states),
      } as const
      rows.set(email, withState(rows.get(email), row))
    }
  }
  return { ...decideStates([...rows.values()], meanings), invalid }
}

/** Throws 400 for a file with rows that the owner has to decide about. */
export function requireDecided({ rows, questions }: SubscriberFile): void {
  if (!rows.some(({ state }) => state === 'open')) return
  const question = questions.find(({ meaning }) => meaning === null)
  if (!question) throw new Error('A row is open without a question')
  const { column, value } = question
  throw badRequest(`Please say first what ${column} = ${value ?? '…'} means. Nothing was imported.`)
}

type Line = { cells: string[]; line: number }

function parseTable(csv: string): Line[] {
  const delimiter = delimiterOf(csv)
  // '"Lee, Ann" <a@b.example>' of a mail program is one cell.
  const quoted = csv.replace(/(^|[,;\t]) *"([^"\n]+)" *(<[^<>\s@]+@[^<>\s]+>)/gm, '$1"""$2"" $3"')
  const records = readCsvRecords(quoted.replace(/^\ufeff?sep=.?\r?\n/i, ''), { delimiter, columns: 'email and name' })
  return records.map(({ record, info }) => ({ cells: record, line: info.lines }))
}

/** Characters in which titles and the header of a file are looked for. */
const START = 10_000

/**
 * That of the line that names the column of addresses, else of the first line above the addresses that has one, else of the
 * first line: titles have none.
 */
function delimiterOf(csv: string): string {
  const lines = csv.slice(0, START).split(/[\r\n]+/)
  const header = lines.find((line) => !hasAddress(line) && line.split(/[,;\t]/).some(isAddressName))
  const addresses = lines.findIndex(hasAddress)
  const above = lines.slice(0, addresses < 0 ? 1 : Math.max(addresses, 1))
  const line = [header, ...above].find((one) => one && /[,;\t]/.test(one)) ?? ''
  return [';', '\t'].find((character) => line.includes(character)) ?? ','
}

/** Lines in which the header is looked for. */
const LINES_ABOVE = 50

/** More addresses above a header are a list of readers. */
const ADDRESSES_ABOVE_MAX = 3

/**
 * The line of the header, -1 for none: the first above the first valid address that names the column of addresses, else such a
 * line after addresses in titles, else the last above of those with most cells, since titles have few. A line with a wrong
 * address is a row.
 */
function findHeader(table: Line[]): number {
  const valid = table.findIndex(hasValid)
  const above = table.slice(0, valid < 0 ? 1 : Math.min(valid, LINES_ABOVE))
  const named = above.findIndex(({ cells }) => cells.some(isAddressName))
  if (named >= 0) return named
  const later = table.slice(0, LINES_ABOVE).findIndex((line, index) => isHeaderBelowTitles(line, table, index))
  if (later >= 0) return later
  const widths = above.map(({ cells }) => (cells.some(hasAddress) ? 0 : cells.filter(Boolean).length))
  return widths.lastIndexOf(Math.max(1, ...widths))
}

/** Whether lines below have addresses in the column named so, and few lines above have one, such as `Exported by`. */
function isHeaderBelowTitles({ cells }: Line, table: Line[], index: number): boolean {
  const column = cells.findIndex(isAddressName)
  if (column < 0 || cells.some(hasAddress)) return false
  const isOverAddresses = table.slice(index + 1).some((below) => hasAddress(below.cells[column] ?? ''))
  return isOverAddresses && table.slice(0, index).filter(hasValid).length <= ADDRESSES_ABOVE_MAX
}

const hasValid = ({ cells }: Line) => readLine(cells).some(isValid)
const hasAddress = (text: string) => /\S@/.test(text)
const isValid = ({ email }: { email: string }) => SubscriberInput.shape.email.safeParse(email).success
const isAddressName = (name: string) => /^e?mail(?:address|adresse)?$/.test(toLetters(name))
const toLetters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

/** The place of each column; -1 for none. Without a header, each line is a list of addresses. */
type Columns = {
  email: number | undefined
  names: number[]
  tags: number
  frequency: number
  consent: number[]
  states: StatusColumn[]
}

/** 'E-mail', 'Email Address'; 'Name', or 'First Name' and 'Last Name'. */
function columnsOf(header: string[] | undefined, body: Line[]): Columns {
  const count = body.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const names = Array.from(
    { length: Math.max(count, header?.length ?? 0) },
    (_, index) => header?.[index] || `Column ${index + 1}`,
  )
  const cellsOf = function* (column: number) {
    for (const { cells } of body) yield cells[column] ?? ''
  }
  if (!header)
    return {
      email: undefined,
      names: [],
      tags: -1,
      frequency: -1,
      consent: [],
      states: limited(findStatusColumns(names, [], cellsOf)),
    }
  const words = names.map(toLetters)
  const whole = words.findIndex((word) => word === 'name' || word === 'fullname')
  const parts = ['firstname', 'lastname'].map((word) => words.indexOf(word)).filter((column) => column >= 0)
  const email = emailColumn(words, cellsOf)
  const nameColumns = whole >= 0 ? [whole] : parts
  return {
    email,
    names: nameColumns,
    tags: words.indexOf('tags'),
    frequency: words.indexOf('frequency'),
    consent: findConsentColumns(header),
    states: limited(findStatusColumns(names, [email, ...nameColumns], cellsOf)),
  }
}

/** The column named so; else, and where that holds no address, such as `EMAIL_BLOCKLISTED`, the first with one. */
function emailColumn(words: string[], cellsOf: (column: number) => Iterable<string>): number {
  const isOfAddresses = (column: number) => {
    for (const cell of cellsOf(column)) if (cell.includes('@')) return true
    return false
  }
  const columnsWhere = (isMatch: (name: string) => boolean) =>
    words.flatMap((name, column) => (isMatch(name) ? [column] : []))
  const ranked = [...columnsWhere(isAddressName), ...columnsWhere((name) => name.startsWith('email')), ...words.keys()]
  return ranked.find(isOfAddresses) ?? ranked[0] ?? 0
}

/** More columns about the status of readers than any program exports. */
const STATUS_COLUMNS_MAX = 50

function limited(columns: StatusColumn[]): StatusColumn[] {
  if (columns.length <= STATUS_COLUMNS_MAX) return columns
  throw badRequest(`The file has more than ${STATUS_COLUMNS_MAX} columns about the status of readers`)
}

/** 'gift, retinol' or 'gift; retinol'; undefined for a tag that is too long or one too many. */
function readTags(cell: string): string[] | undefined {
  const parts = cell.split(/[,;]/).filter((part) => part.trim() !== '')
  const read = parts.map((part) => Tag.safeParse(part))
  if (!read.every((one) => one.success)) return undefined
  const tags = [...new Set(read.map((one) => one.data))]
  return tags.length > TAGS_MAX ? undefined : tags
}
