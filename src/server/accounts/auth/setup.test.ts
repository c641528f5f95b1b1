import { expect, test } from 'vitest'
import { makeBrowser } from '../../../../test/browser.ts'
import { countRows } from '../../../../test/count-rows.ts'
import { makeUser } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { createSetup, createSetupToken } from './setup.ts'

const start = new Date('2026-03-10T15:00:00.000Z')
const owner = { username: 'nora', password: 'a long enough password' }
const invalid =
  'This setup link is not valid any more. Start Dewlight again to get a new one, or run: npm run admin -- create'

test('the link creates the first account and signs in', async () => {
  const app = await testApp()
  const token = (await createSetupToken(app.db, start))!
  const browser = makeBrowser(app)
  const response = await browser.request('/api/auth/setup', { json: { token, ...owner } })
  expect(response.status).toBe(201)
  expect(await response.json()).toMatchObject({ user: { username: 'nora', name: 'nora' } })
  expect((await browser.request('/api/auth/user')).status).toBe(200)
  expect((await app.request('/api/auth/login', { json: owner })).status).toBe(200)
})

test('the link works once', async () => {
  const app = await testApp()
  const token = (await createSetupToken(app.db, start))!
  const make = (username: string) => app.request('/api/auth/setup', { json: { ...owner, username, token } })
  const statuses = (await Promise.all([make('nora'), make('eve')])).map(({ status }) => status)
  expect(statuses.sort()).toEqual([201, 403])
  expect((await countRows(app.db)).users).toBe(1)
})

test('the link is valid for a day, unless a newer one replaces it', async () => {
  const app = await testApp()
  const first = (await createSetupToken(app.db, start))!
  const second = (await createSetupToken(app.db, start))!
  const tryIt = (token: string) => app.request('/api/auth/setup', { json: { ...owner, token } })
  const refused = await tryIt(first)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toEqual({ message: invalid })
  app.setNow('2026-03-11T15:00:00.000Z')
  expect((await tryIt(second)).status).toBe(403)
  app.setNow('2026-03-11T14:59:59.999Z')
  expect((await tryIt(second)).status).toBe(201)
})

test('once an account exists, no link is created and earlier ones are invalid', async () => {
  const app = await testApp()
  const token = (await createSetupToken(app.db, start))!
  await makeUser(app.db)
  expect(await createSetupToken(app.db, start)).toBeUndefined()
  const response = await app.request('/api/auth/setup', { json: { ...owner, username: 'eve', token } })
  expect(response.status).toBe(403)
  expect((await countRows(app.db)).users).toBe(1)
})

test('an invalid form does not consume the link', async () => {
  const app = await testApp()
  const token = (await createSetupToken(app.db, start))!
  const short = await app.request('/api/auth/setup', { json: { ...owner, password: 'short', token } })
  expect(await short.json()).toMatchObject({ message: 'Please use at least 12 characters' })
  expect((await app.request('/api/auth/setup', { json: { ...owner, token } })).status).toBe(201)
})

test('the link works without JavaScript, and an invalid form is rendered again without the password', async () => {
  const app = await testApp()
  const token = (await createSetupToken(app.db, start))!
  const send = (fields: Record<string, string>) =>
    app.request('/setup', {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const refused = await send({ token, username: 'nora', password: 'too short' })
  expect(refused.status).toBe(422)
  const page = await refused.text()
  expect(page).toContain('Please use at least 12 characters')
  expect(page).toContain(token)
  expect(page).not.toContain('too short')
  const made = await send({ token, ...owner })
  expect(made.status).toBe(303)
  expect(made.headers.get('location')).toBe('/admin')
})

test('the database stores no token in clear text', async () => {
  const app = await testApp()
  const token = (await createSetupToken(app.db, start))!
  expect(JSON.stringify(await app.db.selectFrom('setup_links').selectAll().execute())).not.toContain(token)
})

test('the new account is on pages at once, with and without JavaScript', async () => {
  for (const send of [
    (app: TestApp, token: string) => app.request('/api/auth/setup', { json: { token, ...owner } }),
    (app: TestApp, token: string) =>
      app.request('/setup', {
        body: String(new URLSearchParams({ token, ...owner })),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
  ]) {
    const app = await testApp()
    const token = (await createSetupToken(app.db, start))!
    expect((await send(app, token)).status).toBeLessThan(400)
    expect(app.changes()).toBe(1)
  }
})

test('a link that is not valid is refused before the password is hashed', async () => {
  const { db } = await testApp()
  const setup = createSetup({ db, clock: () => start, rejectWeakPassword: async () => {}, announce: async () => {} })
  const notHashable = Symbol('argon2 throws for it') as unknown as string
  await expect(setup.createOwner({ ...owner, token: 'a guess', password: notHashable })).rejects.toThrow(invalid)
  const token = (await createSetupToken(db, start))!
  await expect(setup.createOwner({ ...owner, token, password: notHashable })).rejects.not.toThrow(invalid)
})
