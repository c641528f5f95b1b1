import type { Readable } from 'node:stream'
import { findHeader, HEAD_RECORDS } from './find-header.ts'
import { ReportProblem } from './report-problem.ts'
import type { RawRecord, ReportTable } from './report-table.ts'
import { CsvSplitter, UnclosedQuote } from './split-csv.ts'

/** Characters from which the delimiter is recognised. */
const HEAD_CHARACTERS = 128 * 1024

/** A CSV or TSV in UTF-8 or UTF-16. */
export function csvTable(part: string, open: () => Promise<Readable>): ReportTable {
  let delimiter: string | undefined
  return {
    part,
    hasFixedWidth: true,
    async *records() {
      delimiter ??= pickDelimiter(await readHead(await open()))
      yield* readRecords(await open(), delimiter)
    },
  }
}

async function* readRecords(source: Readable, delimiter: string): AsyncGenerator<RawRecord> {
  const splitter = new CsvSplitter(delimiter)
  let row = 0
  try {
    for await (const text of decode(source)) {
      for (const cells of splitter.write(text)) yield { row: ++row, cells }
    }
    for (const cells of splitter.end()) yield { row: ++row, cells }
  } catch (error) {
    if (error instanceof UnclosedQuote)
      throw new ReportProblem(
        `Row ${row + 1} cannot be read: a quotation mark is not closed or stands in a wrong place.`,
      )
    throw error
  } finally {
    source.destroy()
  }
}

async function* decode(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  try {
    for await (const chunk of chunks) {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
      const text = decoder.decode(chunk, { stream: true })
      if (text.includes('\0')) throw notText()
      if (text !== '') yield text
    }
    const rest = decoder?.decode() ?? ''
    if (rest !== '') yield rest
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw notText()
    throw error
  }
}

function encodingOf(start: Buffer): string {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

const notText = () => new ReportProblem('The file is not plain text in UTF-8. Please save it as “CSV UTF-8”.')

async function readHead(source: Readable): Promise<string> {
  let head = ''
  try {
    for await (const text of decode(source)) {
      head += text
      if (head.length >= HEAD_CHARACTERS) break
    }
  } finally {
    source.destroy()
  }
  return head.slice(0, HEAD_CHARACTERS)
}

/** The delimiter with which a known header is found, otherwise the one that gives most rows the same number of cells. */
function pickDelimiter(head: string): string {
  let best = { delimiter: ',', known: 0, even: 0 }
  for (const delimiter of [',', ';', '\t', '|']) {
    const records = readSample(head, delimiter)
    const found = findHeader(records)
    const known = found?.format === undefined ? 0 : Object.keys(found.columns).length
    const even = evenness(records)
    if (known > best.known || (known === best.known && even > best.even)) best = { delimiter, known, even }
  }
  return best.delimiter
}

function readSample(head: string, delimiter: string): RawRecord[] {
  const splitter = new CsvSplitter(delimiter)
  try {
    const records = splitter.write(head)
    if (head.length < HEAD_CHARACTERS) records.push(...splitter.end())
    return records.slice(0, HEAD_RECORDS).map((cells, index) => ({ row: index + 1, cells }))
  } catch (error) {
    // With another delimiter the quotation marks may make sense.
    if (error instanceof UnclosedQuote) return []
    throw error
  }
}

function evenness(records: RawRecord[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of records) if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  return Math.max(0, ...[...counts].map(([width, rows]) => width * rows))
}
