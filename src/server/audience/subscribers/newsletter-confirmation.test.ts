import { expect, onTestFinished, test } from 'vitest'
import { type ReceivedMail, startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { createSubscriber } from './subscribers.repo.ts'

async function smtpApp() {
  const smtp = await startSmtp()
  onTestFinished(smtp.close)
  return { ...(await testApp({ smtpUrl: smtp.url })), smtp }
}

async function status(db: TestApp['db'], email = 'ann@example.com') {
  const row = await db.selectFrom('subscribers').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  return { isActive: Boolean(row.is_active), isAwaited: row.unconfirmed_at !== null, name: row.name }
}

function linkIn({ text }: ReceivedMail, page: 'confirm' | 'unsubscribe'): URL {
  return new URL(new RegExp(`http://localhost:3000/newsletter/${page}\\?token=\\S+`).exec(text!)![0])
}

function post(request: TestApp['request'], path: string, fields: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return request(path, { body: String(new URLSearchParams(fields)), headers })
}

const confirm = (request: TestApp['request'], link: URL) =>
  post(request, '/newsletter/confirm', { token: link.searchParams.get('token')! })

test('with a mail server, a sign-up is active once it is confirmed', async () => {
  const { db, request, smtp, sendMail } = await smtpApp()
  const response = await request('/api/subscribers', { json: { email: 'Ann@example.com', name: 'Ann' } })
  expect(response.status).toBe(201)
  expect(await response.json()).toEqual({ email: 'ann@example.com', isActive: false, confirmation: 'now' })
  expect(await status(db)).toEqual({ isActive: false, isAwaited: true, name: 'Ann' })
  await sendMail()
  const [mail] = smtp.received
  expect(mail).toMatchObject({
    subject: 'Please confirm your subscription to Dewlight',
    to: [{ address: 'ann@example.com' }],
  })
  expect(mail!.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  const result = await confirm(request, linkIn(mail!, 'confirm'))
  expect(result.status).toBe(303)
  expect(result.headers.get('location')).toBe('/newsletter/confirm?state=done')
  expect(await status(db)).toEqual({ isActive: true, isAwaited: false, name: 'Ann' })
  const acts = await db.selectFrom('consents').select(['act', 'source']).orderBy('id').execute()
  expect(acts).toEqual([
    { act: 'signed-up', source: 'Newsletter form of the site' },
    { act: 'confirmed', source: 'Link in the mail' },
  ])
})

test('without JavaScript the sign-up redirects to a page that mentions the mail', async () => {
  const { request, db } = await smtpApp()
  const result = await post(request, '/newsletter', { email: 'ann@example.com' })
  expect(result.headers.get('location')).toBe('/newsletter?subscribed=mail')
  expect((await status(db)).isAwaited).toBe(true)
})

test('a GET of the confirmation link, as of a mail scanner, does not confirm', async () => {
  const { db, request, smtp, sendMail } = await smtpApp()
  await request('/api/subscribers', { json: { email: 'ann@example.com' } })
  await sendMail()
  const { pathname, search } = linkIn(smtp.received[0]!, 'confirm')
  await request(pathname + search)
  await request(pathname + search, { method: 'HEAD' })
  expect((await status(db)).isActive).toBe(false)
})

test('a confirmation link works once, for 30 days, and only unchanged', async () => {
  const { db, request, smtp, sendMail, setNow } = await smtpApp()
  await request('/api/subscribers', { json: { email: 'ann@example.com' } })
  await sendMail()
  const link = linkIn(smtp.received[0]!, 'confirm')
  const stored = await db.selectFrom('confirmations').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(link.searchParams.get('token'))
  for (const token of ['', 'x', `${link.searchParams.get('token')}x`, stored[0]!.token_hash]) {
    const result = await post(request, '/newsletter/confirm', { token })
    expect(result.headers.get('location')).toBe('/newsletter/confirm?state=expired')
  }
  setNow('2026-04-09T15:00:01.000Z')
  expect((await confirm(request, link)).headers.get('location')).toBe('/newsletter/confirm?state=expired')
  setNow('2026-04-09T14:59:59.000Z')
  expect((await confirm(request, link)).headers.get('location')).toBe('/newsletter/confirm?state=done')
  expect((await confirm(request, link)).headers.get('location')).toBe('/newsletter/confirm?state=expired')
  expect((await status(db)).isActive).toBe(true)
})

test('the token of a confirmation is stored nowhere once its mail is sent', async () => {
  const { db, request, smtp, sendMail } = await smtpApp()
  await request('/api/subscribers', { json: { email: 'ann@example.com' } })
  await sendMail()
  const token = linkIn(smtp.received[0]!, 'confirm').searchParams.get('token')!
  for (const table of ['mails', 'confirmations', 'subscribers', 'consents', 'idempotency_keys'] as const)
    expect(JSON.stringify(await db.selectFrom(table).selectAll().execute()), table).not.toContain(token)
})

test('new, unconfirmed, active and unsubscribed addresses get the same response, and a mail each', async () => {
  const { db, request, smtp, sendMail } = await smtpApp()
  await createSubscriber(db, { email: 'active@example.com', isActive: true }, '2026-03-01T10:00:00.000Z')
  const left = (await createSubscriber(db, { email: 'left@example.com', isActive: true }, '2026-03-01T10:00:00.000Z'))!
  await db
    .updateTable('subscribers')
    .set({ is_active: false, unsubscribed_at: '2026-03-02T10:00:00.000Z' })
    .where('id', '=', left)
    .execute()
  await createSubscriber(db, { email: 'waiting@example.com', isActive: false }, '2026-03-01T10:00:00.000Z')
  for (const who of ['new', 'waiting', 'active', 'left']) {
    const email = `${who}@example.com`
    const response = await request('/api/subscribers', { json: { email } })
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({ email, isActive: false, confirmation: 'now' })
  }
  await sendMail()
  expect(smtp.received.map(({ to, subject }) => [to![0]!.address, subject])).toEqual([
    ['new@example.com', 'Please confirm your subscription to Dewlight'],
    ['waiting@example.com', 'Please confirm your subscription to Dewlight'],
    ['active@example.com', 'You already get the Dewlight newsletter'],
    ['left@example.com', 'Please confirm your subscription to Dewlight'],
  ])
  expect(await status(db, 'active@example.com')).toMatchObject({ isActive: true })
  expect(await status(db, 'left@example.com')).toEqual({ isActive: false, isAwaited: false, name: null })
  await confirm(request, linkIn(smtp.received[3]!, 'confirm'))
  expect(await status(db, 'left@example.com')).toMatchObject({ isActive: true })
})

test('a third party can neither rename a subscriber nor flood an inbox', async () => {
  const { db, request, smtp, sendMail } = await smtpApp()
  await createSubscriber(db, { email: 'ann@example.com', name: 'Ann', isActive: true }, '2026-03-01T10:00:00.000Z')
  for (let i = 0; i < 8; i++) await request('/api/subscribers', { json: { email: 'ann@example.com', name: 'Fool' } })
  await sendMail()
  expect(smtp.received).toHaveLength(1)
  expect(await status(db)).toEqual({ isActive: true, isAwaited: false, name: 'Ann' })
})

test('a sign-up with the honeypot field enqueues no mail', async () => {
  const { db, request } = await smtpApp()
  await request('/api/subscribers', { json: { email: 'bot@example.com', website: 'x' } })
  expect(await db.selectFrom('mails').select('id').execute()).toEqual([])
  expect(await status(db, 'bot@example.com')).toMatchObject({ isActive: false })
})

test('a failed sign-up rolls back its mail', async () => {
  const { db, request } = await smtpApp()
  const headers = { 'idempotency-key': 'one-and-the-same' }
  await Promise.all([1, 2, 3].map(() => request('/api/subscribers', { json: { email: 'ann@example.com' }, headers })))
  expect(await db.selectFrom('mails').select('id').execute()).toHaveLength(1)
  expect((await request('/api/subscribers', { json: { email: 'eve@example.com' }, headers })).status).toBe(422)
  expect(await db.selectFrom('mails').select('id').execute()).toHaveLength(1)
})
