import { type FileHandle, open } from 'node:fs/promises'
import { StorageError, type StoreName } from './blob-storage.ts'
import { type SendS3Request, textOf } from './s3-requests.ts'

/** Bytes of a part: the whole part is in memory. A larger file has larger parts, since S3 takes 10,000 of them. */
const PART_BYTES = 8 * 1024 * 1024
const MAX_PARTS = 9000
/** In ms, for one part: a slow uplink of half a megabit a second would take as long. */
const PART_TIMEOUT_MS = 150_000

type Bucket = {
  prefix: string
  store: StoreName
  head(name: string): Promise<{ size: number } | undefined>
  partBytes?: number
}

type Target = Bucket & { request: SendS3Request }

/**
 * Uploads files in parts. Every part is signed with its SHA-256, so the store rejects one that was changed on the way, and
 * the object appears when all parts are there.
 */
export function createMultipartUploads(request: SendS3Request, bucket: Bucket) {
  const target: Target = { ...bucket, request }
  return {
    putFile: (name: string, file: string, options: UploadOptions) => putFile(target, name, file, options),
    removeUnfinished: (before: Date, isOurs: (name: string) => boolean) => removeUnfinished(target, before, isOurs),
  }
}

type UploadOptions = { type: string; signal?: AbortSignal }

async function putFile(target: Target, name: string, file: string, { type, signal }: UploadOptions): Promise<void> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const uploadId = await begin(target, name, type)
    try {
      const etags: string[] = []
      for await (const part of partsOf(handle, size, target.partBytes ?? PART_BYTES)) {
        signal?.throwIfAborted()
        etags.push(await uploadPart(target, name, uploadId, etags.length + 1, part))
      }
      signal?.throwIfAborted()
      await complete(target, name, uploadId, etags, size)
    } catch (error) {
      // `removeUnfinished` deletes what cannot be deleted now.
      await abort(target, name, uploadId).catch(() => {})
      throw error
    }
  } finally {
    await handle.close()
  }
}

async function removeUnfinished(target: Target, before: Date, isOurs: (name: string) => boolean): Promise<void> {
  const { request, prefix } = target
  const page = await request({ method: 'GET', query: { uploads: '', prefix } }, (response) => response.text())
  for (const [entry] of page.matchAll(/<Upload>(.*?)<\/Upload>/gs)) {
    const key = textOf('Key', entry)
    const name = key.slice(prefix.length)
    if (!key.startsWith(prefix) || !isOurs(name)) continue
    if (Date.parse(textOf('Initiated', entry)) < before.getTime()) await abort(target, name, textOf('UploadId', entry))
  }
}

async function begin({ request, store }: Target, name: string, type: string): Promise<string> {
  const options = { method: 'POST', name, query: { uploads: '' }, headers: { 'content-type': type } } as const
  const uploadId = textOf('UploadId', await request(options, (response) => response.text()))
  if (uploadId === '') throw new StorageError(`${store}-refused`, 'it takes no uploads in parts')
  return uploadId
}

/** Returns the ETag of the part. */
function uploadPart(
  { request, store }: Target,
  name: string,
  uploadId: string,
  partNumber: number,
  body: Buffer,
): Promise<string> {
  const query = { partNumber: String(partNumber), uploadId }
  return request({ method: 'PUT', name, query, body, milliseconds: PART_TIMEOUT_MS }, async ({ status, headers }) => {
    if (status === 404) throw new StorageError(`${store}-refused`, '404 NoSuchUpload')
    return headers.get('etag') ?? ''
  })
}

async function complete(
  { request, store, head }: Target,
  name: string,
  uploadId: string,
  etags: string[],
  size: number,
): Promise<void> {
  const parts = etags.map(
    (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
  )
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  const headers = { 'content-type': 'application/xml' }
  const options = { method: 'POST', name, query: { uploadId }, body, headers, milliseconds: PART_TIMEOUT_MS } as const
  // An error may follow a status of 200, and a repeated request whose first one succeeded fails: the object decides.
  const failure = await request(options, (response) => response.text()).then(
    (text) => (text.includes('<Error>') ? new StorageError(`${store}-unreachable`, textOf('Code', text)) : undefined),
    (error: unknown) => error,
  )
  const found = await head(name)
  if (found?.size === size) return
  throw failure ?? new StorageError(`${store}-refused`, `it kept ${found?.size ?? 0} of ${size} bytes`)
}

function abort({ request }: Target, name: string, uploadId: string): Promise<void> {
  return request({ method: 'DELETE', name, query: { uploadId } }, async () => {})
}

/** An empty file has one part. */
async function* partsOf(handle: FileHandle, size: number, partBytes: number): AsyncGenerator<Buffer> {
  const length = Math.max(partBytes, Math.ceil(size / MAX_PARTS))
  for (let position = 0; position === 0 || position < size; position += length) {
    const part = Buffer.alloc(Math.min(length, size - position))
    for (let filled = 0; filled < part.length; ) {
      const { bytesRead } = await handle.read(part, filled, part.length - filled, position + filled)
      if (bytesRead === 0) throw new Error('The file was cut short while it was uploaded.')
      filled += bytesRead
    }
    yield part
  }
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
