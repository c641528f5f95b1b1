import { TOTP } from 'otpauth'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeAuthenticator } from '../../../../test/authenticator.ts'
import { type Browser, makeBrowser, ownersWords } from '../../../../test/browser.ts'
import { makeUser } from '../../../../test/factories.ts'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { AuditEntry } from '../../../contract/accounts/audit.ts'
import { cleanUp } from '../../app/cleanup.ts'
import { createSession } from './sessions.repo.ts'
import { createSetupToken } from './setup.ts'

const mac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15'
const { password } = ownersWords
const start = Date.parse('2026-03-10T15:00:00.000Z')

async function siteWithOwner(choices?: Parameters<typeof testApp>[0]) {
  const app = await testApp(choices)
  await makeUser(app.db)
  return { ...app, owner: makeBrowser(app, { headers: { 'user-agent': mac } }) }
}

/** Newest first: who and what. */
async function trail({ asOwner }: Pick<TestApp, 'asOwner'>): Promise<string[]> {
  const entries = (await (await asOwner('/api/audit?area=account')).json()) as AuditEntry[]
  return entries.map(({ username, text }) => `${username || 'somebody'}: ${text}`)
}

/** A session without a sign-in, to read the trail. */
const readerOf = ({ request, db }: TestApp): Pick<TestApp, 'asOwner'> => ({
  asOwner: async (path) => {
    const token = await createSession(db, 1, new Date(start))
    return request(path, { headers: { cookie: `session=${token}` } })
  },
})

test('the audit trail knows sign-ins, and tells a new device from a known one', async () => {
  const site = await siteWithOwner()
  expect((await site.owner.signIn()).status).toBe(200)
  await site.owner.request('/api/auth/logout', { method: 'POST' })
  expect((await site.owner.signIn()).status).toBe(200)
  expect(await trail(readerOf(site))).toEqual([
    'nora: Signed in on Safari on Mac',
    'nora: Signed in on a new device: Safari on Mac',
  ])
})

test('the audit trail knows failed sign-ins, without what was typed', async () => {
  const site = await siteWithOwner()
  await site.owner.signIn({ password: 'a guess' })
  await site.owner.signIn({ username: 'my secret typed into the wrong field' })
  expect(await trail(readerOf(site))).toEqual(['somebody: Failed to sign in (2 times within an hour)'])
  const rows = JSON.stringify(await site.db.selectFrom('audit_log').selectAll().execute())
  expect(rows).not.toMatch(/guess|secret|192\.0/)
})

test('a flood of failures is one entry an hour, with their number', async () => {
  const site = await siteWithOwner()
  for (let minute = 0; minute < 70; minute += 7) {
    site.setNow(new Date(start + minute * 60_000).toISOString())
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        site.request('/api/auth/login', { json: { username: `user-${minute}-${index}`, password: 'a guess' } }),
      ),
    )
  }
  expect(await trail(readerOf(site))).toEqual([
    'somebody: Failed to sign in (8 times within an hour)',
    'somebody: Failed to sign in (72 times within an hour)',
  ])
})

test('attempts that are refused unread are counted once a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const site = await siteWithOwner()
  const guess = () =>
    site.request('/api/auth/login', { json: { ...ownersWords, password: 'a guess' }, from: '10.0.0.1' })
  for (let i = 0; i < 30; i++) await guess()
  expect(await trail(readerOf(site))).toEqual(['somebody: Failed to sign in (5 times within an hour)'])
  await vi.advanceTimersByTimeAsync(60_000)
  await expect
    .poll(() => trail(readerOf(site)))
    .toEqual([
      'somebody: Tried to sign in after too many attempts (25 times within an hour)',
      'somebody: Failed to sign in (5 times within an hour)',
    ])
})

async function turnOnTwoSteps(site: TestApp, owner: Browser) {
  const begun = await owner.request('/api/auth/two-factor', { json: { password } })
  const { secret } = (await begun.json()) as { secret: string }
  const codeAt = (seconds: number) => new TOTP({ secret }).generate({ timestamp: start + seconds * 1000 })
  const turnOn = (code: string) => owner.request('/api/auth/two-factor', { method: 'PUT', json: { code } })
  expect((await turnOn('000000')).status).toBe(400)
  const { recoveryCodes } = (await (await turnOn(codeAt(0))).json()) as { recoveryCodes: string[] }
  site.setNow(new Date(start + 600_000).toISOString())
  return { recoveryCodes, codeAt }
}

test('the audit trail knows wrong codes and used recovery codes', async () => {
  const site = await siteWithOwner()
  await site.owner.signIn()
  const { recoveryCodes, codeAt } = await turnOnTwoSteps(site, site.owner)
  const phone = makeBrowser(site, { headers: { 'user-agent': 'curl/8.5.0' } })
  expect((await phone.signIn()).status).toBe(401)
  expect((await phone.signIn({ code: '000000' })).status).toBe(401)
  expect((await phone.signIn({ code: recoveryCodes[0]! })).status).toBe(200)
  expect((await phone.signIn({ code: codeAt(600) })).status).toBe(200)
  expect(await trail(readerOf(site))).toEqual([
    'nora: Signed in on curl',
    'nora: Signed in on a new device: curl',
    'nora: Used a recovery code on curl',
    'somebody: Entered a wrong code after the right password',
    'nora: Turned on two-step verification',
    'nora: Entered a wrong code to turn on two-step verification',
    'nora: Began to set up two-step verification',
    'nora: Signed in on a new device: Safari on Mac',
  ])
})

test('the audit trail knows wrong current passwords, at every place that requires one', async () => {
  const site = await siteWithOwner()
  await site.owner.signIn()
  const newPassword = 'another long password'
  await site.owner.request('/api/auth/password', { method: 'PUT', json: { currentPassword: 'a guess', newPassword } })
  for (const path of ['two-factor', 'two-factor/recovery-codes', 'two-factor/removal', 'passkeys/options'])
    expect((await site.owner.request(`/api/auth/${path}`, { json: { password: 'a guess' } })).status, path).toBe(400)
  expect(await trail(readerOf(site))).toEqual([
    'nora: Entered a wrong current password (5 times within an hour)',
    'nora: Signed in on a new device: Safari on Mac',
  ])
})

test('the audit trail knows sign-ins with a passkey, and refused ones', async () => {
  const site = await siteWithOwner()
  await site.owner.signIn()
  const device = makeAuthenticator()
  const challengeOf = async (response: Response) => ((await response.json()) as { challenge: string }).challenge
  const registered = await challengeOf(await site.owner.request('/api/auth/passkeys/options', { json: { password } }))
  await site.owner.request('/api/auth/passkeys', { json: { name: 'My phone', response: device.register(registered) } })
  const challenge = await challengeOf(await site.request('/api/auth/passkey-login/options', { method: 'POST' }))
  const signIn = () => site.owner.request('/api/auth/passkey-login', { json: { response: device.signIn(challenge) } })
  expect((await signIn()).status).toBe(200)
  expect((await signIn()).status).toBe(401)
  expect((await trail(readerOf(site))).slice(0, 3)).toEqual([
    'somebody: Failed to sign in',
    'nora: Signed in on Safari on Mac',
    'nora: Added passkey “My phone”',
  ])
})

test('signing in without JavaScript is in the audit trail too', async () => {
  const site = await siteWithOwner()
  const form = (over: object) =>
    site.request('/login', {
      method: 'POST',
      body: new URLSearchParams({ ...ownersWords, ...over }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  expect((await form({ password: 'a guess' })).status).toBe(401)
  expect((await form({})).status).toBe(303)
  expect(await trail(readerOf(site))).toEqual([
    'nora: Signed in on a new device: Unknown device',
    'somebody: Failed to sign in',
  ])
})

test('nothing fails before there is an account', async () => {
  const { request, db } = await testApp()
  expect((await request('/api/auth/login', { json: ownersWords })).status).toBe(401)
  expect(await db.selectFrom('audit_log').selectAll().execute()).toEqual([])
})

test('entries about sign-ins are deleted after a year, and changes stay', async () => {
  const site = await siteWithOwner()
  await site.owner.signIn()
  await site.owner.signIn({ password: 'a guess' })
  await site.owner.request('/api/settings', { method: 'PUT', json: { brand: 'Dew' } })
  await cleanUp(site.db, new Date(start + 364 * 86_400_000))
  expect(await site.db.selectFrom('audit_log').selectAll().execute()).toHaveLength(3)
  await cleanUp(site.db, new Date(start + 366 * 86_400_000))
  expect(await site.db.selectFrom('audit_log').select('path').execute()).toEqual([{ path: '/settings' }])
})

async function siteWithMail() {
  const smtp = await startSmtp()
  onTestFinished(smtp.close)
  return { ...(await siteWithOwner({ smtpUrl: smtp.url })), smtp }
}

test('a sign-in on a new device is mailed to the owner, one on a known device is not', async () => {
  const site = await siteWithMail()
  await site.owner.signIn()
  await site.sendMail()
  expect(site.smtp.received).toHaveLength(1)
  const [mail] = site.smtp.received
  expect(mail).toMatchObject({
    subject: 'Sign-in on a new device: Safari on Mac',
    to: [{ address: 'hello@dewlight.example' }],
  })
  expect(mail!.text).toContain('nora signed in on Safari on Mac on March 10, 2026 at 11:00 AM')
  expect(mail!.text).toContain('http://localhost:3000/admin/settings')
  await site.owner.signIn()
  await site.owner.request('/api/auth/logout', { method: 'POST' })
  await site.owner.signIn()
  await site.owner.signIn({ password: 'a guess' })
  await site.sendMail()
  expect(site.smtp.received).toHaveLength(1)
})

test('without a mail server a new device is only in the audit trail', async () => {
  const site = await siteWithOwner()
  await site.owner.signIn()
  expect(await site.db.selectFrom('mails').selectAll().execute()).toEqual([])
})

test('the setup of the account mails nothing', async () => {
  const smtp = await startSmtp()
  onTestFinished(smtp.close)
  const app = await testApp({ smtpUrl: smtp.url })
  const token = await createSetupToken(app.db, new Date(start))
  expect((await app.request('/api/auth/setup', { json: { token, ...ownersWords } })).status).toBe(201)
  expect(await app.db.selectFrom('mails').selectAll().execute()).toEqual([])
  expect(await trail(readerOf(app))).toEqual(['nora: Signed in on a new device: Unknown device'])
})

test('a program that signs in again and again without cookies sends ten mails a day at most', async () => {
  const site = await siteWithMail()
  for (let i = 0; i < 13; i++) await site.request('/api/auth/login', { json: ownersWords })
  expect(await site.db.selectFrom('mails').selectAll().execute()).toHaveLength(10)
  site.setNow(new Date(start + 25 * 3_600_000).toISOString())
  await site.request('/api/auth/login', { json: ownersWords })
  expect(await site.db.selectFrom('mails').selectAll().execute()).toHaveLength(11)
})
