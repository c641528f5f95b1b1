import type { Readable } from 'node:stream'
import { findHeader, HEAD_RECORDS } from './find-header.ts'
import { ReportProblem } from './report-problem.ts'
import type { RawRecord, ReportTable } from './report-table.ts'
import { CsvSplitter, UnclosedQuote } from './split-csv.ts'
import { decodeText, findEncoding } from './text-encoding.ts'

/** Characters from which the delimiter is recognised. */
const HEAD_CHARACTERS = 128 * 1024

type Encoding = Awaited<ReturnType<typeof findEncoding>>
type Notation = { encoding: Encoding; delimiter: string }

/** A CSV or TSV in UTF-8, UTF-16 or Windows-1252. */
export function csvTable(part: string, open: () => Promise<Readable>): ReportTable {
  let notation: Notation | undefined
  const findNotation = async () => {
    // A text may end with its only character that tells the encoding.
    const encoding = await findEncoding(await open())
    return { encoding, delimiter: pickDelimiter(await readHead(await open(), encoding), part) }
  }
  return {
    part,
    hasFixedWidth: true,
    async *records() {
      notation ??= await findNotation()
      yield* readRecords(await open(), notation)
    },
  }
}

async function* readRecords(source: Readable, { encoding, delimiter }: Notation): AsyncGenerator<RawRecord> {
  const splitter = new CsvSplitter(delimiter)
  let row = 0
  try {
    for await (const text of decodeText(source, encoding)) {
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

async function readHead(source: Readable, encoding: Encoding): Promise<string> {
  let head = ''
  try {
    for await (const text of decodeText(source, encoding)) {
      head += text
      if (head.length >= HEAD_CHARACTERS) break
    }
  } finally {
    source.destroy()
  }
  return head.slice(0, HEAD_CHARACTERS)
}

/** The delimiter with which a known header is found, otherwise the one that gives most rows the same number of cells. */
function pickDelimiter(head: string, part: string): string {
  let best = { delimiter: ',', known: 0, even: 0 }
  for (const delimiter of [',', ';', '\t', '|']) {
    const records = readSample(head, delimiter)
    const found = findHeader(records, part)
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
