import { expect, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makeUser } from '../../../../test/factories.ts'
import { expectMaliciousBodiesRejected, expectSentence, maliciousTexts } from '../../../../test/malicious-input.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { deleteExpiredSignIns } from './sign-in-attempts.repo.ts'

const right = { username: 'nora', password: 'a long enough password' }

/** The session cookie as a browser sends it. */
function cookieOf(response: Response): string {
  return response.headers.getSetCookie()[0]!.split(';')[0]!
}

/** Signs in and returns the cookie. */
async function signIn(request: TestApp['request']): Promise<string> {
  const response = await request('/api/auth/login', { json: right })
  expect(response.status).toBe(200)
  return cookieOf(response)
}

test('POST /api/auth/login returns the user and starts a session', async () => {
  const { db, request } = await testApp()
  const id = await makeUser(db)
  const response = await request('/api/auth/login', { json: right })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ user: { id, username: 'nora', name: 'Nora Ellery' } })
  const cookie = cookieOf(response)
  const user = await request('/api/auth/user', { headers: { cookie } })
  expect(user.status).toBe(200)
  expect(await user.json()).toEqual({ id, username: 'nora', name: 'Nora Ellery' })
})

test('GET /api/auth/user returns 401 without a valid session', async () => {
  const { db, request } = await testApp()
  await makeUser(db)
  const cookies = [
    '',
    'session=',
    'session=wrong',
    `session=${'a'.repeat(4000)}`,
    "session=' or 1=1 --",
    'session=%00',
    '=;;=',
  ]
  for (const cookie of cookies) {
    const response = await request('/api/auth/user', { headers: { cookie } })
    expect(response.status, cookie).toBe(401)
    await expectSentence(response, cookie)
  }
  expect((await request('/api/auth/user')).status).toBe(401)
})

test('a wrong password and an unknown username get the same response', async () => {
  const { db, request } = await testApp()
  await makeUser(db)
  const before = await countRows(db)
  for (const wrong of [
    { ...right, password: 'not the password' },
    { ...right, username: 'nobody' },
  ]) {
    const response = await request('/api/auth/login', { json: wrong })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ message: 'Invalid username or password' })
    expect(response.headers.get('set-cookie')).toBeNull()
  }
  // Each attempt is counted by network and by username; both are one entry of the audit trail.
  expect(await countRows(db)).toEqual({ ...before, sign_in_attempts: 4, audit_log: 1 })
})

test('the username is case-insensitive, the password is not', async () => {
  const { db, request } = await testApp()
  await makeUser(db)
  expect((await request('/api/auth/login', { json: { ...right, username: 'NORA' } })).status).toBe(200)
  expect((await request('/api/auth/login', { json: { ...right, password: 'A LONG ENOUGH PASSWORD' } })).status).toBe(
    401,
  )
  expect((await request('/api/auth/login', { json: { ...right, password: `${right.password} ` } })).status).toBe(401)
})

test.each([
  [{ username: '', password: 'x' }, 'Username is required', 'username'],
  [{ username: 'nora', password: '' }, 'Password is required', 'password'],
  [{ password: 'x' }, 'Required', 'username'],
  [{ username: 'nora' }, 'Required', 'password'],
  [{ username: 5, password: 'x' }, 'Required', 'username'],
  [{ username: ['nora'], password: 'x' }, 'Required', 'username'],
  [{ username: 'nora', password: { $ne: '' } }, 'Required', 'password'],
  [{ username: 'a'.repeat(101), password: 'x' }, 'Please keep this under 100 characters', 'username'],
  [{ username: 'nora', password: 'a'.repeat(1001) }, 'Please keep this under 1000 characters', 'password'],
  [{ username: 'nora\0', password: 'x' }, 'Invalid input', 'username'],
])('a sign-in with %j is rejected: %s', async (json, message, path) => {
  const { request } = await testApp()
  const response = await request('/api/auth/login', { json })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ message, issues: [{ path, message }] })
})

test('malicious text neither signs in nor causes a fault', async () => {
  const { db, request, setNow } = await testApp()
  await makeUser(db)
  for (const [day, text] of maliciousTexts.entries()) {
    // Two days apart, so that the throttle does not apply.
    setNow(new Date(Date.UTC(2026, 3, 1 + 2 * day)).toISOString())
    for (const json of [
      { username: text, password: right.password },
      { username: 'nora', password: text },
    ]) {
      const response = await request('/api/auth/login', { json })
      expect([400, 401], JSON.stringify(json)).toContain(response.status)
      await expectSentence(response, text)
    }
  }
  expect((await countRows(db)).sessions).toBe(0)
})

test('invalid bodies are rejected', async () => {
  await expectMaliciousBodiesRejected(await testApp(), '/api/auth/login')
})

test('on a public site the cookie is Secure and bound to the host', async () => {
  const { db, request } = await testApp({ isPublic: true })
  await makeUser(db)
  const cookie = (await request('/api/auth/login', { json: right })).headers.getSetCookie()[0]!
  expect(cookie).toMatch(/^__Host-session=[\w-]{43}; /)
  expect(cookie.split('; ').slice(1).sort()).toEqual([
    'HttpOnly',
    'Max-Age=2592000',
    'Path=/',
    'SameSite=Lax',
    'Secure',
  ])
})

test('on a local site the cookie works without https', async () => {
  const { db, request } = await testApp()
  await makeUser(db)
  const cookie = (await request('/api/auth/login', { json: right })).headers.getSetCookie()[0]!
  expect(cookie).toMatch(/^session=[\w-]{43}; /)
  expect(cookie.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax'])
})

test('a cookie for scripts exists while a session does; anonymous visitors get none', async () => {
  const { db, request } = await testApp()
  await makeUser(db)
  const hints = (response: Response) => response.headers.getSetCookie().filter((line) => line.startsWith('signed-in='))
  const response = await request('/api/auth/login', { json: right })
  expect(hints(response)).toEqual(['signed-in=1; Max-Age=2592000; Path=/; SameSite=Lax'])
  const cookie = `${cookieOf(response)}; signed-in=1`
  expect(hints(await request('/api/auth/user', { headers: { cookie } }))).toEqual([])
  const out = await request('/api/auth/logout', { method: 'POST', headers: { cookie } })
  expect(hints(out)).toEqual([expect.stringMatching(/^signed-in=; Max-Age=0;/)])
  const after = await request('/api/auth/user', { headers: { cookie } })
  expect(after.status).toBe(401)
  expect(hints(after)).toEqual([expect.stringMatching(/^signed-in=; Max-Age=0;/)])
  expect((await request('/api/auth/user')).headers.getSetCookie()).toEqual([])
})

test('POST /api/auth/logout ends the session and deletes the cookie', async () => {
  const { db, request } = await testApp()
  await makeUser(db)
  const cookie = await signIn(request)
  const other = await signIn(request)
  const response = await request('/api/auth/logout', { method: 'POST', headers: { cookie } })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({})
  expect(response.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0;/)
  expect(response.headers.get('clear-site-data')).toBe('"cache"')
  expect((await request('/api/auth/user', { headers: { cookie } })).status).toBe(401)
  expect((await request('/api/auth/user', { headers: { cookie: other } })).status).toBe(200)
})

test('sign-out succeeds without a session', async () => {
  const { request } = await testApp()
  expect((await request('/api/auth/logout', { method: 'POST' })).status).toBe(200)
})

test('a session ends 90 days after its sign-in, however often it is used', async () => {
  const { db, request, setNow } = await testApp()
  await makeUser(db)
  const cookie = await signIn(request)
  const status = async (now: string) => {
    setNow(now)
    return (await request('/api/auth/user', { headers: { cookie } })).status
  }
  for (const day of ['2026-04-05', '2026-05-01', '2026-05-25']) expect(await status(`${day}T15:00:00.000Z`)).toBe(200)
  expect(await status('2026-06-08T14:59:59.999Z')).toBe(200)
  expect(await status('2026-06-08T15:00:00.000Z')).toBe(401)
})

test('a session expires 30 days after its last use', async () => {
  const { db, request, setNow } = await testApp()
  await makeUser(db)
  const cookie = await signIn(request)
  setNow('2026-04-09T14:59:59.999Z')
  const prolonged = await request('/api/auth/user', { headers: { cookie } })
  expect(prolonged.status).toBe(200)
  expect(prolonged.headers.getSetCookie()[0]).toMatch(/^session=[\w-]{43}; Max-Age=2592000;/)
  setNow('2026-05-09T14:59:59.998Z')
  expect((await request('/api/auth/user', { headers: { cookie } })).status).toBe(200)
  setNow('2026-06-08T14:59:59.998Z')
  expect((await request('/api/auth/user', { headers: { cookie } })).status).toBe(401)
  await deleteExpiredSignIns(db, new Date('2026-06-08T14:59:59.998Z'))
  expect((await countRows(db)).sessions).toBe(0)
})

test('each sign-in creates a new session, regardless of the cookies in the request', async () => {
  const { db, request } = await testApp()
  await makeUser(db)
  const planted = `session=${'A'.repeat(43)}`
  const response = await request('/api/auth/login', { json: right, headers: { cookie: planted } })
  expect(response.headers.get('set-cookie')).not.toContain('A'.repeat(43))
  expect((await request('/api/auth/user', { headers: { cookie: planted } })).status).toBe(401)
})

test('the database stores neither passwords nor tokens in clear text', async () => {
  const { db, request } = await testApp()
  await makeUser(db)
  const token = (await signIn(request)).split('=')[1]!
  const rows = JSON.stringify([
    await db.selectFrom('users').selectAll().execute(),
    await db.selectFrom('sessions').selectAll().execute(),
  ])
  expect(rows).not.toContain(token)
  expect(rows).not.toContain(right.password)
  expect(rows).toContain('$argon2id$')
})

test('deleting a user ends their sessions', async () => {
  const { db, request } = await testApp()
  await makeUser(db)
  const cookie = await signIn(request)
  await db.deleteFrom('users').execute()
  expect((await request('/api/auth/user', { headers: { cookie } })).status).toBe(401)
})
