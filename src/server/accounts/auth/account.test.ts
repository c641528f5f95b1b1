import { expect, test } from 'vitest'
import { makeBrowser, ownersWords } from '../../../../test/browser.ts'
import { makeUser } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'

const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36'
const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15'

/** A site whose owner has sessions on a phone and on a Mac. */
async function twoDevices() {
  const app = await testApp()
  await makeUser(app.db)
  const phone = makeBrowser(app, { headers: { 'user-agent': android } })
  const laptop = makeBrowser(app, { headers: { 'user-agent': mac } })
  await phone.signIn()
  app.setNow('2026-03-10T16:00:00.000Z')
  await laptop.signIn()
  return { ...app, phone, laptop }
}

type Session = { id: number; device: string; createdAt: string; lastSeenAt: string; isCurrent: boolean }
const sessionsOf = async (browser: { request: (path: string) => Promise<Response> }) =>
  (await (await browser.request('/api/auth/sessions')).json()) as Session[]

test('the owner sees all sessions of the account, and which one is the current one', async () => {
  const { phone, laptop } = await twoDevices()
  expect(await sessionsOf(laptop)).toMatchObject([
    { device: 'Safari on Mac', createdAt: '2026-03-10T16:00:00.000Z', isCurrent: true },
    { device: 'Chrome on Android', createdAt: '2026-03-10T15:00:00.000Z', isCurrent: false },
  ])
  const onPhone = (await sessionsOf(phone)).filter(({ isCurrent }) => isCurrent)
  expect(onPhone.map(({ device }) => device)).toEqual(['Chrome on Android'])
})

test('the last use of a session is written every few minutes, not with each request', async () => {
  const { phone, setNow } = await twoDevices()
  const seen = async () => (await sessionsOf(phone)).find(({ isCurrent }) => isCurrent)!.lastSeenAt
  expect(await seen()).toBe('2026-03-10T16:00:00.000Z')
  setNow('2026-03-10T16:04:59.000Z')
  expect(await seen()).toBe('2026-03-10T16:00:00.000Z')
  setNow('2026-03-10T16:05:00.000Z')
  expect(await seen()).toBe('2026-03-10T16:05:00.000Z')
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0 Safari/537.36 Edg/153.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/153.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  ['curl/8.5.0', 'curl'],
  ['', 'Unknown device'],
  ['<script>alert(1)</script>', 'Unknown device'],
])('the user agent %j is shown as %j', async (userAgent, device) => {
  const app = await testApp()
  await makeUser(app.db)
  const browser = makeBrowser(app, { headers: { 'user-agent': userAgent } })
  await browser.signIn()
  expect((await sessionsOf(browser))[0]!.device).toBe(device)
})

test('a session can be ended from another device', async () => {
  const { phone, laptop } = await twoDevices()
  const { id } = (await sessionsOf(laptop)).find(({ isCurrent }) => !isCurrent)!
  expect((await laptop.request(`/api/auth/sessions/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await phone.request('/api/auth/user')).status).toBe(401)
  expect((await laptop.request('/api/auth/user')).status).toBe(200)
  const again = await laptop.request(`/api/auth/sessions/${id}`, { method: 'DELETE' })
  expect(again.status).toBe(404)
  expect(await again.json()).toEqual({ message: 'Session not found' })
})

test('the session of another account is not found', async () => {
  const { db, phone, laptop } = await twoDevices()
  const { id } = (await sessionsOf(laptop)).find(({ isCurrent }) => !isCurrent)!
  const other = await makeUser(db, { username: 'ida' })
  await db.updateTable('sessions').set({ user_id: other }).where('id', '=', id).execute()
  expect((await laptop.request(`/api/auth/sessions/${id}`, { method: 'DELETE' })).status).toBe(404)
  expect((await phone.request('/api/auth/user')).status).toBe(200)
})

test('all other sessions can be ended at once', async () => {
  const { phone, laptop } = await twoDevices()
  expect((await laptop.request('/api/auth/sessions', { method: 'DELETE' })).status).toBe(200)
  expect((await phone.request('/api/auth/user')).status).toBe(401)
  expect(await sessionsOf(laptop)).toHaveLength(1)
})

test('signing in again ends the previous session of the browser', async () => {
  const { laptop } = await twoDevices()
  const before = laptop.cookies.get('session')
  await laptop.signIn()
  expect(laptop.cookies.get('session')).not.toBe(before)
  expect(await sessionsOf(laptop)).toHaveLength(2)
})

const change = { currentPassword: ownersWords.password, newPassword: 'another long password' }

test('a new password replaces the old one and ends all other sessions', async () => {
  const { phone, laptop, request } = await twoDevices()
  const result = await laptop.request('/api/auth/password', { method: 'PUT', json: change })
  expect(result.status).toBe(200)
  expect((await phone.request('/api/auth/user')).status).toBe(401)
  expect((await laptop.request('/api/auth/user')).status).toBe(200)
  expect((await request('/api/auth/login', { json: ownersWords })).status).toBe(401)
  const json = { username: 'nora', password: change.newPassword }
  expect((await request('/api/auth/login', { json })).status).toBe(200)
})

test('a change of password can be repeated after a lost response, by its idempotency key', async () => {
  const { laptop, db } = await twoDevices()
  const repeat = (json = change) =>
    laptop.request('/api/auth/password', { method: 'PUT', json, headers: { 'idempotency-key': 'password-key-1' } })
  expect((await repeat()).status).toBe(200)
  for (let i = 0; i < 7; i++) {
    const repeated = await repeat()
    expect(repeated.status).toBe(200)
    expect(repeated.headers.get('idempotent-replayed')).toBe('true')
  }
  expect((await repeat({ ...change, currentPassword: 'a guess' })).status).toBe(422)
  expect((await repeat({ ...change, newPassword: 'yet another password' })).status).toBe(422)
  const entries = await db.selectFrom('audit_log').select('path').where('path', '=', '/auth/password').execute()
  expect(entries).toHaveLength(1)
  expect(await db.selectFrom('idempotency_keys').select(['status', 'body']).execute()).toEqual([
    { status: 200, body: '{}' },
  ])
})

test('without its key a repeated change of password is a wrong password', async () => {
  const { laptop } = await twoDevices()
  const send = () => laptop.request('/api/auth/password', { method: 'PUT', json: change })
  expect((await send()).status).toBe(200)
  expect((await send()).status).toBe(400)
})

test('the password cannot be guessed as the new one: a stolen session waits like a thief', async () => {
  const { laptop, setNow } = await twoDevices()
  const guess = async (currentPassword: string, newPassword: string) => {
    const json = { currentPassword, newPassword }
    return (await laptop.request('/api/auth/password', { method: 'PUT', json })).status
  }
  // The guess is the password; it is only named as the new one.
  for (let i = 0; i < 5; i++) expect(await guess(`a guess ${i}`, ownersWords.password)).toBe(400)
  expect(await guess('a guess', ownersWords.password)).toBe(429)
  expect(await guess('a guess', 'a long enough passwore')).toBe(429)
  expect(await guess(ownersWords.password, change.newPassword)).toBe(429)
  setNow('2026-03-10T16:00:05.000Z')
  expect(await guess(ownersWords.password, change.newPassword)).toBe(200)
})

test('the same change of password sent twice at once succeeds twice and counts once', async () => {
  const { laptop, db } = await twoDevices()
  const send = () =>
    laptop.request('/api/auth/password', { method: 'PUT', json: change, headers: { 'idempotency-key': 'at-once-key' } })
  const responses = await Promise.all([send(), send(), send()])
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  const entries = await db.selectFrom('audit_log').select('path').where('path', '=', '/auth/password').execute()
  expect(entries).toHaveLength(1)
})

test('of two different changes of password at once, one succeeds', async () => {
  const { laptop, request } = await twoDevices()
  const passwords = ['the first new password', 'the second new password']
  const responses = await Promise.all(
    passwords.map((newPassword) =>
      laptop.request('/api/auth/password', { method: 'PUT', json: { ...change, newPassword } }),
    ),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
  const logins = await Promise.all(
    passwords.map((password) => request('/api/auth/login', { json: { username: 'nora', password } })),
  )
  expect(logins.map(({ status }) => status)).toEqual(responses.map(({ status }) => (status === 200 ? 200 : 401)))
})

test.each([
  [{ ...change, currentPassword: 'a guess' }, 'That is not your password', 'currentPassword'],
  [{ ...change, currentPassword: '' }, 'Please enter your password', 'currentPassword'],
  [{ ...change, newPassword: 'elevenchars' }, 'Please use at least 12 characters', 'newPassword'],
  [{ ...change, newPassword: 'a'.repeat(1001) }, 'Please use at most 1000 characters', 'newPassword'],
  [{ ...change, newPassword: change.currentPassword }, 'That is the password that you have already', 'newPassword'],
  [{ newPassword: change.newPassword }, 'Required', 'currentPassword'],
])('a change of password to %j is rejected: %s', async (json, message, path) => {
  const { phone, laptop } = await twoDevices()
  const response = await laptop.request('/api/auth/password', { method: 'PUT', json })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ message, issues: [{ path, message }] })
  expect((await phone.request('/api/auth/user')).status).toBe(200)
})

test('password checks in an open session are throttled', async () => {
  const { laptop } = await twoDevices()
  const guess = { ...change, currentPassword: 'a guess' }
  for (let i = 0; i < 5; i++)
    expect((await laptop.request('/api/auth/password', { method: 'PUT', json: guess })).status).toBe(400)
  expect((await laptop.request('/api/auth/password', { method: 'PUT', json: guess })).status).toBe(429)
})

test('a change of password turns the demo account into an ordinary one', async () => {
  const app = await testApp()
  await makeUser(app.db, { is_demo: true })
  const browser = makeBrowser(app)
  await browser.signIn()
  expect(await (await app.request('/api/site')).json()).toMatchObject({ demoAccount: { username: 'admin' } })
  await browser.request('/api/auth/password', { method: 'PUT', json: change })
  expect(await (await app.request('/api/site')).json()).toMatchObject({ demoAccount: null })
  expect(app.changes()).toBe(1)
})

const profile = { username: 'nora.e', name: 'Nora Ellery-Holm', bio: 'I write.\n\nAnd I read labels.' }

test('a changed profile also changes the public author', async () => {
  const { laptop, request } = await twoDevices()
  expect(await (await laptop.request('/api/auth/profile')).json()).toMatchObject({
    username: 'nora',
    name: 'Nora Ellery',
  })
  const result = await laptop.request('/api/auth/profile', { method: 'PUT', json: profile })
  expect(result.status).toBe(200)
  expect(await (await laptop.request('/api/auth/profile')).json()).toEqual(profile)
  expect(await (await laptop.request('/api/auth/user')).json()).toMatchObject({
    username: 'nora.e',
    name: profile.name,
  })
  expect(await (await request('/api/users/1')).json()).toMatchObject({ name: profile.name, bio: profile.bio })
  expect((await request('/api/auth/login', { json: { ...ownersWords, username: 'Nora.E' } })).status).toBe(200)
})

test.each([
  [{ ...profile, username: ' ' }, 'Username is required', 'username'],
  [{ ...profile, name: '' }, 'Please enter a name', 'name'],
  [{ ...profile, name: 'a\nb' }, 'Invalid input', 'name'],
  [{ ...profile, bio: 'a'.repeat(2001) }, 'Please keep this under 2000 characters', 'bio'],
  [{ ...profile, username: 'IDA' }, 'Another account has this username', 'username'],
])('a profile %j is rejected: %s', async (json, message, path) => {
  const { db, laptop } = await twoDevices()
  await makeUser(db, { username: 'ida' })
  const response = await laptop.request('/api/auth/profile', { method: 'PUT', json })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ message, issues: [{ path, message }] })
})
