import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Answer, testListener } from '../../../../test/test-listener.ts'
import { createBuckets } from './buckets.ts'
import { createGate } from './gate.ts'
import { hardenServer, serverOptions } from './harden-server.ts'
import { type Load, type LoadLevel, watchLoad } from './load.ts'

const loadOf = (level: LoadLevel): Load => ({ level: () => level, enter() {}, leave() {}, close() {} })
const gateAt = (level: LoadLevel, trustedProxies = 0) =>
  createGate({ trustedProxies, load: loadOf(level), buckets: createBuckets() })

test('an address of more than 4,096 characters is refused with 414, a page from memory is not', async () => {
  const { get, rendered } = await testListener({ gate: gateAt('calm') })
  expect((await get(`/blog?x=${'a'.repeat(4000)}`)).status).toBe(200)
  for (const address of [`/blog?x=${'a'.repeat(4096)}`, `/${'a'.repeat(4096)}`, `/api/search?q=${'a'.repeat(4096)}`]) {
    const answer = await get(address)
    expect(answer.status).toBe(414)
    expect(answer.text).toContain('This address is too long')
  }
  expect(rendered).toHaveLength(1)
})

test('who searches without a pause is asked to wait, on the page as in the API; reading is never limited', async () => {
  const { get } = await testListener({ gate: gateAt('calm', 1), isShared: false })
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  for (let i = 0; i < 60; i++)
    expect((await get(i % 2 ? '/search?q=cream' : '/api/search?q=cream', { headers })).status).toBe(200)
  for (const address of ['/search?q=cream', '/api/search?q=cream']) {
    const refused = await get(address, { headers })
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('1')
    expect(refused.text).toContain('That was a little fast.')
  }
  expect((await get('/search?q=cream', { headers: { 'x-forwarded-for': '203.0.113.8' } })).status).toBe(200)
  for (let i = 0; i < 100; i++) expect((await get(`/blog?page=${i}`, { headers })).status).toBe(200)
})

const ask = async (level: LoadLevel): Promise<(address: string, options?: object) => Promise<Answer>> => {
  let now: LoadLevel = 'calm'
  const { get } = await testListener({
    gate: createGate({ trustedProxies: 0, load: { ...loadOf('calm'), level: () => now }, buckets: createBuckets() }),
  })
  await get('/blog')
  await get('/api/posts')
  now = level
  return get
}

test.each<[LoadLevel, string, { method?: string; headers?: Record<string, string> }, number]>([
  ['busy', '/search?q=cream', {}, 503],
  ['busy', '/api/search?q=cream', {}, 503],
  ['busy', '/share/a.png', {}, 503],
  ['busy', '/blog/not-kept', {}, 200],
  ['busy', '/contact', { method: 'POST' }, 200],
  ['drowning', '/blog/not-kept', {}, 503],
  ['drowning', '/api/contacts', { method: 'POST' }, 503],
  ['drowning', '/blog', {}, 200],
  ['drowning', '/blog?utm_source=x', {}, 503],
  ['drowning', '/api/posts', {}, 200],
  ['drowning', '/healthz', {}, 200],
  ['drowning', '/readyz', {}, 200],
  ['drowning', '/metrics', {}, 200],
  ['drowning', '/api/posts/7', { method: 'PUT', headers: { cookie: 'a=b; __Host-session=x' } }, 200],
  ['drowning', '/api/posts/7', { method: 'PUT', headers: { cookie: 'known-browser=x' } }, 503],
])('%s: %s %j is answered with %i', async (level, address, options, status) => {
  const answer = await (await ask(level))(address, options)
  expect(answer.status).toBe(status)
  if (status !== 503) return
  expect(answer.headers['retry-after']).toBe('5')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.text).toContain('The site is very busy.')
})

test('only lateness that lasts is load; requests in flight count at once', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let late = 0
  const load = watchLoad(() => late)
  const afterASecond = (milliseconds: number) => {
    late = milliseconds
    vi.advanceTimersByTime(1000)
    return load.level()
  }
  expect([3000, 0, 700, 800, 1600, 2000, 100, 0].map(afterASecond)).toEqual([
    'calm',
    'calm',
    'calm',
    'busy',
    'busy',
    'drowning',
    'calm',
    'calm',
  ])
  for (let i = 0; i < 301; i++) load.enter()
  expect(load.level()).toBe('busy')
  for (let i = 0; i < 1700; i++) load.enter()
  expect(load.level()).toBe('drowning')
  for (let i = 0; i < 2001; i++) load.leave()
  expect(load.level()).toBe('calm')
  load.close()
})

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** What a raw connection hears until it is closed. */
function hear(port: number, text: string, onData: (socket: Socket) => void = () => {}): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => text && socket.write(text))
    socket.on('data', (chunk) => {
      heard += chunk
      onData(socket)
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(heard))
  })
}

test('half-open connections and headers that come drop by drop are cut', async () => {
  const options = { ...serverOptions, headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 }
  const port = await listening(hardenServer(createServer(options, (_, response) => void response.end('yes'))))
  const answers = await Promise.all([
    hear(port, ''),
    hear(port, 'GET / HTTP/1.1\r\nHost: a\r\n'),
    hear(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf'),
  ])
  expect(answers[0]).toMatch(/^(?:$|HTTP\/1\.1 408)/)
  expect(answers[1]).toMatch(/^HTTP\/1\.1 408/)
  expect(answers[2]).toMatch(/^HTTP\/1\.1 200/)
})

test('too large headers and none of a host are refused', async () => {
  const port = await listening(hardenServer(createServer(serverOptions, (_, response) => void response.end('yes'))))
  expect(await hear(port, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431/)
  expect(await hear(port, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/)
})

test('a reader who takes nothing is cut, one who takes slowly is not', async () => {
  const body = Buffer.alloc(20_000_000, 'a')
  const server = hardenServer(
    createServer(serverOptions, (_, response) => void response.end(body)),
    { readerPause: 400 },
  )
  const port = await listening(server)
  const request = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  const begun = performance.now()
  const asleep = connect(port, '127.0.0.1', () => asleep.write(request))
  asleep.on('error', () => {})
  asleep.pause()
  const [connection] = (await once(server, 'connection')) as [Socket]
  const slow = hear(port, request, (socket) => {
    socket.pause()
    setTimeout(() => socket.resume(), 3)
  })
  await once(connection, 'close')
  expect(performance.now() - begun).toBeGreaterThan(350)
  asleep.destroy()
  expect((await slow).length).toBeGreaterThan(body.length)
})

test('an answer that takes longer than the pause is waited for', async () => {
  const server = hardenServer(
    createServer(serverOptions, (_, response) => void setTimeout(() => response.end('at last'), 600)),
    { readerPause: 200 },
  )
  const port = await listening(server)
  expect(await hear(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toContain('at last')
})
