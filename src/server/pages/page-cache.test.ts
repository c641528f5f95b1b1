import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { pageOf, testListener } from '../../../test/test-listener.ts'

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
  expect(second.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  expect(second.headers['x-content-type-options']).toBe('nosniff')
  expect(second.headers.etag).toBe(first.headers.etag)
  expect(rendered).toEqual(['/blog'])
})

test('many readers at once wait for one rendering', async () => {
  const gate = Promise.withResolvers<void>()
  const { get, rendered } = await testListener({
    render: async () => {
      await gate.promise
      return pageOf(html)
    },
  })
  const readers = Array.from({ length: 20 }, () => get('/blog'))
  await vi.waitFor(() => expect(rendered).toHaveLength(1))
  gate.resolve()
  const answers = await Promise.all(readers)
  expect(new Set(answers.map((answer) => answer.text))).toEqual(new Set([html]))
  expect(rendered).toEqual(['/blog'])
})

test('whoever has a page already gets 304 and no body', async () => {
  const { get } = await testListener({ render })
  const { etag } = (await get('/blog')).headers
  expect(etag).toMatch(/^W\/"[\w-]+"$/)
  const strong = etag!.replace('W/', '')
  for (const known of [etag!, strong, `"other", ${etag}`, '*']) {
    const answer = await get('/blog', { headers: { 'if-none-match': known } })
    expect(answer.status, known).toBe(304)
    expect(answer.body).toHaveLength(0)
    expect(answer.headers.etag).toBe(etag)
    expect(answer.headers.vary).toBe('accept-encoding')
  }
  for (const other of ['"other"', 'W/"other"', '', strong.slice(0, -2)]) {
    expect((await get('/blog', { headers: { 'if-none-match': other } })).status, other).toBe(200)
  }
})

test('another page has another ETag', async () => {
  const { get } = await testListener()
  expect((await get('/blog')).headers.etag).not.toBe((await get('/shop')).headers.etag)
})

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
])('to a reader who takes %j a page is sent as %s', async (accepted, encoding) => {
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

test('HEAD answers like GET, without a body', async () => {
  const { get } = await testListener({ render })
  for (const what of ['rendered', 'from memory']) {
    const answer = await get('/blog', { method: 'HEAD' })
    expect(answer.status, what).toBe(200)
    expect(answer.body, what).toHaveLength(0)
    expect(answer.headers['content-length'], what).toBe(String(Buffer.byteLength(html)))
  }
})

test('a page stops being fresh at its moment, and is rendered anew', async () => {
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

test('a page that falls due while it is rendered is not kept beyond that', async () => {
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
])('%s is rendered each time and kept nowhere', async (_, choices) => {
  const { get, rendered } = await testListener(choices)
  const first = await get('/search')
  await get('/search', { headers: { 'if-none-match': '*' } })
  expect(first.headers['cache-control']).toBe('private, no-store')
  expect(first.headers.etag).toBeUndefined()
  expect(rendered).toHaveLength(2)
})

test('what visitors do not share is rendered for each of them, also at once', async () => {
  let count = 0
  const { get } = await testListener({ isShared: false, render: async () => pageOf(`visitor ${++count}`) })
  const answers = await Promise.all([get('/me'), get('/me'), get('/me')])
  expect(answers.map((answer) => answer.text).sort()).toEqual(['visitor 1', 'visitor 2', 'visitor 3'])
})

test('a page that is not there keeps its status', async () => {
  const { get } = await testListener({ render: async () => pageOf('nothing', { status: 404, cacheable: false }) })
  expect((await get('/blog/nothing')).status).toBe(404)
})

test('a rendering that fails is one sentence, is not kept, and the next one counts', async () => {
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

test('only so many pages are kept: the longest unused goes first', async () => {
  const { get, rendered } = await testListener({ maxPages: 2 })
  for (const path of ['/a', '/b', '/a', '/c', '/a', '/b']) await get(path)
  expect(rendered).toEqual(['/a', '/b', '/c', '/b'])
})
