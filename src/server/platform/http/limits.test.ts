import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type TestResponse, testListener } from '../../../../test/test-listener.ts'
import { createAdmission } from './admission.ts'
import { monitorPressure, type Pressure, type PressureLevel } from './pressure.ts'
import { applyServerLimits, serverOptions } from './server-limits.ts'
import { createTokenBuckets } from './token-bucket.ts'

const pressureOf = (level: PressureLevel): Pressure => ({ level: () => level, enter() {}, leave() {}, close() {} })
const admissionAt = (level: PressureLevel, trustedProxies = 0) =>
  createAdmission({ trustedProxies, pressure: pressureOf(level), buckets: createTokenBuckets() })

test('an address of more than 4,096 characters is rejected with 414, a cached page is not', async () => {
  const { get, rendered } = await testListener({ admission: admissionAt('normal') })
  expect((await get(`/blog?x=${'a'.repeat(4000)}`)).status).toBe(200)
  for (const address of [`/blog?x=${'a'.repeat(4096)}`, `/${'a'.repeat(4096)}`, `/api/search?q=${'a'.repeat(4096)}`]) {
    const result = await get(address)
    expect(result.status).toBe(414)
    expect(result.text).toContain('This address is too long')
  }
  expect(rendered).toHaveLength(1)
})

test('searches are rate-limited, on the page as in the API; other reads are not', async () => {
  const { get } = await testListener({ admission: admissionAt('normal', 1), isShared: false })
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

test('a site that trusts no proxy says once that one is in front of it', async () => {
  const onUntrustedProxy = vi.fn()
  const options = { pressure: pressureOf('normal'), buckets: createTokenBuckets(), onUntrustedProxy }
  const site = await testListener({ admission: createAdmission({ ...options, trustedProxies: 0 }) })
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  await site.get('/blog')
  expect(onUntrustedProxy).not.toHaveBeenCalled()
  for (const page of [1, 2]) await site.get(`/blog?page=${page}`, { headers })
  expect(onUntrustedProxy).toHaveBeenCalledTimes(1)
  const trusting = await testListener({ admission: createAdmission({ ...options, trustedProxies: 1 }) })
  await trusting.get('/blog', { headers })
  expect(onUntrustedProxy).toHaveBeenCalledTimes(1)
})

const requestAt = async (
  level: PressureLevel,
): Promise<(address: string, options?: object) => Promise<TestResponse>> => {
  let now: PressureLevel = 'normal'
  const { get } = await testListener({
    admission: createAdmission({
      trustedProxies: 0,
      pressure: { ...pressureOf('normal'), level: () => now },
      buckets: createTokenBuckets(),
    }),
  })
  await get('/blog')
  await get('/api/posts')
  now = level
  return get
}

test.each<[PressureLevel, string, { method?: string; headers?: Record<string, string> }, number]>([
  ['degraded', '/search?q=cream', {}, 503],
  ['degraded', '/api/search?q=cream', {}, 503],
  ['degraded', '/share/a.png', {}, 503],
  ['degraded', '/blog/not-kept', {}, 200],
  ['degraded', '/contact', { method: 'POST' }, 200],
  ['shedding', '/blog/not-kept', {}, 503],
  ['shedding', '/api/contacts', { method: 'POST' }, 503],
  ['shedding', '/blog', {}, 200],
  ['shedding', '/blog?utm_source=x', {}, 503],
  ['shedding', '/api/posts', {}, 200],
  ['shedding', '/healthz', {}, 200],
  ['shedding', '/readyz', {}, 200],
  ['shedding', '/metrics', {}, 200],
  ['shedding', '/api/posts/7', { method: 'PUT', headers: { cookie: 'a=b; __Host-session=x' } }, 200],
  ['shedding', '/api/posts/7', { method: 'PUT', headers: { cookie: 'known-browser=x' } }, 503],
])('%s: %s %j gets %i', async (level, address, options, status) => {
  const result = await (await requestAt(level))(address, options)
  expect(result.status).toBe(status)
  if (status !== 503) return
  expect(result.headers['retry-after']).toBe('5')
  expect(result.headers['cache-control']).toBe('no-store')
  expect(result.text).toContain('The site is very busy.')
})

test('only a lasting event loop delay counts as overload; requests in flight count at once', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let late = 0
  const pressure = monitorPressure(() => late)
  const afterASecond = (milliseconds: number) => {
    late = milliseconds
    vi.advanceTimersByTime(1000)
    return pressure.level()
  }
  expect([3000, 0, 700, 800, 1600, 2000, 100, 0].map(afterASecond)).toEqual([
    'normal',
    'normal',
    'normal',
    'degraded',
    'degraded',
    'shedding',
    'normal',
    'normal',
  ])
  for (let i = 0; i < 301; i++) pressure.enter()
  expect(pressure.level()).toBe('degraded')
  for (let i = 0; i < 1700; i++) pressure.enter()
  expect(pressure.level()).toBe('shedding')
  for (let i = 0; i < 2001; i++) pressure.leave()
  expect(pressure.level()).toBe('normal')
  pressure.close()
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

/** Everything that a raw connection receives until it is closed. */
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

test('half-open connections and slow headers time out', async () => {
  const options = { ...serverOptions, headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 }
  const port = await listening(applyServerLimits(createServer(options, (_, response) => void response.end('yes'))))
  const answers = await Promise.all([
    hear(port, ''),
    hear(port, 'GET / HTTP/1.1\r\nHost: a\r\n'),
    hear(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf'),
  ])
  expect(answers[0]).toMatch(/^(?:$|HTTP\/1\.1 408)/)
  expect(answers[1]).toMatch(/^HTTP\/1\.1 408/)
  expect(answers[2]).toMatch(/^HTTP\/1\.1 200/)
})

test('oversized headers and a missing Host header are rejected', async () => {
  const port = await listening(
    applyServerLimits(createServer(serverOptions, (_, response) => void response.end('yes'))),
  )
  expect(await hear(port, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431/)
  expect(await hear(port, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/)
})

test('a stalled client is disconnected, a slow one is not', async () => {
  const body = Buffer.alloc(20_000_000, 'a')
  const server = applyServerLimits(
    createServer(serverOptions, (_, response) => void response.end(body)),
    { readerPause: 400 },
  )
  const port = await listening(server)
  const request = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  const startedAt = performance.now()
  const asleep = connect(port, '127.0.0.1', () => asleep.write(request))
  asleep.on('error', () => {})
  asleep.pause()
  const [connection] = (await once(server, 'connection')) as [Socket]
  const slow = hear(port, request, (socket) => {
    socket.pause()
    setTimeout(() => socket.resume(), 3)
  })
  await once(connection, 'close')
  expect(performance.now() - startedAt).toBeGreaterThan(350)
  asleep.destroy()
  expect((await slow).length).toBeGreaterThan(body.length)
})

test('a response that takes longer than the stall timeout is not cut', async () => {
  const server = applyServerLimits(
    createServer(serverOptions, (_, response) => void setTimeout(() => response.end('at last'), 600)),
    { readerPause: 200 },
  )
  const port = await listening(server)
  expect(await hear(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toContain('at last')
})
