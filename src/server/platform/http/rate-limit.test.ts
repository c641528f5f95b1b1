import { afterEach, expect, test, vi } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { type RequestOptions, type TestApp, testApp } from '../../../../test/test-app.ts'

const message = { name: 'Ann Lee', email: 'ann@example.com', subject: 'Hello', message: 'I like your articles.' }
const send = (request: TestApp['request'], options: RequestOptions) =>
  request('/api/contacts', { json: message, ...options })

/** Consumes the burst of one address. */
async function sendFive(request: TestApp['request'], from: string): Promise<void> {
  for (let i = 0; i < 5; i++) expect((await send(request, { from })).status).toBe(201)
}

afterEach(() => {
  vi.useRealTimers()
})

test('a client over the limit gets 429 with Retry-After', async () => {
  const { db, request } = await testApp()
  await sendFive(request, '10.0.0.1')
  const response = await send(request, { from: '10.0.0.1' })
  expect(response.status).toBe(429)
  expect(await response.json()).toEqual({ message: 'That was a little fast. Please try again in a moment.' })
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect((await countRows(db)).contacts).toBe(5)
})

test('another client is not limited', async () => {
  const { request } = await testApp()
  await sendFive(request, '10.0.0.1')
  expect((await send(request, { from: '10.0.0.2' })).status).toBe(201)
})

test('after Retry-After the client is served again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { request } = await testApp()
  await sendFive(request, '10.0.0.1')
  const refused = await send(request, { from: '10.0.0.1' })
  expect(refused.headers.get('retry-after')).toBe('60')
  vi.advanceTimersByTime(59_000)
  expect((await send(request, { from: '10.0.0.1' })).status).toBe(429)
  vi.advanceTimersByTime(60_000)
  expect((await send(request, { from: '10.0.0.1' })).status).toBe(201)
})

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:aaaa:bbbb:cccc:dddd', 429],
  ['2001:db8:1:2::1', '2001:db8:1:2::2', 429],
  ['2001:db8::1', '2001:db8::2', 429],
  ['2001:db8::1:2:3:4', '2001:db8::5:6:7:8', 429],
  ['2001:db8:1::5', '2001:db8:1:0:6::7', 429],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', 201],
  ['2001:db8::1', '2001:db8:0:1::1', 201],
  ['::ffff:10.0.0.1', '::ffff:10.0.0.2', 201],
])('an IPv6 client owns a /64: after %s, %s gets %i', async (first, second, status) => {
  const { request } = await testApp()
  await sendFive(request, first)
  expect((await send(request, { from: second })).status).toBe(status)
})

test('password guesses are rate-limited, also when each fails in a different way', async () => {
  const { request } = await testApp()
  const guess = (password: string) =>
    request('/api/auth/login', { json: { username: 'nora', password }, from: '10.0.0.1' })
  for (let i = 0; i < 10; i++) expect([400, 401]).toContain((await guess(i % 2 ? '' : `guess ${i}`)).status)
  expect((await guess('one more')).status).toBe(429)
})

test('rejected bodies count as well', async () => {
  const { request } = await testApp()
  for (let i = 0; i < 5; i++)
    expect((await request('/api/contacts', { json: null, from: '10.0.0.1' })).status).toBe(400)
  expect((await request('/api/contacts', { json: null, from: '10.0.0.1' })).status).toBe(429)
})

test('behind a proxy clients are identified by X-Forwarded-For', async () => {
  const { request } = await testApp({ trustedProxies: 1 })
  const from = '10.0.0.1'
  const by = (forwarded: string) => ({ from, headers: { 'x-forwarded-for': forwarded } })
  for (let i = 0; i < 5; i++) expect((await send(request, by('203.0.113.7'))).status).toBe(201)
  expect((await send(request, by('203.0.113.7'))).status).toBe(429)
  expect((await send(request, by('203.0.113.8'))).status).toBe(201)
})

test('a forged X-Forwarded-For has no effect', async () => {
  const { request } = await testApp({ trustedProxies: 1 })
  for (let i = 0; i < 5; i++) {
    const headers = { 'x-forwarded-for': `198.51.100.${i}, 203.0.113.7` }
    expect((await send(request, { from: '10.0.0.1', headers })).status).toBe(201)
  }
  const headers = { 'x-forwarded-for': '198.51.100.99, 203.0.113.7' }
  expect((await send(request, { from: '10.0.0.1', headers })).status).toBe(429)

  const direct = await testApp()
  await sendFive(direct.request, '10.0.0.1')
  const forged = { from: '10.0.0.1', headers: { 'x-forwarded-for': '203.0.113.9' } }
  expect((await send(direct.request, forged)).status).toBe(429)
})
