import { expect, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makeReader } from '../../../../test/newsletters.ts'
import { testApp } from '../../../../test/test-app.ts'

const host = 'localhost:3000'

test.each([
  ['a program that says nothing', {}, 201],
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000', host }, 201],
  ['the address bar', { 'sec-fetch-site': 'none' }, 201],
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a sister of our host', { 'sec-fetch-site': 'same-site' }, 403],
  ['a browser that says something new', { 'sec-fetch-site': 'moon' }, 403],
  ['an older browser on our page', { origin: 'http://localhost:3000', host }, 201],
  ['an older browser on another site', { origin: 'https://evil.example', host }, 403],
  ['an older browser on another port', { origin: 'http://localhost:4000', host }, 403],
  ['a page without an origin', { origin: 'null', host }, 403],
  ['an origin that is none', { origin: 'localhost:3000', host }, 403],
  [
    'a foreign page that pretends in Origin alone',
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000', host },
    403,
  ],
])('a write from %s gets its status %#', async (_, headers, status) => {
  const { db, request } = await testApp()
  const response = await request('/api/subscribers', { json: { email: 'ann@example.com' }, headers })
  expect(response.status).toBe(status)
  if (status === 403) expect(await response.json()).toEqual({ message: 'This request came from another site' })
  expect((await countRows(db)).subscribers).toBe(status === 201 ? 1 : 0)
})

test('every write is guarded, and no read is', async () => {
  const { request } = await testApp()
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  for (const path of [
    '/api/contacts',
    '/api/analytics/click',
    '/api/auth/login',
    '/api/auth/logout',
    '/contact',
    '/newsletter',
    '/login',
    '/nowhere',
  ])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect((await request(path, { method, headers })).status, `${method} ${path}`).toBe(403)
  for (const path of ['/api/posts', '/feed.xml', '/healthz'])
    expect((await request(path, { headers })).status, path).toBe(200)
})

test.each<Record<string, string>>([
  { 'sec-fetch-site': 'cross-site', origin: 'https://webmail.example' },
  { origin: 'https://webmail.example', host },
  { 'sec-fetch-site': 'cross-site', origin: 'null' },
])('a webmail may unsubscribe with one click from the browser, and nothing else %#', async (foreign) => {
  const { db, request } = await testApp()
  await makeReader({ db, request }, 'ann@example.com')
  const { unsubscribe_token: token } = await db.selectFrom('subscribers').selectAll().executeTakeFirstOrThrow()
  const headers = { ...foreign, 'content-type': 'application/x-www-form-urlencoded' }
  const post = async (path: string, fields: Record<string, string>, method = 'POST') =>
    (await request(path, { method, headers, body: String(new URLSearchParams(fields)) })).status
  const isActive = async () =>
    Boolean((await db.selectFrom('subscribers').selectAll().executeTakeFirstOrThrow()).is_active)
  for (const [path, fields, method] of [
    ['/newsletter/unsubscribe', { token }],
    [`/newsletter/unsubscribe?token=${token}`, {}, 'DELETE'],
    [`/newsletter/unsubscribe/?token=${token}`, {}],
    [`/newsletter/frequency?token=${token}`, { token, frequency: 'digest' }],
    [`/newsletter/come-back?token=${token}`, { token }],
    [`/newsletter/confirm?token=${token}`, { token }],
  ] as const)
    expect(await post(path, fields, method), path).toBe(403)
  expect(await isActive()).toBe(true)
  expect(await post(`/newsletter/unsubscribe?token=${token}`, { 'List-Unsubscribe': 'One-Click' })).toBe(200)
  expect(await isActive()).toBe(false)
})
