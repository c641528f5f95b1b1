import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { isWebUrl } from '../../../contract/platform/urls.ts'
import { followRedirects } from '../../platform/http/follow-redirects.ts'
import { type GuardedRequest, RequestError } from '../../platform/http/guarded-request.ts'
import { SourceError } from './source-records.ts'
import { isFault, readElements } from './sources/xml-elements.ts'

/** The limit of the protocol for one file, in bytes. */
const FILE_MAX = 50 * 1024 * 1024
/** Sitemaps that an index and those in it name. */
const FILES_MAX = 1000
/** In milliseconds. */
const TIMEOUT_MS = 60_000

type SitemapOptions = { request: GuardedRequest | undefined; signal: AbortSignal }

/**
 * The addresses of a sitemap by https://www.sitemaps.org/protocol.html and of those that it names: a file, also compressed, or an
 * address. Throws `SourceError`.
 */
export async function* readSitemap(place: string, options: SitemapOptions): AsyncGenerator<string> {
  const places = [place]
  const seen = new Set(places)
  for (const each of places) {
    let found = 0
    for await (const element of readElements(await openSitemap(each, options), shape)) {
      options.signal.throwIfAborted()
      const address = isFault(element) ? undefined : element.children.find(({ name }) => name === 'loc')?.text.trim()
      if (isFault(element) || !address) continue
      found += 1
      if (element.name === 'url') yield address
      // A path would be a file of this machine.
      if (element.name !== 'sitemap' || !isWebUrl(address) || seen.has(address) || seen.size >= FILES_MAX) continue
      seen.add(address)
      places.push(address)
    }
    if (found === 0) throw new SourceError(`There is no address in the sitemap ${each}.`)
  }
}

const shape = {
  prefixes: [['sitemaps.org/schemas/sitemap', '']],
  textElements: new Set<string>(),
  depth: 1,
} as const

async function openSitemap(place: string, { request, signal }: SitemapOptions): Promise<AsyncIterable<Buffer>> {
  if (!isWebUrl(place)) return decompressed(createReadStream(place), place)
  if (!request) throw new SourceError(`The sitemap ${place} is on the old site, from which nothing is fetched.`)
  const failed = (why: string) => new SourceError(`The sitemap ${place} could not be fetched: ${why}.`)
  const { response } = await followRedirects(request, place, {
    method: 'GET',
    bodyMax: FILE_MAX,
    asBytes: true,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw error instanceof RequestError ? failed('the site did not respond') : error
  })
  if (!response) throw failed('the site redirects too often')
  if (response.status !== 200) throw failed(`the site responded with ${response.status}`)
  return decompressed(Readable.from([response.bytes ?? Buffer.alloc(0)]), place)
}

/** The content of a file, at most as long as a sitemap may be. */
async function* decompressed(file: Readable, place: string): AsyncGenerator<Buffer> {
  let bytes = 0
  let content: Readable = file
  try {
    if (/\.gz$/i.test(place.replace(/[?#].*$/, ''))) content = file.pipe(createGunzip())
    for await (const chunk of content) {
      bytes += chunk.length
      if (bytes > FILE_MAX) throw new SourceError(`The sitemap ${place} is larger than ${FILE_MAX / 1024 / 1024} MB.`)
      yield chunk
    }
  } catch (error) {
    if (error instanceof SourceError) throw error
    throw new SourceError(`The sitemap ${place} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
