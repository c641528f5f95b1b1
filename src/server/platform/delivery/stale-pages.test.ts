import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import { pageOf, testListener } from '../../../../test/test-listener.ts'
import { faultOf } from '../health/faults.ts'

const start = new Date('2026-03-10T15:00:00.000Z')
const fault = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' })
const soft = { tag: 'posts', isSoft: true }
const hard = { tag: 'posts', isSoft: false }

afterEach(() => {
  vi.useRealTimers()
})

/** A listener whose rendering can be made to fail. */
async function failing() {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  const state: { error: Error | undefined; body: string } = { error: undefined, body: '<p>First</p>' }
  const listener = await testListener({
    reportError: faultOf,
    render: async (url) => {
      if (state.error) throw state.error
      const isMissing = state.body === ''
      return pageOf(isMissing ? 'Missing' : state.body + url.pathname, {
        tags: ['posts'],
        ...(isMissing ? { status: 404, cacheable: false } : {}),
      })
    },
  })
  return { ...listener, state }
}

const marked = (headers: Record<string, unknown>) => headers['cache-status'] === 'dewlight; hit; detail=stale'

test('a page purged softly is served stale while rendering fails, with its age, for an hour at most', async () => {
  const { get, pages, state } = await failing()
  await get('/blog')
  vi.setSystemTime(start.getTime() + 60_000)
  pages.purge(soft)
  state.error = fault
  vi.setSystemTime(start.getTime() + 90_000)
  for (const encoding of ['identity', 'gzip', 'br']) {
    const response = await get('/blog', { headers: { 'accept-encoding': encoding } })
    expect(response.status).toBe(200)
    expect(response.headers).toMatchObject({ age: '90', 'cache-control': 'no-store', 'cdn-cache-control': 'no-store' })
    expect(marked(response.headers)).toBe(true)
  }
  // Another purge does not make it younger.
  vi.setSystemTime(start.getTime() + 50 * 60_000)
  pages.purge(soft)
  vi.setSystemTime(start.getTime() + 60_000 + 3_599_000)
  expect((await get('/blog')).status).toBe(200)
  vi.setSystemTime(start.getTime() + 60_000 + 3_600_000)
  expect((await get('/blog')).status).toBe(503)
  expect(pages.size().bytes).toBe(0)
})

test.each(['/', '/[', '/a b', '/%2F%2F'])('the address %s gets the page of an outage, too', async (address) => {
  const render = () => Promise.reject(fault)
  const { port } = await testListener({ reportError: faultOf, isShared: false, render })
  const socket = connect(port, '127.0.0.1')
  socket.end(`GET ${address.replace(' ', '%20')} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 503 /)
})

test('an expired page is served stale, too, and a fresh one as ever', async () => {
  const { get, state } = await failing()
  await get('/blog')
  state.error = fault
  vi.setSystemTime(start.getTime() + 10 * 60_000 - 1)
  const fresh = await get('/blog')
  expect(fresh.headers['cache-status']).toBeUndefined()
  expect(fresh.headers.warning).toBeUndefined()
  vi.setSystemTime(start.getTime() + 10 * 60_000)
  expect(marked((await get('/blog')).headers)).toBe(true)
})

test.each([
  ['after a hard purge', (pages: Awaited<ReturnType<typeof failing>>['pages']) => pages.purge(hard)],
  [
    'after a soft and a hard one',
    (pages: Awaited<ReturnType<typeof failing>>['pages']) => {
      pages.purge(soft)
      pages.purge(hard)
    },
  ],
  [
    'after a purge of everything',
    (pages: Awaited<ReturnType<typeof failing>>['pages']) => pages.purge({ tag: '', isSoft: false }),
  ],
])('%s nothing is served', async (_, purge) => {
  const { get, pages, state } = await failing()
  await get('/blog')
  purge(pages)
  state.error = fault
  expect((await get('/blog')).status).toBe(503)
})

test('what is missing by now does not reappear', async () => {
  const { get, pages, state } = await failing()
  await get('/blog')
  pages.purge(soft)
  state.body = ''
  expect((await get('/blog')).status).toBe(404)
  state.error = fault
  expect((await get('/blog')).status).toBe(503)
})

test('an error of the program is 500, whatever is kept', async () => {
  const { get, pages, state } = await failing()
  await get('/blog')
  pages.purge(soft)
  state.error = new Error('a mistake')
  expect((await get('/blog')).status).toBe(500)
})

test('while bypassed every page is rendered, and the last rendering is what a failure shows', async () => {
  const { get, pages, state, rendered } = await failing()
  await get('/blog')
  pages.bypass(true)
  state.body = '<p>Second</p>'
  expect((await get('/blog')).text).toBe('<p>Second</p>/blog')
  expect((await get('/blog')).text).toBe('<p>Second</p>/blog')
  expect(rendered).toHaveLength(3)
  expect(pages.size().pages).toBe(0)
  state.error = fault
  const stale = await get('/blog')
  expect(marked(stale.headers)).toBe(true)
  expect(stale.text).toBe('<p>Second</p>/blog')
  state.error = undefined
  pages.purge({ tag: '', isSoft: false })
  pages.bypass(false)
  await get('/blog')
  await get('/blog')
  expect(rendered.length - 4).toBe(1)
})

test('stale pages are within the size of the cache', async () => {
  const { get, pages } = await failing()
  for (let i = 0; i < 400; i++) await get(`/blog/${i}`)
  const { bytes } = pages.size()
  pages.purge(soft)
  expect(pages.size()).toEqual({ pages: 0, bytes })
  for (let i = 400; i < 800; i++) await get(`/blog/${i}`)
  expect(pages.size().bytes).toBeLessThanOrEqual(1_000_000)
})

test('a 503 of the application gives way to the stale response', async () => {
  let isFailing = false
  const { get, pages } = await testListener({
    reportError: faultOf,
    fetchApp: async () => (isFailing ? Response.json({ message: 'Away' }, { status: 503 }) : Response.json([1])),
  })
  expect((await get('/api/products')).text).toBe('[1]')
  pages.purge({ tag: 'products', isSoft: true })
  isFailing = true
  const stale = await get('/api/products')
  expect([stale.status, stale.text, marked(stale.headers)]).toEqual([200, '[1]', true])
  pages.purge({ tag: 'products', isSoft: false })
  expect((await get('/api/products')).status).toBe(503)
})
