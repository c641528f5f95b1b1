import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export const S3_KEYS = { AWS_ACCESS_KEY_ID: 'AKIDWLIGHT', AWS_SECRET_ACCESS_KEY: 'wJalrXUt/nFEMI+a-secret' }

/** Objects per list page, small enough for several pages. */
const PAGE = 3

/** An upload in parts that is not completed. */
type Upload = { name: string; startedAt: Date; parts: Map<number, Buffer> }
type Stored = { bytes: Buffer; type: string; modifiedAt: Date }

/**
 * An in-memory S3 server with one bucket, `dew`. It verifies the signature (version 4) of each request independently of
 * the client's code, and each body against its signed hash.
 */
export async function testS3() {
  const objects = new Map<string, Stored>()
  const uploads = new Map<string, Upload>()
  const requests: string[] = []
  const tokens: unknown[] = []
  const state = {
    /** Responses to send instead of the real one, first in first out. */
    failures: [] as { status: number; code: string }[],
    isDown: false,
    /** Requests, or those of one method, are accepted and never responded to. */
    hangs: false as boolean | 'PUT',
    /** Bodies stop after their first byte. */
    stalls: false,
    /** Requests whose URL matches are denied. */
    failurePattern: undefined as RegExp | undefined,
    /** The response to the next completed upload is an error. */
    losesCompletion: false,
  }

  const server = createServer((request, response) => {
    if (state.isDown) return void request.socket.destroy()
    if (state.hangs === true || state.hangs === request.method) return void requests.push(`${request.method} hangs`)
    readAll(request)
      .then((body) => answer(request, body))
      .then(({ status, headers = {}, body = '' }) => {
        response.writeHead(status, headers)
        if (state.stalls && body.length > 0) return void response.write(Buffer.from(body).subarray(0, 1))
        response.end(request.method === 'HEAD' ? undefined : body)
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, body: Buffer): Promise<Answer> {
    const url = new URL(request.url!, endpoint)
    requests.push(`${request.method} ${url.pathname}`)
    tokens.push(request.headers['x-amz-security-token'])
    const failure = state.failures.shift()
    if (failure) return wrong(failure.status, failure.code)
    if (state.failurePattern?.test(request.url!)) return wrong(403, 'AccessDenied')
    const fault = faultOf(request, url, body)
    if (fault) return wrong(403, fault)
    const [, bucket, name = ''] = /^\/([^/]*)\/(.*)$/.exec(decodeURIComponent(url.pathname)) ?? []
    if (bucket !== 'dew') return wrong(404, 'NoSuchBucket')
    const query = url.searchParams
    if (name === '') return query.has('uploads') ? listUploads(query) : list(query)
    if (query.has('uploads') || query.has('uploadId')) return multipart(request.method!, name, query, body)
    if (request.method === 'PUT') {
      const modifiedAt = new Date(Math.floor(Date.now() / 1000) * 1000)
      objects.set(name, { bytes: body, type: request.headers['content-type'] ?? '', modifiedAt })
      return { status: 200 }
    }
    if (request.method === 'DELETE') {
      objects.delete(name)
      return { status: 204 }
    }
    const found = objects.get(name)
    if (!found) return wrong(404, 'NoSuchKey')
    const headers = { 'content-length': found.bytes.length, 'last-modified': found.modifiedAt.toUTCString() }
    return { status: 200, headers: { ...headers, 'content-type': found.type }, body: found.bytes }
  }

  function multipart(method: string, name: string, query: URLSearchParams, body: Buffer): Answer {
    if (method === 'POST' && query.has('uploads')) {
      const uploadId = `upload-${requests.length}+/=`
      uploads.set(uploadId, { name, startedAt: new Date(), parts: new Map() })
      return xml(`<InitiateMultipartUploadResult><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`)
    }
    const uploadId = query.get('uploadId')!
    const upload = uploads.get(uploadId)
    if (upload?.name !== name) return wrong(404, 'NoSuchUpload')
    if (method === 'DELETE') {
      uploads.delete(uploadId)
      return { status: 204 }
    }
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body)
      return { status: 200, headers: { etag: etagOf(body) } }
    }
    const wanted = [...String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)]
    const parts = wanted.map(([, number]) => upload.parts.get(Number(number)))
    const isRight = parts.every((part, i) => part && etagOf(part) === wanted[i]![2]!.replaceAll('&quot;', '"'))
    // An error in a response of status 200, as S3 sends it.
    if (!isRight || parts.length === 0) return { ...wrong(200, 'InvalidPart') }
    const modifiedAt = new Date(Math.floor(Date.now() / 1000) * 1000)
    objects.set(name, { bytes: Buffer.concat(parts as Buffer[]), type: 'application/gzip', modifiedAt })
    uploads.delete(uploadId)
    if (state.losesCompletion) {
      state.losesCompletion = false
      return wrong(500, 'InternalError')
    }
    return xml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
  }

  function listUploads(query: URLSearchParams): Answer {
    const entries = [...uploads].filter(([, { name }]) => name.startsWith(query.get('prefix') ?? ''))
    const listed = entries.map(
      ([id, { name, startedAt }]) =>
        `<Upload><Key>${name}</Key><UploadId>${id}</UploadId><Initiated>${startedAt.toISOString()}</Initiated></Upload>`,
    )
    return xml(`<ListMultipartUploadsResult>${listed.join('')}</ListMultipartUploadsResult>`)
  }

  function list(query: URLSearchParams): Answer {
    const after = query.get('continuation-token') ?? ''
    const max = Math.min(Number(query.get('max-keys') ?? PAGE), PAGE)
    const all = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '')).sort()
    const rest = all.filter((name) => `<${name}&` > after)
    const page = rest.slice(0, max)
    const entries = page.map(
      (name) => `<Contents><Key>${name}</Key><Size>${objects.get(name)!.bytes.length}</Size></Contents>`,
    )
    const isTruncated = rest.length > page.length
    // A token with characters that XML escapes.
    const next = isTruncated ? `<NextContinuationToken>&lt;${page.at(-1)}&amp;</NextContinuationToken>` : ''
    const xml = `<IsTruncated>${isTruncated}</IsTruncated>${next}${entries.join('\n')}`
    return { status: 200, body: `<?xml version="1.0"?><ListBucketResult>${xml}</ListBucketResult>` }
  }

  const names = () => [...objects.keys()].sort()
  return { endpoint, tokens, url: `s3://dew/site?endpoint=${endpoint}`, objects, uploads, names, requests, state }
}

const xml = (content: string): Answer => ({ status: 200, body: `<?xml version="1.0"?>${content}` })
const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`

type Answer = { status: number; headers?: Record<string, string | number>; body?: string | Buffer }

function wrong(status: number, code: string): Answer {
  return { status, body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No</Message></Error>` }
}

/** The S3 error code for an invalid signature. */
function faultOf(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/
  const [, id, day, region, signed, signature] = match.exec(request.headers.authorization ?? '') ?? []
  if (!id || !day || !region || !signed) return 'AccessDenied'
  if (id !== S3_KEYS.AWS_ACCESS_KEY_ID) return 'InvalidAccessKeyId'
  const date = String(request.headers['x-amz-date'])
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - at) < 15 * 60 * 1000) || !date.startsWith(day)) return 'RequestTimeTooSkewed'
  const sum = String(request.headers['x-amz-content-sha256'])
  if (sum !== createHash('sha256').update(body).digest('hex')) return 'XAmzContentSHA256Mismatch'
  const headers = signed.split(';')
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => headers.includes(name))) return 'AccessDenied'
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const canonical = [
    request.method,
    decodeURIComponent(url.pathname).split('/').map(encode).join('/'),
    query.join('&'),
    ...headers.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signed,
    sum,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${S3_KEYS.AWS_SECRET_ACCESS_KEY}`)
  return hmac(key, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
