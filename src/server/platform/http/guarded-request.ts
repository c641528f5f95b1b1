import { lookup } from 'node:dns/promises'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isPublicAddress } from './public-address.ts'

export type GuardedResponse = {
  status: number
  headers: IncomingHttpHeaders
  /** The first `bodyMax` bytes of a text; '' for every other type, unless `anyType` is set. */
  body: string
  /** With `asBytes`: at most `bodyMax` bytes of any type, complete unless there are so many. */
  bytes?: Buffer
}

type GuardedRequestOptions = {
  method: 'GET' | 'HEAD'
  headers?: Record<string, string>
  /** Bytes of the body to read. */
  bodyMax?: number
  /** Also reads a body that is not declared as a text. */
  anyType?: true
  /** Reads a body of any type as `bytes`; rejects if the time is up before its end. */
  asBytes?: true
  signal?: AbortSignal
}

/** Sends one request and follows nothing. Rejects with a `RequestError` without a response. */
export type GuardedRequest = (address: string, options: GuardedRequestOptions) => Promise<GuardedResponse>

export type RequestFault =
  /** Not a URL of http or https. */
  | 'address'
  /** A user name in the URL. */
  | 'credentials'
  | 'port'
  | 'private-address'
  /** The name does not exist. */
  | 'dns'
  | 'connection'
  /** No route to the internet, as far as one request can tell. */
  | 'offline'
  | 'tls'
  | 'timeout'
  /** The response is not HTTP, or the connection ended early. */
  | 'response'

export class RequestError extends Error {
  readonly fault: RequestFault

  constructor(fault: RequestFault, cause?: unknown) {
    super(`The request failed: ${fault}`, { cause })
    this.fault = fault
  }
}

export type Resolve = (host: string) => Promise<ResolvedAddress[]>
type ResolvedAddress = { address: string; family: number }
type ResolvedAddresses = [ResolvedAddress, ...ResolvedAddress[]]

export type GuardOptions = {
  userAgent: string
  /** Resolves a name; absent: the resolver of the machine. */
  resolve?: Resolve
  /** Whether a connection may be made; absent: to the default ports of public addresses. Only tests pass another. */
  allows?: (address: string, port: number) => RequestFault | undefined
  /** Limits a whole request with its body. */
  timeoutMs?: number
}

const TIMEOUT_MS = 15_000
const HEADER_BYTES = 32_768
const ports = [80, 443]

/**
 * A client for URLs that others have written. A name is resolved once, all of its addresses are checked, and the connection is
 * made to exactly these, so that a later response of the DNS is never used. No cookies, no credentials, one connection a request.
 */
export function createGuardedRequest({
  userAgent,
  resolve = resolveAll,
  allows = guard,
  timeoutMs = TIMEOUT_MS,
}: GuardOptions): GuardedRequest {
  return async (address, { method, headers = {}, bodyMax = 0, anyType = false, asBytes = false, signal }) => {
    const url = parse(address)
    const timeout = AbortSignal.timeout(timeoutMs)
    const ends = signal ? AbortSignal.any([timeout, signal]) : timeout
    try {
      const addresses = await orAbort(checkedAddresses(url, resolve, allows), ends)
      const response = await open(url, {
        method,
        addresses,
        signal: ends,
        headers: {
          accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
          'accept-language': 'en-US,en;q=0.8',
          'accept-encoding': 'identity',
          'user-agent': userAgent,
          ...headers,
        },
      })
      const isRead = method === 'GET' && bodyMax > 0 && (anyType || asBytes || isText(response))
      const bytes = isRead ? await readBody(response, bodyMax, asBytes ? undefined : timeout) : Buffer.alloc(0)
      response.destroy()
      const head = { status: response.statusCode!, headers: response.headers }
      return asBytes ? { ...head, body: '', bytes } : { ...head, body: bytes.toString('utf8') }
    } catch (error) {
      signal?.throwIfAborted()
      throw error instanceof RequestError
        ? error
        : new RequestError(timeout.aborted ? 'timeout' : faultOf(error), error)
    }
  }
}

function parse(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new RequestError('address')
  if (url.username || url.password) throw new RequestError('credentials')
  return url
}

function guard(address: string, port: number): RequestFault | undefined {
  if (!ports.includes(port)) return 'port'
  return isPublicAddress(address) ? undefined : 'private-address'
}

/** Throws if any address of the host is not allowed: a name that has both kinds is an attempt to get inside. */
async function checkedAddresses(
  url: URL,
  resolve: Resolve,
  allows: NonNullable<GuardOptions['allows']>,
): Promise<ResolvedAddresses> {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const [first, ...others] = await resolve(url.hostname.replace(/^\[|\]$/g, ''))
  if (!first) throw new RequestError('dns')
  const addresses: ResolvedAddresses = [first, ...others]
  for (const { address } of addresses) {
    const fault = allows(address, port)
    if (fault) throw new RequestError(fault)
  }
  return addresses
}

function resolveAll(host: string): Promise<ResolvedAddress[]> {
  return lookup(host, { all: true })
}

type Opening = {
  method: string
  headers: Record<string, string>
  addresses: ResolvedAddresses
  signal: AbortSignal
}

function open(url: URL, { addresses, ...options }: Opening): Promise<IncomingMessage> {
  return new Promise((accept, reject) => {
    const client = url.protocol === 'https:' ? https : http
    const request = client.request(url, {
      ...options,
      agent: false,
      maxHeaderSize: HEADER_BYTES,
      lookup: lookupOf(addresses),
    })
    request.on('response', accept).on('error', reject).end()
  })
}

/** Returns the checked addresses, whatever the DNS says by now. */
function lookupOf(addresses: ResolvedAddresses): LookupFunction {
  return (_host, options, callback) => {
    if (options.all) callback(null, addresses)
    else callback(null, addresses[0].address, addresses[0].family)
  }
}

function isText({ headers }: IncomingMessage): boolean {
  return /^(?:text\/|application\/xhtml)/i.test(headers['content-type'] ?? 'text/html')
}

/** The first bytes of the body, decompressed; those that have arrived where `timeout` is given and over. */
async function readBody(response: IncomingMessage, bodyMax: number, timeout?: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of decompressed(response)) {
      chunks.push(chunk as Buffer)
      bytes += (chunk as Buffer).length
      if (bytes >= bodyMax) break
    }
  } catch (error) {
    if (!timeout || (!timeout.aborted && bytes === 0)) throw error
  }
  return Buffer.concat(chunks).subarray(0, bodyMax)
}

/** Some servers compress although the request says `identity`. */
function decompressed(response: IncomingMessage): Readable {
  const decoder = decoders[response.headers['content-encoding']?.toLowerCase() ?? '']?.()
  return decoder ? pipeline(response, decoder, () => {}) : response
}

const decoders: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((accept, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(accept, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** `offline` and `response` may be faults of this machine or a defence against robots; the others are those of the server. */
function faultOf(error: unknown): RequestFault {
  const code = codeOf(error)
  if (code === 'ENOTFOUND' || code === 'ENODATA') return 'dns'
  if (/^(?:EAI_|ENET|EHOSTUNREACH|EADDRNOTAVAIL|ECANCELLED|ESERVFAIL)/.test(code)) return 'offline'
  if (code === 'ETIMEDOUT') return 'timeout'
  if (code === 'ECONNREFUSED') return 'connection'
  // A missing intermediate certificate stops only clients that do not fetch it, so other TLS faults count as no response.
  if (code === 'CERT_HAS_EXPIRED' || code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'tls'
  return 'response'
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
