import type { Context } from 'hono'
import { ALT_TEXT_MAX, UPLOAD_BYTES_MAX, UPLOAD_BYTES_MIN } from '../../contract/images.ts'
import { Refusal } from '../http/errors.ts'
import { stemOf } from './images.repo.ts'

export type Upload = { file: Buffer; fileName: string; altText: string }

/** Room for the names and the alt text around the file, in bytes. */
const FORM_BYTES_MAX = UPLOAD_BYTES_MAX + 16 * 1024
/** What is still read, and thrown away, of a file that is too large: an answer before the end would look like a broken line. */
const IGNORED_BYTES_MAX = 64 * 1024 * 1024
/** 5 MB take that long at a third of a megabit. */
const READING_MS = 2 * 60 * 1000

/**
 * Reads the one picture of a multipart form, field `image`, with its `altText`. Holds no more than the limit whatever the
 * headers claim, and waits no longer than two minutes. Throws 408, 413, 415 or 422, always with a sentence.
 */
export async function readUpload(c: Context): Promise<Upload> {
  const contentType = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(contentType))
    throw new Refusal(415, 'Please send a form with a file (content type multipart/form-data)')
  if (Number(c.req.header('content-length') ?? 0) > IGNORED_BYTES_MAX) throw tooLarge()
  const form = await parse(await readBounded(c.req.raw.body), contentType)
  const files = [...form.entries()].filter(([, value]) => value instanceof File) as [string, File][]
  if (files.length > 1) throw new Refusal(422, 'Too many files')
  const [field, file] = files[0] ?? []
  if (!file || field !== 'image') throw new Refusal(422, 'Please send the picture in the field “image”')
  if (file.size > UPLOAD_BYTES_MAX) throw tooLarge()
  if (file.size < UPLOAD_BYTES_MIN) throw new Refusal(422, `File is smaller than ${UPLOAD_BYTES_MIN} bytes`)
  const fileName = oneLine(file.name.replace(/^.*[\\/]/su, '')) || 'image'
  const altText = form.get('altText')
  return {
    file: Buffer.from(await file.arrayBuffer()),
    fileName,
    altText: typeof altText === 'string' ? oneLine(altText) : stemOf(fileName),
  }
}

async function readBounded(body: ReadableStream<Uint8Array> | null): Promise<Buffer<ArrayBuffer>> {
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
      if (size <= FORM_BYTES_MAX) chunks.push(value)
      else chunks = []
    }
  } finally {
    clearTimeout(timer)
  }
  if (size > FORM_BYTES_MAX) throw tooLarge()
  return Buffer.concat(chunks)
}

async function parse(body: Buffer<ArrayBuffer>, contentType: string): Promise<FormData> {
  try {
    return await new Response(body, { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw new Refusal(422, 'The form could not be read. Please try again.')
  }
}

/** A name as a person would write it: no control characters, and not without end. */
function oneLine(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, ALT_TEXT_MAX)
}

const tooLarge = () =>
  new Refusal(413, `File is larger than ${UPLOAD_BYTES_MAX} bytes`, { headers: { connection: 'close' } })

const tooSlow = () =>
  new Refusal(408, 'The upload took too long. Please try again where the connection is faster.', {
    headers: { connection: 'close' },
  })
