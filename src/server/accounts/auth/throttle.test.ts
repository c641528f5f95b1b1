import { expect, test } from 'vitest'
import { makeBrowser } from '../../../../test/browser.ts'
import { makeUser } from '../../../../test/factories.ts'
import { type TestAppChoices, testApp } from '../../../../test/test-app.ts'
import { countAttempt, deleteAttempts, deleteExpiredSignIns } from './sign-in-attempts.repo.ts'

const start = Date.parse('2026-03-10T15:00:00.000Z')
const after = (seconds: number) => new Date(start + seconds * 1000).toISOString()
const wrong = { username: 'nora', password: 'a guess' }
const right = { username: 'nora', password: 'a long enough password' }

async function siteWithOwner(choices: TestAppChoices = {}) {
  const app = await testApp(choices)
  await makeUser(app.db)
  return app
}

test('after five failures a network has to wait, longer each time, and Retry-After says how long', async () => {
  const { request, setNow } = await siteWithOwner()
  const guess = () => request('/api/auth/login', { json: wrong, from: '10.0.0.1' })
  for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(401)
  const first = await guess()
  expect(first.status).toBe(429)
  expect(first.headers.get('retry-after')).toBe('5')
  expect(await first.json()).toEqual({ message: 'Too many attempts. Please try again in 5 seconds.' })
  setNow(after(5))
  expect((await guess()).status).toBe(401)
  setNow(after(14))
  expect(await (await guess()).json()).toEqual({ message: 'Too many attempts. Please try again in 1 second.' })
  setNow(after(15))
  expect((await guess()).status).toBe(401)
  expect((await guess()).headers.get('retry-after')).toBe('20')
})

test('the longest pause is a quarter of an hour, and a correct password resets the count', async () => {
  const { request, setNow } = await siteWithOwner()
  for (let hour = 0; hour < 20; hour++) {
    setNow(after(hour * 3600))
    expect((await request('/api/auth/login', { json: wrong })).status).toBe(401)
  }
  const refused = await request('/api/auth/login', { json: right })
  expect(await refused.json()).toEqual({ message: 'Too many attempts. Please try again in 15 minutes.' })
  setNow(after(19 * 3600 + 900))
  expect((await request('/api/auth/login', { json: right })).status).toBe(200)
  for (let i = 0; i < 9; i++) expect((await request('/api/auth/login', { json: wrong })).status).toBe(401)
})

test('failures from many networks throttle the account, and unknown usernames alike', async () => {
  for (const username of ['nora', 'nobody']) {
    const { request } = await siteWithOwner()
    for (let i = 0; i < 10; i++)
      expect((await request('/api/auth/login', { json: { ...wrong, username } })).status).toBe(401)
    const response = await request('/api/auth/login', { json: { ...wrong, username: username.toUpperCase() } })
    expect(response.status, username).toBe(429)
    expect(await response.json()).toEqual({ message: 'Too many attempts. Please try again in 5 seconds.' })
  }
})

test('the email of the site signs in, and shares the count of its account', async () => {
  const { request } = await siteWithOwner({ settings: { email: 'hello@dewlight.example' } })
  const named = { ...right, username: ' HELLO@dewlight.example' }
  const signedIn = await request('/api/auth/login', { json: named })
  expect([signedIn.status, await signedIn.json()]).toMatchObject([200, { user: { username: 'nora' } }])
  for (let i = 0; i < 10; i++) {
    const username = i % 2 === 0 ? 'nora' : 'hello@dewlight.example'
    expect((await request('/api/auth/login', { json: { ...wrong, username } })).status).toBe(401)
  }
  expect((await request('/api/auth/login', { json: named })).status).toBe(429)
  expect((await request('/api/auth/login', { json: { ...right, username: 'hello@elsewhere.example' } })).status).toBe(
    401,
  )
})

test('a known browser is not locked out by the failures of others', async () => {
  const app = await siteWithOwner()
  const browser = makeBrowser(app, { from: '10.0.0.9' })
  expect((await browser.signIn()).status).toBe(200)
  await browser.request('/api/auth/logout', { method: 'POST' })
  // From many networks, including the owner's.
  for (let i = 0; i < 12; i++) await app.request('/api/auth/login', { json: wrong })
  for (let i = 0; i < 6; i++) await app.request('/api/auth/login', { json: wrong, from: '10.0.0.9' })
  expect((await app.request('/api/auth/login', { json: right })).status).toBe(429)
  const mine = makeBrowser(app)
  for (const [name, value] of browser.cookies) mine.cookies.set(name, value)
  expect((await mine.signIn()).status).toBe(200)
})

test('a flood of sign-ins from its own network does not lock a known browser out, which has a limit of its own', async () => {
  const app = await siteWithOwner()
  const from = '10.0.0.9'
  const browser = makeBrowser(app, { from })
  await browser.signIn()
  const flood = () => app.request('/api/auth/login', { json: wrong, from })
  for (let i = 0; i < 25; i++) await flood()
  const refused = await flood()
  expect([refused.status, await refused.json()]).toEqual([
    429,
    { message: 'That was a little fast. Please try again in a moment.' },
  ])
  for (let i = 0; i < 6; i++) expect((await browser.signIn()).status).toBe(200)
  const form = await browser.request('/login', {
    ...{ method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    body: new URLSearchParams(right).toString(),
  })
  expect([form.status, form.headers.get('location')]).toEqual([303, '/admin'])
  const forger = makeBrowser(app, { from })
  forger.cookies.set('known-browser', Buffer.from('1 another-browser'.padEnd(60)).toString('base64url'))
  expect((await forger.signIn()).status).toBe(429)
  const statuses = []
  for (let i = 0; i < 20; i++) statuses.push((await browser.signIn()).status)
  expect([statuses.at(0), statuses.at(-1)]).toEqual([200, 429])
})

test('a known browser is throttled too, and a forged cookie is not a known browser', async () => {
  const app = await siteWithOwner()
  const browser = makeBrowser(app)
  await browser.signIn()
  for (let i = 0; i < 5; i++) expect((await browser.signIn({ password: 'a guess' })).status).toBe(401)
  expect((await browser.signIn()).status).toBe(429)
  for (let i = 0; i < 10; i++) await app.request('/api/auth/login', { json: wrong })
  const forger = makeBrowser(app)
  forger.cookies.set('known-browser', Buffer.from('1 another-browser'.padEnd(60)).toString('base64url'))
  expect((await forger.signIn()).status).toBe(429)
})

test('the known-browser cookie lasts a year and is HttpOnly', async () => {
  const app = await testApp({ isPublic: true })
  await makeUser(app.db)
  const response = await makeBrowser(app).signIn()
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('__Host-known-browser='))!
  expect(cookie.split('; ').slice(1).sort()).toEqual([
    'HttpOnly',
    'Max-Age=31536000',
    'Path=/',
    'SameSite=Lax',
    'Secure',
  ])
  expect(cookie).not.toContain('nora')
})

test('concurrent attempts are all counted', async () => {
  const { request, db } = await siteWithOwner()
  const guesses = Array.from({ length: 9 }, () => request('/api/auth/login', { json: wrong, from: '10.0.0.1' }))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  const rows = await db.selectFrom('sign_in_attempts').select('count').execute()
  expect(rows.map(({ count }) => count)).toEqual([5, 5])
})

test('stored attempts contain neither addresses nor usernames', async () => {
  const { request, db } = await siteWithOwner()
  await request('/api/auth/login', { json: wrong, from: '10.11.12.13' })
  const rows = await db.selectFrom('sign_in_attempts').selectAll().execute()
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toMatch(/10\.11|nora/)
})

test('the count starts again after a day', async () => {
  const { request, db, setNow } = await siteWithOwner()
  for (let i = 0; i < 5; i++) await request('/api/auth/login', { json: wrong, from: '10.0.0.1' })
  setNow(after(86_401))
  for (let i = 0; i < 4; i++)
    expect((await request('/api/auth/login', { json: wrong, from: '10.0.0.1' })).status).toBe(401)
  await deleteExpiredSignIns(db, new Date(start + 3 * 86_400_000))
  expect(await db.selectFrom('sign_in_attempts').selectAll().execute()).toEqual([])
})

test('an attempt is counted while another one succeeds and ends the count', async () => {
  const { db } = await testApp()
  const attempt = { subject: 'nora', now: new Date(start), pauseAfter: () => 0, longestPause: 1000 }
  const results = await Promise.all(
    Array.from({ length: 200 }, async (_, index) =>
      index % 2 === 0 ? countAttempt(db, attempt) : deleteAttempts(db, [attempt.subject]),
    ),
  )
  expect(results.filter((until) => until !== undefined)).toEqual([])
})
