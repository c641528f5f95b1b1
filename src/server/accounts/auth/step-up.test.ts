import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { makeAuthenticator } from '../../../../test/authenticator.ts'
import { makeBrowser, ownersWords } from '../../../../test/browser.ts'
import { countRows } from '../../../../test/count-rows.ts'
import { makeUser } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'
import type { Endpoint } from '../../../contract/platform/endpoint.ts'

const { password } = ownersWords
const needed = { message: 'Please confirm that it is you', needs: 'step-up' }
const sensitive = [
  'DELETE /auth/passkeys/:id',
  'DELETE /auth/sessions',
  'DELETE /auth/sessions/:id',
  'DELETE /mails/settings',
  'GET /auth/step-up',
  'GET /backups/:name',
  'GET /contacts.csv',
  'GET /exports/:name',
  'GET /subscribers.csv',
  'GET /suppressions.csv',
  'POST /backups/:name/restore',
  'POST /backups/uploads',
  'POST /exports',
  'POST /personal-data/export',
  'POST /site-imports/archive',
  'PUT /auth/profile with username',
  'PUT /mails/settings',
  'PUT /settings with email',
]
const samples: Record<string, { path?: string; json?: unknown }> = {
  'GET /backups/:name': { path: '/backups/dewlight-2026-11-21-071500-1a2b3c.tar.gz' },
  'GET /exports/:name': { path: '/exports/dewlight-archive-2026-11-21-071500-0123456789ab.zip' },
  'POST /backups/:name/restore': { path: '/backups/dewlight-2026-11-21-071500-1a2b3c.tar.gz/restore' },
  'POST /backups/uploads': { json: { size: 100 } },
  'POST /exports': { json: { kind: 'archive' } },
  'POST /personal-data/export': { json: { email: 'reader@mail.example' } },
  'PUT /auth/profile with username': { json: { username: 'thief', name: 'Nora', bio: '' } },
  'PUT /mails/settings': {
    json: { host: 'smtp.evil.example', port: 465, security: 'tls', user: '', fromName: '', fromAddress: '' },
  },
  'PUT /settings with email': { json: { email: 'thief@evil.example' } },
}

const nameOf = ({ method, path, stepUp }: Endpoint) =>
  `${method} ${path}${Array.isArray(stepUp) ? ` with ${stepUp.join(', ')}` : ''}`

/** A site whose owner signed in ten minutes ago. */
async function tenMinutesLater() {
  const app = await testApp()
  await makeUser(app.db)
  const owner = makeBrowser(app)
  await owner.signIn()
  app.setNow('2026-03-10T15:10:00.000Z')
  const isConfirmed = async () => (await owner.request('/api/auth/step-up')).status === 200
  const confirm = (json: object) => owner.request('/api/auth/step-up', { json })
  return { ...app, app, owner, isConfirmed, confirm }
}

test('these endpoints need a recent authentication, and change and send nothing without', async () => {
  const { endpoints, owner, db, setNow } = await tenMinutesLater()
  const declared = endpoints.filter(({ stepUp }) => stepUp !== undefined)
  expect(declared.map(nameOf).sort()).toEqual(sensitive)
  const before = await countRows(db)
  const call = (endpoint: Endpoint) => {
    const { path = endpoint.path.replace(':id', '1'), json } = samples[nameOf(endpoint)] ?? {}
    return owner.request(`/api${path}`, { method: endpoint.method, json })
  }
  for (const endpoint of declared) {
    const response = await call(endpoint)
    expect(response.status, nameOf(endpoint)).toBe(403)
    expect(await response.json(), nameOf(endpoint)).toEqual(needed)
  }
  expect(await countRows(db)).toEqual(before)
  setNow('2026-03-10T15:09:59.999Z')
  const last = declared.toSorted((one) => (one.path.startsWith('/auth/sessions') ? 1 : -1))
  for (const endpoint of last) expect((await call(endpoint)).status, nameOf(endpoint)).not.toBe(403)
})

test('what is not sensitive in the same forms needs none', async () => {
  const { owner } = await tenMinutesLater()
  const put = (path: string, json: object) => owner.request(`/api${path}`, { method: 'PUT', json })
  expect((await put('/settings', { tagline: 'Calm skin' })).status).toBe(200)
  const saved = await put('/auth/profile', { name: 'Nora E.', bio: 'New' })
  expect(await saved.json()).toEqual({ username: 'nora', name: 'Nora E.', bio: 'New' })
})

test('the password confirms this session for ten minutes, and no other', async () => {
  const { app, isConfirmed, confirm, setNow } = await tenMinutesLater()
  const other = makeBrowser(app)
  await other.signIn()
  setNow('2026-03-10T15:20:00.000Z')
  const wrong = await confirm({ password: 'a guess that is wrong' })
  expect(wrong.status).toBe(400)
  const message = 'That is not your password'
  expect(await wrong.json()).toEqual({ message, issues: [{ path: 'password', message }] })
  expect(await isConfirmed()).toBe(false)
  expect((await confirm({ password })).status).toBe(200)
  expect(await isConfirmed()).toBe(true)
  expect((await other.request('/api/auth/step-up')).status).toBe(403)
  setNow('2026-03-10T15:30:00.000Z')
  expect(await isConfirmed()).toBe(false)
})

test('guesses of the password are throttled', async () => {
  const { confirm } = await tenMinutesLater()
  for (let guess = 0; guess < 5; guess++) expect((await confirm({ password: `guess ${guess}` })).status).toBe(400)
  expect((await confirm({ password })).status).toBe(429)
})

test('a code of the app confirms once, and a wrong one does not', async () => {
  const { owner, confirm, isConfirmed, setNow } = await tenMinutesLater()
  const rejected = await confirm({ code: '123456' })
  expect(rejected.status).toBe(400)
  const { secret } = (await (await owner.request('/api/auth/two-factor', { json: { password } })).json()) as {
    secret: string
  }
  const code = (now: string) => new TOTP({ secret }).generate({ timestamp: Date.parse(now) })
  const json = { code: code('2026-03-10T15:10:00.000Z') }
  await owner.request('/api/auth/two-factor', { method: 'PUT', json })
  expect((await confirm(json)).status).toBe(400)
  setNow('2026-03-10T15:12:00.000Z')
  expect((await confirm({ code: code('2026-03-10T15:12:00.000Z') })).status).toBe(200)
  expect(await isConfirmed()).toBe(true)
  expect((await confirm({})).status).toBe(400)
})

test('a passkey of the same account confirms', async () => {
  const { owner, isConfirmed, db } = await tenMinutesLater()
  const challengeOf = async (path: string, json?: object) =>
    ((await (await owner.request(path, { method: 'POST', json })).json()) as { challenge: string }).challenge
  const device = makeAuthenticator()
  const created = device.register(await challengeOf('/api/auth/passkeys/options', { password }))
  await owner.request('/api/auth/passkeys', { json: { name: 'My phone', response: created } })
  const signed = async () => ({ response: device.signIn(await challengeOf('/api/auth/passkey-login/options')) })
  const confirm = async () => owner.request('/api/auth/step-up/passkey', { json: await signed() })
  const stranger = await makeUser(db, { username: 'someone else' })
  await db.updateTable('passkeys').set({ user_id: stranger }).execute()
  expect((await confirm()).status).toBe(400)
  expect(await isConfirmed()).toBe(false)
  await db.updateTable('passkeys').set({ user_id: 1 }).execute()
  expect((await confirm()).status).toBe(200)
  expect(await isConfirmed()).toBe(true)
})

test('an authentication of a clock that was ahead is none', async () => {
  const { owner, setNow, isConfirmed } = await tenMinutesLater()
  setNow('2026-03-12T15:00:00.000Z')
  await owner.request('/api/auth/step-up', { json: { password } })
  setNow('2026-03-10T15:20:00.000Z')
  expect(await isConfirmed()).toBe(false)
})
