import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { pageOf, testListener } from '../../../../test/test-listener.ts'
import { prebuildResponse } from './prebuilt-response.ts'

const html = `<p>${'a page of some length '.repeat(100)}</p>`
const render = async () => pageOf(html)

afterEach(() => {
  vi.useRealTimers()
})

test('a page is rendered once and then sent from memory', async () => {
  const { get, rendered } = await testListener()
  const first = await get('/blog')
  const second = await get('/blog')
  expect([first.text, second.text]).toEqual(['<p>/blog</p>', '<p>/blog</p>'])
  expect(second.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(second.headers['cache-control']).toBe('public, max-age=0, s-maxage=10, must-revalidate')
  expect(second.headers['x-content-type-options']).toBe('nosniff')
  expect(second.headers.etag).toBe(first.headers.etag)
  expect(rendered).toEqual(['/blog'])
})

test('simultaneous requests share one rendering', async () => {
  const gate = Promise.withResolvers<void>()
  const { get, rendered } = await testListener({
    render: async () => {
      await gate.promise
      return pageOf(html)
    },
  })
  const readers = Array.from({ length: 20 }, () => get('/blog'))
  await vi.waitFor(() => expect(rendered).toHaveLength(1), 10_000)
  gate.resolve()
  const answers = await Promise.all(readers)
  expect(new Set(answers.map((response) => response.text))).toEqual(new Set([html]))
  expect(rendered).toEqual(['/blog'])
})

test('a conditional request for an unchanged page gets 304 without a body', async () => {
  const { get } = await testListener({ render })
  const { etag } = (await get('/blog')).headers
  expect(etag).toMatch(/^W\/"[\w-]+"$/)
  const strong = etag!.replace('W/', '')
  for (const known of [etag!, strong, `"other", ${etag}`, '*']) {
    const response = await get('/blog', { headers: { 'if-none-match': known } })
    expect(response.status, known).toBe(304)
    expect(response.body).toHaveLength(0)
    expect(response.headers.etag).toBe(etag)
    expect(response.headers.vary).toBe('accept-encoding')
  }
  for (const other of ['"other"', 'W/"other"', '', strong.slice(0, -2)]) {
    expect((await get('/blog', { headers: { 'if-none-match': other } })).status, other).toBe(200)
  }
})

test('another page has another ETag', async () => {
  const { get } = await testListener()
  expect((await get('/blog')).headers.etag).not.toBe((await get('/shop')).headers.etag)
})

test('HEAD responds like GET, without a body', async () => {
  const { get } = await testListener({ render })
  for (const what of ['rendered', 'from memory']) {
    const response = await get('/blog', { method: 'HEAD' })
    expect(response.status, what).toBe(200)
    expect(response.body, what).toHaveLength(0)
    expect(response.headers['content-length'], what).toBe(String(Buffer.byteLength(html)))
  }
})

test('a page expires at `freshUntil` and is rendered again', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-10T15:00:00.000Z') })
  const due = Date.parse('2026-03-10T15:01:00.000Z')
  let posts = 1
  const { get, rendered } = await testListener({
    render: async () => pageOf(`${posts} posts`),
    freshUntil: async () => (Date.now() < due ? due : Number.POSITIVE_INFINITY),
  })
  expect((await get('/blog')).text).toBe('1 posts')
  posts = 2
  vi.setSystemTime(due - 1)
  expect((await get('/blog')).text).toBe('1 posts')
  vi.setSystemTime(due)
  expect((await get('/blog')).text).toBe('2 posts')
  expect((await get('/blog')).text).toBe('2 posts')
  expect(rendered).toHaveLength(2)
})

test('a page that expires while it is rendered is not cached longer', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-10T15:00:59.000Z') })
  const due = Date.parse('2026-03-10T15:01:00.000Z')
  const { get, rendered } = await testListener({
    render: async () => {
      vi.setSystemTime(due)
      return pageOf(html)
    },
    freshUntil: async () => (Date.now() < due ? due : Number.POSITIVE_INFINITY),
  })
  await get('/blog')
  await get('/blog')
  expect(rendered).toHaveLength(2)
})

test.each([
  ['what the renderer says is not to be kept', { render: async () => pageOf(html, { cacheable: false }) }],
  ['a page that visitors do not share', { render, isShared: false }],
])('%s is rendered each time and not cached', async (_, choices) => {
  const { get, rendered } = await testListener(choices)
  const first = await get('/search')
  await get('/search', { headers: { 'if-none-match': '*' } })
  expect(first.headers['cache-control']).toBe('private, no-store')
  expect(first.headers.etag).toBeUndefined()
  expect(rendered).toHaveLength(2)
})

test('a private page is rendered for each request, simultaneous ones included', async () => {
  let count = 0
  const { get } = await testListener({ isShared: false, render: async () => pageOf(`visitor ${++count}`) })
  const answers = await Promise.all([get('/me'), get('/me'), get('/me')])
  expect(answers.map((response) => response.text).sort()).toEqual(['visitor 1', 'visitor 2', 'visitor 3'])
})

test('a page that is not there keeps its status', async () => {
  const { get } = await testListener({ render: async () => pageOf('nothing', { status: 404, cacheable: false }) })
  expect((await get('/blog/nothing')).status).toBe(404)
})

test('a redirect is cached like a page, each response is counted, and its empty body is not compressed', async () => {
  const moved = pageOf('', { status: 301, headers: { location: '/blog/new' } })
  const counted: string[] = []
  const { get, rendered } = await testListener({ render: async () => moved, onMoved: (key) => counted.push(key) })
  for (const what of ['rendered', 'from memory']) {
    const response = await get('/blog/old', { headers: { 'accept-encoding': 'br, gzip' } })
    expect(response.status, what).toBe(301)
    expect(response.headers.location, what).toBe('/blog/new')
    expect(response.headers['content-encoding'], what).toBeUndefined()
    expect(response.body, what).toHaveLength(0)
  }
  expect(rendered).toEqual(['/blog/old'])
  expect(counted).toEqual(['/blog/old', '/blog/old'])
})

test('a redirect keeps the query of its request, which a cached one shares with no other', async () => {
  const moved = pageOf('', { status: 301, headers: { location: '/blog/new' } })
  const { get, rendered } = await testListener({ render: async () => moved })
  for (const [address, location] of [
    ['/blog/old?utm_source=newsletter&utm_medium=email', '/blog/new?utm_source=newsletter&utm_medium=email'],
    ['/blog/old', '/blog/new'],
    ['/blog/old?', '/blog/new'],
    ['/blog/old?a=%C3%A9+%26&a=2#part', '/blog/new?a=%C3%A9+%26&a=2'],
    ['/blog/old?next=//evil.example', '/blog/new?next=//evil.example'],
  ] as const)
    expect((await get(address)).headers.location, address).toBe(location)
  expect(rendered).toEqual(['/blog/old'])
  await get('/blog/old?page=2')
  expect((await get('/blog/old?page=2')).headers.location).toBe('/blog/new?page=2')
})

test('a redirect with the query of its request is kept by no shared cache', async () => {
  const moved = pageOf('', { status: 301, headers: { location: '/blog/new' } })
  const { get } = await testListener({ render: async () => moved })
  const lifetimes = async (address: string) => {
    const { headers } = await get(address)
    return [headers['cache-control'], headers['cdn-cache-control']]
  }
  for (const what of ['rendered', 'from memory'])
    expect(await lifetimes('/blog/old?utm_source=newsletter'), what).toEqual(['private, no-store', 'no-store'])
  for (const address of ['/blog/old', '/blog/old?'])
    expect((await lifetimes(address))[0], address).toBe('public, max-age=0, s-maxage=10, must-revalidate')
})

test('a failed rendering is a one-sentence error, is not cached, and the next request retries', async () => {
  let fails = true
  const { get } = await testListener({
    render: async () => {
      if (fails) throw new Error('SQLITE_CORRUPT: secret detail')
      return pageOf(html)
    },
  })
  const answers = await Promise.all([get('/blog'), get('/blog')])
  for (const { status, text, headers } of answers) {
    expect(status).toBe(500)
    expect(text).toBe('Something went wrong on our side. Please try again.\n')
    expect(headers['cache-control']).toBe('no-store')
  }
  fails = false
  expect((await get('/blog')).status).toBe(200)
})

test('the cache is bounded in bytes and evicts the least recently used page', async () => {
  const size = await sizeOfOnePage()
  const { get, rendered } = await testListener({ render, maxBytes: 2 * (4096 + size) })
  for (const path of ['/a', '/b', '/a', '/c', '/a', '/b']) await get(path)
  expect(rendered).toEqual(['/a', '/b', '/c', '/b'])
})

test('entries count their overhead, so that many small ones stay within the bound', async () => {
  const { get, pages } = await testListener({ render: async () => pageOf('<p>small</p>'), maxBytes: 100_000 })
  for (let i = 0; i < 100; i++) await get(`/page-${i}`)
  expect(pages.size().pages).toBeLessThan(25)
  expect(pages.size().bytes).toBeLessThanOrEqual(100_000)
})

test('the number of entries is bounded, whatever their size', async () => {
  const { pages } = await testListener({ maxBytes: 1e12 })
  const request = new IncomingMessage(new Socket())
  const render = async () => pageOf('', { status: 301 })
  for (let i = 0; i < 20_100; i++) {
    const response = new ServerResponse(request)
    await pages.fill({ key: `/page-${i}`, isShared: true, render }, request, response)
  }
  expect(pages.size().pages).toBe(20_000)
})

test('a page is rendered again after ten minutes, even if nothing was purged', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-10T15:00:00.000Z') })
  const { get, rendered } = await testListener({ render })
  await get('/blog')
  vi.setSystemTime(new Date('2026-03-10T15:09:59.000Z'))
  await get('/blog')
  expect(rendered).toHaveLength(1)
  vi.setSystemTime(new Date('2026-03-10T15:10:00.000Z'))
  await get('/blog')
  expect(rendered).toHaveLength(2)
})

test('a body does not keep the larger buffer alive that it was compressed into', () => {
  const chunk = Buffer.alloc(16_384)
  const { bodies, size } = prebuildResponse(
    200,
    { identity: Buffer.alloc(20_000), br: chunk.subarray(0, 20), gzip: chunk.subarray(0, 16_000) },
    {},
    '',
  )
  expect(bodies.map(({ bytes }) => bytes.buffer.byteLength)).toEqual([20, 16_000, 20_000])
  expect(size).toBe(20 + 16_000 + 20_000)
})

test('a page larger than the whole cache is sent and not cached', async () => {
  const { get, rendered } = await testListener({ render, maxBytes: 10 })
  expect((await get('/a')).text).toBe(html)
  await get('/a')
  expect(rendered).toEqual(['/a', '/a'])
})

test('a purge by tag removes the pages with this tag only', async () => {
  const { get, rendered, pages } = await testListener({
    render: async (url) => pageOf(html, { tags: url.pathname === '/shop' ? ['products'] : ['posts', 'settings'] }),
  })
  for (const path of ['/blog', '/shop']) await get(path)
  pages.purge({ tag: 'posts', isSoft: false })
  for (const path of ['/blog', '/shop', '/blog']) await get(path)
  expect(rendered).toEqual(['/blog', '/shop', '/blog'])
  pages.purge({ tag: '', isSoft: false })
  for (const path of ['/blog', '/shop']) await get(path)
  expect(rendered).toEqual(['/blog', '/shop', '/blog', '/blog', '/shop'])
})

test('a rendering in flight during a purge is not cached and not sent to later requests', async () => {
  const gates = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  let count = 0
  const { get, rendered, pages } = await testListener({
    render: async () => pageOf(await gates[count++]!.promise, { tags: ['posts'] }),
  })
  const before = get('/blog')
  await vi.waitFor(() => expect(rendered).toHaveLength(1), 10_000)
  pages.purge({ tag: 'posts', isSoft: false })
  const after = get('/blog')
  await vi.waitFor(() => expect(rendered).toHaveLength(2), 10_000)
  gates[1]!.resolve('new')
  expect((await after).text).toBe('new')
  gates[0]!.resolve('old')
  expect((await before).text).toBe('old')
  expect((await get('/blog')).text).toBe('new')
})

test('a thousand requests for a purged page cause one rendering', async () => {
  const { get, rendered, pages } = await testListener({ render: async () => pageOf(html, { tags: ['posts'] }) })
  await get('/blog')
  pages.purge({ tag: 'posts', isSoft: false })
  rendered.length = 0
  const answers = await Promise.all(Array.from({ length: 1000 }, () => get('/blog')))
  expect(answers.every((response) => response.text === html)).toBe(true)
  expect(rendered).toEqual(['/blog'])
})

/** All encodings of the page that `render` returns. */
async function sizeOfOnePage(): Promise<number> {
  const { get } = await testListener({ render })
  const sizes = ['identity', 'gzip', 'br', 'zstd'].map(async (encoding) => {
    const { body } = await get('/a', { headers: { 'accept-encoding': encoding } })
    return body.length
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
