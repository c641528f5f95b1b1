import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { type Browser, makeBrowser, ownersWords } from '../../../../test/browser.ts'
import { makeUser } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'

const start = Date.parse('2026-03-10T15:00:00.000Z')
const { password } = ownersWords
const post = (browser: Browser, path: string, json: unknown) => browser.request(`/api/auth${path}`, { json })

/** A site with two-step verification; `code` returns the app's code some seconds after the start. */
async function siteWithTwoSteps() {
  const app = await testApp()
  await makeUser(app.db)
  const owner = makeBrowser(app)
  await owner.signIn()
  const { secret } = (await (await post(owner, '/two-factor', { password })).json()) as { secret: string }
  const code = (seconds: number) => new TOTP({ secret }).generate({ timestamp: start + seconds * 1000 })
  const result = await owner.request('/api/auth/two-factor', { method: 'PUT', json: { code: code(0) } })
  const { recoveryCodes } = (await result.json()) as { recoveryCodes: string[] }
  const later = (seconds: number) => app.setNow(new Date(start + seconds * 1000).toISOString())
  later(600)
  return { ...app, owner, secret, code, recoveryCodes, later, visitor: makeBrowser(app) }
}

const state = async (browser: Browser) => (await browser.request('/api/auth/two-factor')).json()

test('it is off until a correct code confirms it', async () => {
  const app = await testApp()
  await makeUser(app.db)
  const owner = makeBrowser(app)
  await owner.signIn()
  expect(await state(owner)).toEqual({ isOn: false, recoveryCodesLeft: 0 })
  const setup = await post(owner, '/two-factor', { password })
  expect(setup.status).toBe(201)
  const { address, secret } = (await setup.json()) as { address: string; secret: string }
  expect(address).toMatch(
    /^otpauth:\/\/totp\/Dewlight:nora\?issuer=Dewlight&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/,
  )
  const wrong = await owner.request('/api/auth/two-factor', { method: 'PUT', json: { code: '000000' } })
  expect(wrong.status).toBe(400)
  const message = 'That code is not right. Please enter the six digits that the app shows now.'
  expect(await wrong.json()).toEqual({ message, issues: [{ path: 'code', message }] })
  expect((await makeBrowser(app).signIn()).status).toBe(200)

  const code = new TOTP({ secret }).generate({ timestamp: start })
  const right = await owner.request('/api/auth/two-factor', {
    method: 'PUT',
    json: { code: `${code.slice(0, 3)} ${code.slice(3)}` },
  })
  expect(right.status).toBe(200)
  const { recoveryCodes } = (await right.json()) as { recoveryCodes: string[] }
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const recoveryCode of recoveryCodes) expect(recoveryCode).toMatch(/^[a-z0-9]{5}-[a-z0-9]{5}$/)
  expect(await state(owner)).toEqual({ isOn: true, recoveryCodesLeft: 10 })
})

test('a correct password alone starts no session, and the response says that a code is missing', async () => {
  const { visitor } = await siteWithTwoSteps()
  const response = await visitor.signIn()
  expect(response.status).toBe(401)
  expect(await response.json()).toEqual({
    message: 'Please enter the code from your authenticator app, or a recovery code',
    needs: 'code',
  })
  expect(response.headers.getSetCookie()).toEqual([])
  const wrong = await visitor.signIn({ password: 'a guess' })
  expect(await wrong.json()).toEqual({ message: 'Invalid username or password' })
})

test('a code of the app signs in, within a minute of clock skew', async () => {
  const { visitor, code } = await siteWithTwoSteps()
  for (const seconds of [540, 660]) expect((await visitor.signIn({ code: code(seconds) })).status).toBe(401)
  for (const seconds of [570, 600, 630]) expect((await visitor.signIn({ code: code(seconds) })).status).toBe(200)
})

test('a code works once, also for concurrent requests, and invalidates older ones', async () => {
  const { request, code } = await siteWithTwoSteps()
  const json = { ...ownersWords, code: code(600) }
  const answers = await Promise.all([request('/api/auth/login', { json }), request('/api/auth/login', { json })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  expect(await (await request('/api/auth/login', { json })).json()).toEqual({
    message: 'That code is not right. Each code works once: please wait for the next one.',
    needs: 'code',
  })
  expect((await request('/api/auth/login', { json: { ...json, code: code(570) } })).status).toBe(401)
})

test('the code that turned it on does not sign in', async () => {
  const { visitor, code, later } = await siteWithTwoSteps()
  later(20)
  expect((await visitor.signIn({ code: code(0) })).status).toBe(401)
})

test('a recovery code works once in place of the app, in any notation', async () => {
  const { visitor, recoveryCodes, owner } = await siteWithTwoSteps()
  const written = recoveryCodes[3]!.toUpperCase().replace('-', ' ')
  expect((await visitor.signIn({ code: written })).status).toBe(200)
  expect((await visitor.signIn({ code: written })).status).toBe(401)
  expect(await state(owner)).toEqual({ isOn: true, recoveryCodesLeft: 9 })
})

test('new recovery codes require the password and replace the earlier ones', async () => {
  const { visitor, recoveryCodes, owner } = await siteWithTwoSteps()
  expect((await post(owner, '/two-factor/recovery-codes', { password: 'a guess' })).status).toBe(400)
  const result = await post(owner, '/two-factor/recovery-codes', { password })
  expect(result.status).toBe(201)
  const { recoveryCodes: fresh } = (await result.json()) as { recoveryCodes: string[] }
  expect((await visitor.signIn({ code: recoveryCodes[0] })).status).toBe(401)
  expect((await visitor.signIn({ code: fresh[0] })).status).toBe(200)
})

test('the code that turns it on cannot be guessed in a stolen session', async () => {
  const app = await testApp()
  await makeUser(app.db)
  const owner = makeBrowser(app)
  await owner.signIn()
  const { secret } = (await (await post(owner, '/two-factor', { password })).json()) as { secret: string }
  const turnOn = (code: string) => owner.request('/api/auth/two-factor', { method: 'PUT', json: { code } })
  for (let i = 0; i < 5; i++) expect((await turnOn('000000')).status).toBe(400)
  const right = new TOTP({ secret }).generate({ timestamp: start })
  const refused = await turnOn(right)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('5')
  app.setNow(new Date(start + 5000).toISOString())
  expect((await turnOn(right)).status).toBe(200)
})

test('turning it on ends all other sessions', async () => {
  const app = await testApp()
  await makeUser(app.db)
  const [owner, thief] = [makeBrowser(app), makeBrowser(app)]
  await owner.signIn()
  await thief.signIn()
  const { secret } = (await (await post(owner, '/two-factor', { password })).json()) as { secret: string }
  expect((await thief.request('/api/auth/user')).status).toBe(200)
  const code = new TOTP({ secret }).generate({ timestamp: start })
  expect((await owner.request('/api/auth/two-factor', { method: 'PUT', json: { code } })).status).toBe(200)
  expect((await owner.request('/api/auth/user')).status).toBe(200)
  expect((await thief.request('/api/auth/user')).status).toBe(401)
})

test('turning it off requires the password', async () => {
  const { visitor, owner } = await siteWithTwoSteps()
  const refused = await post(owner, '/two-factor/removal', { password: 'a guess' })
  const message = 'That is not your password'
  expect(await refused.json()).toEqual({ message, issues: [{ path: 'password', message }] })
  expect((await visitor.signIn()).status).toBe(401)
  expect((await post(owner, '/two-factor/removal', { password })).status).toBe(200)
  expect(await state(owner)).toEqual({ isOn: false, recoveryCodesLeft: 0 })
  expect((await visitor.signIn()).status).toBe(200)
})

test('its secret cannot be replaced while it is on', async () => {
  const { owner, visitor, code } = await siteWithTwoSteps()
  expect((await post(owner, '/two-factor', { password })).status).toBe(409)
  expect((await owner.request('/api/auth/two-factor', { method: 'PUT', json: { code: code(600) } })).status).toBe(409)
  expect((await visitor.signIn({ code: code(600) })).status).toBe(200)
})

test('wrong codes are throttled, and a missing code does not count', async () => {
  const { request } = await siteWithTwoSteps()
  const from = '10.0.0.1'
  const guess = (code?: string) => request('/api/auth/login', { json: { ...ownersWords, code }, from })
  for (let i = 0; i < 3; i++) {
    expect((await guess()).status).toBe(401)
    expect((await guess('000000')).status).toBe(401)
  }
  expect((await guess('000001')).status).toBe(401)
  expect((await guess('000002')).status).toBe(401)
  const refused = await guess('000003')
  expect(refused.status).toBe(429)
  expect(await refused.json()).toEqual({ message: 'Too many attempts. Please try again in 5 seconds.' })
})

test('the database stores neither the secret nor the recovery codes in clear text', async () => {
  const { db, secret, recoveryCodes } = await siteWithTwoSteps()
  const rows = JSON.stringify([
    await db.selectFrom('two_factor').selectAll().execute(),
    await db.selectFrom('recovery_codes').selectAll().execute(),
    await db.selectFrom('idempotency_keys').selectAll().execute(),
  ])
  expect(rows).not.toContain(secret)
  for (const code of recoveryCodes) expect(rows).not.toContain(code)
})
