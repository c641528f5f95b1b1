import { expect, onTestFinished, test } from 'vitest'
import { makeBrowser } from '../../../../test/browser.ts'
import { type ReceivedMail, startSmtp } from '../../../../test/smtp-server.ts'
import { type RequestOptions, type TestApp, testApp } from '../../../../test/test-app.ts'
import { cleanUp } from '../../app/cleanup.ts'
import { createOwnerAccount, resetOwnerAccount } from './owner-account.ts'

const password = 'a long enough password'
const newPassword = 'another long password'

async function siteWithMail() {
  const smtp = await startSmtp()
  onTestFinished(smtp.close)
  const app = await testApp({ smtpUrl: smtp.url })
  await createOwnerAccount(app.db, 'nora', password)
  return { ...app, smtp }
}

function post(request: TestApp['request'], path: string, fields: Record<string, string>, options: RequestOptions = {}) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...options.headers }
  return request(path, { ...options, body: String(new URLSearchParams(fields)), headers })
}

const ask = (app: Pick<TestApp, 'request'>, username: string, options?: RequestOptions) =>
  post(app.request, '/forgot-password', { username }, options)
const choose = (app: Pick<TestApp, 'request'>, token: string, chosen = newPassword) =>
  post(app.request, '/reset-password', { token, password: chosen })
const logIn = async (app: Pick<TestApp, 'request'>, chosen: string) =>
  (await app.request('/api/auth/login', { json: { username: 'nora', password: chosen } })).status

const tokenIn = ({ text }: ReceivedMail) => /http:\/\/localhost:3000\/reset-password\?token=([\w-]+)/.exec(text!)![1]!

async function mailedToken(app: Awaited<ReturnType<typeof siteWithMail>>): Promise<string> {
  await ask(app, 'nora')
  await app.sendMail()
  return tokenIn(app.smtp.received.findLast(({ subject }) => subject === 'A new password for Dewlight')!)
}

test('the link of the mail sets a new password, ends all sessions and is reported', async () => {
  const app = await siteWithMail()
  const browser = makeBrowser(app)
  await browser.request('/api/auth/login', { json: { username: 'nora', password } })
  const token = await mailedToken(app)
  expect(app.smtp.received.map(({ subject }) => subject)).toContain('A new password for Dewlight')
  const done = await choose(app, token)
  expect([done.status, done.headers.get('location')]).toEqual([303, '/login?password=changed'])
  expect((await browser.request('/api/auth/user')).status).toBe(401)
  expect(await logIn(app, password)).toBe(401)
  expect(await logIn(app, newPassword)).toBe(200)
  await app.sendMail()
  const told = app.smtp.received.find(({ subject }) => subject === 'Your password was changed')!
  expect(told.to).toMatchObject([{ address: 'hello@dewlight.example' }])
  expect(told.text).toContain('npm run admin -- reset')
  await browser.request('/api/auth/login', { json: { username: 'nora', password: newPassword } })
  const entries = await (await browser.request('/api/audit?area=account')).json()
  const texts = (entries as { text: string }[]).map(({ text }) => text)
  expect(texts).toContain('Asked for a link to set a new password')
  expect(texts).toContain('Set a new password with the link of a mail on Unknown device')
})

test('the email of the site requests a link as the username does', async () => {
  const app = await siteWithMail()
  await ask(app, 'Hello@dewlight.example')
  await app.sendMail()
  const mails = app.smtp.received.filter(({ subject }) => subject === 'A new password for Dewlight')
  expect(mails.map(({ to }) => to)).toMatchObject([[{ address: 'hello@dewlight.example' }]])
  expect((await choose(app, tokenIn(mails[0]!))).status).toBe(303)
})

test('a link works once, for 30 minutes, and until the password is changed another way', async () => {
  const app = await siteWithMail()
  const token = await mailedToken(app)
  const both = await Promise.all([choose(app, token), choose(app, token, 'a third long password')])
  expect(both.map(({ status }) => status).sort()).toEqual([303, 403])
  const late = await mailedToken(app)
  app.setNow('2026-03-10T15:30:00.000Z')
  const refused = await choose(app, late)
  expect(refused.status).toBe(403)
  expect(await refused.text()).toContain('This link does not work any more: it works once, and for 30 minutes.')
  const overtaken = await mailedToken(app)
  await resetOwnerAccount(app.db, 'nora', password)
  expect((await choose(app, overtaken)).status).toBe(403)
  expect(await logIn(app, password)).toBe(200)
})

test('the response is the same for any name, each writes a link, and only a right one is mailed', async () => {
  const app = await siteWithMail()
  const responses = [await ask(app, 'NORA'), await ask(app, 'eve'), await ask(app, "nora' --")]
  for (const response of responses) {
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/forgot-password?sent=1')
  }
  await app.sendMail()
  expect(app.smtp.received).toHaveLength(1)
  const rows = await app.db.selectFrom('password_resets').selectAll().execute()
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain(tokenIn(app.smtp.received[0]!))
  expect((await choose(app, 'unknown username')).status).toBe(403)
})

test('a request takes as long for any name', async () => {
  const app = await siteWithMail()
  for (const name of ['nora', 'eve']) {
    const started = performance.now()
    await ask(app, name)
    expect(performance.now() - started, name).toBeGreaterThan(290)
  }
})

test('an account is mailed three links an hour, and a network requests five times', async () => {
  const app = await siteWithMail()
  for (let i = 0; i < 5; i++) expect((await ask(app, 'nora')).status).toBe(303)
  await app.sendMail()
  expect(app.smtp.received).toHaveLength(3)
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) statuses.push((await ask(app, 'eve', { from: '192.0.2.250' })).status)
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
})

test('a new password follows the rules, and a rejected one does not consume the link', async () => {
  const app = await siteWithMail()
  const token = await mailedToken(app)
  const short = await choose(app, token, 'short')
  expect(short.status).toBe(422)
  const text = await short.text()
  expect(text).toContain('Please use at least 12 characters')
  expect(text).not.toContain('"short"')
  expect((await choose(app, token)).status).toBe(303)
  expect((await ask(app, '')).status).toBe(422)
})

test('two-step verification is still required after a new password', async () => {
  const app = await siteWithMail()
  const { id } = await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  await app.db
    .insertInto('two_factor')
    .values({ user_id: id, secret: 'sealed', confirmed_at: '2026-03-01T00:00:00.000Z', last_step: 0 })
    .execute()
  expect((await choose(app, await mailedToken(app))).status).toBe(303)
  const response = await app.request('/api/auth/login', { json: { username: 'nora', password: newPassword } })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ needs: 'code' })
})

test('a link that waits to be mailed is neither in the database nor in the admin: it would set a password', async () => {
  const app = await siteWithMail()
  await ask(app, 'nora')
  const { id, text, html } = await app.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
  expect(text + html).not.toMatch(/[ =]/)
  const browser = makeBrowser(app)
  await browser.request('/api/auth/login', { json: { username: 'nora', password } })
  const shown = await browser.request(`/api/mails/${id}`)
  expect(shown.status).toBe(200)
  const body = await shown.text()
  expect(JSON.parse(body)).toMatchObject({ kind: 'password-reset', state: 'waiting', text: '', html: '' })
  await app.sendMail()
  const mailed = app.smtp.received.find(({ subject }) => subject === 'A new password for Dewlight')!
  expect(mailed.html).toContain(tokenIn(mailed))
})

test('without a mail server nothing is mailed, and the command is named', async () => {
  const app = await testApp()
  await createOwnerAccount(app.db, 'nora', password)
  expect(await (await app.request('/api/auth/recovery')).json()).toEqual({
    byMail: false,
    command: 'npm run admin -- reset',
  })
  expect((await ask(app, 'nora')).status).toBe(303)
  expect(await app.db.selectFrom('mails').selectAll().execute()).toEqual([])
  expect(await app.db.selectFrom('password_resets').selectAll().execute()).toEqual([])
})

test('the sent mail keeps no token, and expired links are deleted', async () => {
  const app = await siteWithMail()
  const token = await mailedToken(app)
  expect(JSON.stringify(await app.db.selectFrom('mails').selectAll().execute())).not.toContain(token)
  await ask(app, 'eve')
  await cleanUp(app.db, new Date('2026-03-10T15:31:00.000Z'))
  expect(await app.db.selectFrom('password_resets').selectAll().execute()).toEqual([])
})
