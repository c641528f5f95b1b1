import type { Readable } from 'node:stream'
import { findHeader, HEAD_RECORDS } from './find-header.ts'
import { ReportProblem } from './report-problem.ts'
import type { RawRecord, ReportTable } from './report-table.ts'
import { CsvSplitter, UnclosedQuote } from './split-csv.ts'

/** Characters from which the delimiter is recognised. */
const HEAD_CHARACTERS = 128 * 1024

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
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

/** Bytes that Windows-1252 leaves undefined, and control characters, which no report has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a text has none of them
const notWindows1252 = /[\x00-\x08\x0e-\x1f\x81\x8d\x8f\x90\x9d]/

const notText = () => new ReportProblem('The file is not plain text in UTF-8. Please save it as “CSV UTF-8”.')

/**
 * The encoding of a text, of which it reads all: that of its byte order mark, else UTF-8 if the whole text is that, else
 * Windows-1252, in which Excel saves a CSV in Western Europe and the Americas.
 */
async function findEncoding(source: Readable): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isStart = true
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      const marked = isStart ? markedEncoding(chunk) : undefined
      if (marked) return marked
      isStart = false
      decoder.decode(chunk, { stream: true })
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (isInvalid(error)) return 'windows-1252'
    throw error
  } finally {
    source.destroy()
  }
}

function markedEncoding(start: Buffer): Encoding | undefined {
  const mark = start.subarray(0, 3).toString('hex')
  if (mark.startsWith('fffe')) return 'utf-16le'
  if (mark.startsWith('feff')) return 'utf-16be'
  return mark === 'efbbbf' ? 'utf-8' : undefined
}

/** The text chunk by chunk. Throws `ReportProblem` for what is not text in that encoding. */
async function* decodeText(chunks: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const isText = (text: string) => !(encoding === 'windows-1252' ? notWindows1252.test(text) : text.includes('\0'))
  try {
    for await (const chunk of chunks) {
      const text = decoder.decode(chunk, { stream: true })
      if (!isText(text)) throw notText()
      if (text !== '') yield text
    }
    const rest = decoder.decode()
    if (rest !== '') yield rest
  } catch (error) {
    throw isInvalid(error) ? notText() : error
  }
}

const isInvalid = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
