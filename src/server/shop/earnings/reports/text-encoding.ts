import type { Readable } from 'node:stream'
import { ReportProblem } from './report-problem.ts'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Bytes that Windows-1252 leaves undefined, and control characters, which no report has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a text has none of them
const notWindows1252 = /[\x00-\x08\x0e-\x1f\x81\x8d\x8f\x90\x9d]/

const notText = () => new ReportProblem('The file is not plain text in UTF-8. Please save it as “CSV UTF-8”.')

/**
 * The encoding of a text, of which it reads all: that of its byte order mark, else UTF-8 if the whole text is that, else
 * Windows-1252, in which Excel saves a CSV in Western Europe and the Americas.
 */
export async function findEncoding(source: Readable): Promise<Encoding> {
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
export async function* decodeText(chunks: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
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
