import { expect, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makeCategory, makePost, makeProduct, makeUser } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'

const account = { username: 'nora', password: 'a long enough password' }

async function signIn({ request }: TestApp, headers: Record<string, string> = {}): Promise<string> {
  const response = await request('/api/auth/login', { json: account, headers })
  expect(response.status).toBe(200)
  return response.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('session='))!
    .split(';')[0]!
}

const whoIs = async ({ request }: TestApp, cookie: string) =>
  (await request('/api/auth/user', { headers: { cookie } })).status

test('a planted session token is not valid after sign-in (session fixation)', async () => {
  const app = await testApp()
  await makeUser(app.db)
  const planted = `session=${'B'.repeat(43)}`
  const own = await signIn(app, { cookie: planted })
  expect(own).not.toBe(planted)
  expect(await whoIs(app, own)).toBe(200)
  expect(await whoIs(app, planted)).toBe(401)
  // Nor as a second cookie of the same name, set by a sibling site.
  expect(await whoIs(app, `${planted}; ${planted}`)).toBe(401)
})

test('repeated sign-ins yield distinct random tokens', async () => {
  const app = await testApp()
  await makeUser(app.db)
  const tokens = new Set<string>()
  let cookie = ''
  for (let i = 0; i < 4; i++) {
    cookie = await signIn(app, { cookie })
    tokens.add(cookie)
    expect(cookie).toMatch(/^session=[\w-]{43}$/)
  }
  expect(tokens.size).toBe(4)
})

test('the token of an ended session is rejected for every method', async () => {
  const app = await testApp()
  await makeUser(app.db)
  const cookie = await signIn(app)
  await app.request('/api/auth/logout', { method: 'POST', headers: { cookie } })
  for (const [method, path] of [
    ['GET', '/api/contacts'],
    ['POST', '/api/posts'],
    ['DELETE', '/api/posts/1'],
  ] as const)
    expect((await app.request(path, { method, headers: { cookie } })).status, path).toBe(401)
})

test('GET requests change nothing, so cross-site links and images are safe', async () => {
  const app = await testApp()
  const category = await makeCategory(app.db)
  await makePost(app.db, { category_id: category })
  await makeProduct(app.db)
  await app.asOwner('/api/auth/user')
  const before = await countRows(app.db)
  const reads = new Set(app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path))
  expect(reads.size).toBeGreaterThan(30)
  for (const pattern of reads) {
    const path = pattern.replace(/:\w+(\{[^/]*\})?/g, '1')
    const response = await app.asOwner(path, { headers: { 'sec-fetch-site': 'cross-site' } })
    await response.arrayBuffer()
    expect(response.status, path).toBeLessThan(500)
  }
  // The audit trail has an entry for what was downloaded.
  expect(await countRows(app.db)).toEqual({ ...before, audit_log: expect.any(Number) })
  expect(app.changes()).toBe(0)
})

test.each([
  { origin: 'null' },
  { origin: 'https://localhost:3000.evil.example', host: 'localhost:3000' },
  { origin: 'http://evil.example', host: 'localhost:3000' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000', host: 'localhost:3000' },
])('a cross-site form with the owner’s cookie (%j) changes nothing', async (headers) => {
  const app = await testApp()
  await app.asOwner('/api/auth/user')
  const before = await countRows(app.db)
  for (const path of ['/contact', '/newsletter', '/login', '/api/posts', '/api/auth/logout', '/api/settings']) {
    const method = path === '/api/settings' ? 'PUT' : 'POST'
    const response = await app.asOwner(path, { method, headers: { ...(headers as Record<string, string>) } })
    expect(response.status, path).toBe(403)
  }
  expect(await countRows(app.db)).toEqual(before)
})
