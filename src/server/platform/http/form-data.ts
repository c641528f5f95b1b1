import type { Context } from 'hono'
import { HttpError } from './errors.ts'

/** Bytes of an oversized form that are read and discarded: browsers report an early response as a lost connection. */
const IGNORED_BYTES_MAX = 64 * 1024 * 1024
/** Enough for 5 MB at a third of a megabit per second. */
const READING_MS = 2 * 60 * 1000
/** Bytes for field names and texts in addition to the file, unless the form has long ones. */
const AROUND_FILE = 16 * 1024

/**
 * Reads a multipart form whose file has at most `fileBytesMax` and whose texts have `textBytesMax`. Buffers no more than that, whatever the headers claim,
 * and times out after two minutes. Throws 408, 413, 415 or 422, each with a sentence.
 */
export async function readFormData(c: Context, fileBytesMax: number, textBytesMax = AROUND_FILE): Promise<FormData> {
  const contentType = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(contentType))
    throw new HttpError(415, 'Please send a form with a file (content type multipart/form-data)')
  const tooLarge = () => fileTooLarge(fileBytesMax)
  if (Number(c.req.header('content-length') ?? 0) > IGNORED_BYTES_MAX) throw tooLarge()
  return parse(await readBounded(c.req.raw.body, fileBytesMax + textBytesMax, tooLarge), contentType)
}

export const fileTooLarge = (bytes: number) =>
  new HttpError(413, `File is larger than ${bytes} bytes`, { headers: { connection: 'close' } })

async function readBounded(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  tooLarge: () => HttpError,
): Promise<Buffer<ArrayBuffer>> {
  const reader = body?.getReader()
  if (!reader) return Buffer.alloc(0)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), READING_MS)
  })
  let chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late])
      if (done) break
      size += value.byteLength
      if (size > IGNORED_BYTES_MAX) throw tooLarge()
      if (size <= maxBytes) chunks.push(value)
      else chunks = []
    }
  } finally {
    clearTimeout(timer)
  }
  if (size > maxBytes) throw tooLarge()
  return Buffer.concat(chunks)
}

async function parse(body: Buffer<ArrayBuffer>, contentType: string): Promise<FormData> {
  try {
    return await new Response(body, { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw new HttpError(422, 'The form could not be read. Please try again.')
  }
}

const tooSlow = () =>
  new HttpError(408, 'The upload took too long. Please try again where the connection is faster.', {
    headers: { connection: 'close' },
  })
