import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pageOf, testListener } from '../../../../test/test-listener.ts'
import { compress } from './page-encodings.ts'

const html = `<p>${'a page of some length '.repeat(100)}</p>`
const render = async () => pageOf(html)
/** Bytes that an entry counts besides its bodies. */
const overheadOf = (path: string) => 4096 + 2 * path.length

test.each([
  ['gzip, deflate, br', 'br'],
  ['br', 'br'],
  ['br;q=1.0, gzip;q=0.8', 'br'],
  ['br; q=0.5', 'br'],
  ['gzip, deflate', 'gzip'],
  ['deflate,gzip;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip, br;q=0.0', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['identity', undefined],
  ['deflate', undefined],
  ['', undefined],
  ['brr, xgzipx', undefined],
])('with accept-encoding %j a page is sent as %s', async (accepted, encoding) => {
  const { get } = await testListener({ render })
  for (const what of ['rendered', 'from memory']) {
    const { status, headers, body } = await get('/blog', { headers: { 'accept-encoding': accepted } })
    expect(status, what).toBe(200)
    expect(headers['content-encoding'], what).toBe(encoding)
    expect(headers['content-length'], what).toBe(String(body.length))
    expect(headers.vary, what).toBe('accept-encoding')
    const plain = encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body
    expect(plain.toString(), what).toBe(html)
  }
})

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['br, gzip', 'br'],
  ['zstd, gzip', 'zstd'],
  ['gzip', 'gzip'],
  ['br;q=0', undefined],
  [undefined, undefined],
])('with accept-encoding %s an uncached page is sent as %s', async (accepted, encoding) => {
  const { get } = await testListener({ isShared: false, render })
  const response = await get('/me', { headers: accepted ? { 'accept-encoding': accepted } : {} })
  expect(response.headers['content-encoding']).toBe(encoding)
  expect(response.headers['cache-control']).toBe('private, no-store')
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync }
  expect(String(encoding ? unpack[encoding as 'br'](response.body) : response.body)).toBe(html)
})

test('a page is sent as zstd if the client accepts nothing else', async () => {
  const { get } = await testListener({ render })
  const { headers, body } = await get('/blog', { headers: { 'accept-encoding': 'zstd' } })
  expect(headers['content-encoding']).toBe('zstd')
  expect(zstdDecompressSync(body).toString()).toBe(html)
})

test('a page is rendered once for all encodings, and cached only in the requested ones', async () => {
  const { get, rendered, pages } = await testListener({ render })
  const take = (encoding: string) => get('/blog', { headers: { 'accept-encoding': encoding } })
  const readers = Array.from({ length: 10 }, () => [take('gzip, br'), take('gzip, deflate')])
  const [br, gzip] = await Promise.all(readers.flat())
  expect(br!.headers['content-encoding']).toBe('br')
  expect(gzip!.headers['content-encoding']).toBe('gzip')
  expect(br!.headers.etag).toBe(gzip!.headers.etag)
  expect(rendered).toEqual(['/blog'])
  const weighed = overheadOf('/blog') + html.length + br!.body.length + gzip!.body.length
  expect(pages.size()).toEqual({ pages: 1, bytes: weighed })
  const zstd = await take('zstd, gzip')
  expect(zstd.headers['content-encoding']).toBe('zstd')
  expect(zstd.headers.etag).toBe(br!.headers.etag)
  expect(pages.size()).toEqual({ pages: 1, bytes: weighed + zstd.body.length })
  expect(rendered).toEqual(['/blog'])
})

test('a cached page is sent in the fast encoding first, and in the smallest once it is requested again', async () => {
  const { get, rendered } = await testListener({ render })
  const take = async () => {
    const { headers, body } = await get('/blog', { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } })
    const unpack = headers['content-encoding'] === 'br' ? brotliDecompressSync : zstdDecompressSync
    expect(unpack(body).toString()).toBe(html)
    return headers['content-encoding']
  }
  expect(await take()).toBe('zstd')
  await expect.poll(take).toBe('br')
  expect(rendered).toEqual(['/blog'])
})

test('an encoding that exceeds the cache size evicts the least recently used page', async () => {
  const { get, pages } = await testListener({ render, maxBytes: 2 * (overheadOf('/a') + html.length) + 1 })
  for (const path of ['/a', '/b']) await get(path)
  expect(pages.size().pages).toBe(2)
  const coded = await get('/b', { headers: { 'accept-encoding': 'br' } })
  expect(brotliDecompressSync(coded.body).toString()).toBe(html)
  expect(pages.size()).toEqual({ pages: 1, bytes: overheadOf('/b') + html.length + coded.body.length })
})

/** Large enough that compression takes longer than 30 ms. */
function muchHtml(): string {
  return Array.from({ length: 400_000 }, (_, i) => `<p>${(i * 2654435761) % 1_000_003}</p>`).join('')
}

/** Resolves when a page begins to be compressed with Brotli. */
function compressionBegins(): Promise<void> {
  const { br } = compress
  const { promise, resolve } = Promise.withResolvers<void>()
  const spy = vi.spyOn(compress, 'br').mockImplementation((...input) => {
    resolve()
    return br(...input)
  })
  onTestFinished(() => spy.mockRestore())
  return promise
}

test('requests during compression share it, also with the cache disabled', async () => {
  const much = muchHtml()
  const { get, rendered } = await testListener({ maxBytes: 0, render: async () => pageOf(much) })
  const coded = { headers: { 'accept-encoding': 'br' } }
  const begins = compressionBegins()
  const first = get('/blog', coded)
  await begins
  const second = get('/blog', coded)
  expect(brotliDecompressSync((await second).body).length).toBe(much.length)
  expect((await first).body).toEqual((await second).body)
  expect(rendered).toEqual(['/blog'])
})

test('a page purged while it is compressed is not cached', async () => {
  let posts = 1
  const much = muchHtml()
  const { get, rendered, pages } = await testListener({
    maxBytes: 100_000_000,
    render: async () => pageOf(`${posts} posts ${much}`, { tags: ['posts'] }),
  })
  const take = async () => {
    const { body } = await get('/blog', { headers: { 'accept-encoding': 'br' } })
    return brotliDecompressSync(body).toString().slice(0, 7)
  }
  await get('/blog')
  const begins = compressionBegins()
  const before = take()
  await begins
  posts = 2
  pages.purge({ tag: 'posts', isSoft: false })
  expect(await before).toBe('1 posts')
  expect(pages.size().pages).toBe(0)
  expect(await take()).toBe('2 posts')
  expect(rendered).toHaveLength(2)
})

test.each([
  ['short', 10],
  ['long', 400_000],
])('a %s page in several pieces is encoded whole', async (_, count) => {
  const pieces = ['<p>', 'Crème brûlée – ', '日本語 😀 '.repeat(count), '</p>']
  const { get } = await testListener({ render: async () => ({ ...pageOf(''), body: pieces }) })
  expect((await get('/blog')).body.toString()).toBe(pieces.join(''))
})
