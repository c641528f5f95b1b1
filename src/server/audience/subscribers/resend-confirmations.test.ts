import { expect, onTestFinished, test, vi } from 'vitest'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { testApp } from '../../../../test/test-app.ts'
import { cleanUp } from '../../app/cleanup.ts'
import type { Db } from '../../platform/db/schema.ts'
import { createTokenBuckets } from '../../platform/http/token-bucket.ts'
import { sendLateConfirmations } from './late-confirmations.repo.ts'
import { resendConfirmations } from './resend-confirmations.repo.ts'

const origin = 'http://localhost:3000'
const day = (number: number, time = '15:00:00.000Z') => `2026-03-${number}T${time}`

async function smtpApp() {
  const smtp = await startSmtp()
  onTestFinished(smtp.close)
  const app = await testApp({ smtpUrl: smtp.url })
  const signUp = (email: string, more = {}) => app.request('/api/subscribers', { json: { email, ...more } })
  const resend = (now: string, take = async (_network: string) => true) =>
    resendConfirmations(app.db, { origin, now, take })
  const sendLate = (now: string, take = async (_network: string) => true) =>
    sendLateConfirmations(app.db, { origin, now, take })
  const addressees = () => smtp.received.map(({ to }) => to![0]!.address)
  return { ...app, smtp, signUp, resend, sendLate, addressees }
}

test('the confirmation is sent once more after two days, and its link works as long as it says', async () => {
  const { db, request, signUp, resend, smtp, sendMail, setNow } = await smtpApp()
  await signUp('ann@example.com', { name: 'Ann' })
  await sendMail()
  expect(await resend(day(12, '14:59:59.000Z'))).toBe(0)
  setNow(day(12))
  expect(await resend(day(12))).toBe(1)
  for (const now of [day(12), day(13), day(25)]) expect(await resend(now)).toBe(0)
  await sendMail()
  const [first, second] = smtp.received
  expect(first!.text).toContain('The link works for 30 days.')
  expect(second!.text).toContain('The link works for 28 days.')
  expect(second!.text).toContain('This is the only reminder.')
  expect(second).toMatchObject({ subject: 'Please confirm your subscription to Dewlight' })
  await cleanUp(db, new Date('2026-04-09T14:59:59.000Z'))
  setNow('2026-04-09T14:59:59.000Z')
  const token = /confirm\?token=(\S+)/.exec(second!.text!)![1]!
  const body = String(new URLSearchParams({ token }))
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const response = await request('/newsletter/confirm', { body, headers })
  expect(response.headers.get('location')).toBe('/newsletter/confirm?state=done')
  const { name, is_active } = await db.selectFrom('subscribers').selectAll().executeTakeFirstOrThrow()
  expect([name, Boolean(is_active)]).toEqual(['Ann', true])
})

test('the reminder leaves out who has confirmed, left, bounced, been deleted or is a bot', async () => {
  const { db, signUp, resend } = await smtpApp()
  const names = ['confirmed', 'left', 'bounced', 'deleted', 'waiting']
  for (const name of names) await signUp(`${name}@example.com`)
  await signUp('bot@example.com', { website: 'x' })
  const change = (name: string, values: object) =>
    db.updateTable('subscribers').set(values).where('email', '=', `${name}@example.com`).execute()
  await change('confirmed', { is_active: true, unconfirmed_at: null })
  await change('left', { unconfirmed_at: null, unsubscribed_at: day(11) })
  await change('deleted', { deleted_at: day(11) })
  await db.updateTable('mails').set({ state: 'failed' }).where('to_address', '=', 'bounced@example.com').execute()
  await db.deleteFrom('mails').where('state', '<>', 'failed').execute()
  expect(await resend(day(13))).toBe(1)
  const mails = await db.selectFrom('mails').select('to_address').where('state', '=', 'waiting').execute()
  expect(mails).toEqual([{ to_address: 'waiting@example.com' }])
})

test('processes that remind at the same time send each mail once', async () => {
  const { db, signUp, resend } = await smtpApp()
  for (let number = 0; number < 30; number++) await signUp(`reader-${number}@example.com`)
  await db.deleteFrom('mails').execute()
  const sent = await Promise.all([resend(day(12)), resend(day(12)), resend(day(12))])
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(30)
  const mails = await db.selectFrom('mails').select('to_address').execute()
  expect(new Set(mails.map((mail) => mail.to_address)).size).toBe(30)
  expect(mails).toHaveLength(30)
})

test('a run that is stopped in the middle is finished by the next', async () => {
  const { db, signUp, resend } = await smtpApp()
  for (let number = 0; number < 10; number++) await signUp(`reader-${number}@example.com`)
  await db.deleteFrom('mails').execute()
  const stop = new AbortController()
  const stopped = resendConfirmations(db, { origin, now: day(12), take: async () => true, signal: stop.signal })
  stop.abort()
  await expect(stopped).rejects.toThrow()
  await resend(day(12))
  expect(await db.selectFrom('mails').select('id').execute()).toHaveLength(10)
})

test('the hourly job sends the reminders', async () => {
  const { db, signUp, jobs, setNow, addressees, sendMail } = await smtpApp()
  await signUp('ann@example.com')
  await sendMail()
  await jobs.runDueJobs()
  setNow(day(13))
  await jobs.runDueJobs()
  await sendMail()
  expect(addressees()).toEqual(['ann@example.com', 'ann@example.com'])
  expect(await db.selectFrom('jobs').select('last_error').where('name', '=', 'resend-confirmations').execute()).toEqual(
    [{ last_error: null }],
  )
})

test('a repeated sign-up waits for its confirmation as long as a first one', async () => {
  const { db, signUp, setNow } = await smtpApp()
  await signUp('ann@example.com')
  setNow('2026-04-01T15:00:00.000Z')
  await signUp('ann@example.com')
  await cleanUp(db, new Date('2026-04-20T15:00:00.000Z'))
  expect(await db.selectFrom('subscribers').select('id').execute()).toHaveLength(1)
  await cleanUp(db, new Date('2026-05-02T15:00:00.000Z'))
  expect(await db.selectFrom('subscribers').select('id').execute()).toEqual([])
})

test('an address gets one mail a day, also from sign-ups at the same moment', async () => {
  const { db, signUp, setNow } = await smtpApp()
  const count = async () => (await db.selectFrom('mails').select('id').execute()).length
  const responses = await Promise.all([1, 2, 3, 4].map(() => signUp('ann@example.com')))
  for (const response of responses) expect(response.status).toBe(201)
  expect(await count()).toBe(1)
  setNow(day(11, '14:59:59.000Z'))
  await signUp('Ann@Example.com')
  expect(await count()).toBe(1)
  setNow(day(11, '15:00:01.000Z'))
  await signUp('ann@example.com')
  expect(await count()).toBe(2)
})

test('a network causes at most five mails a minute, and a sign-up over the limit gets the same response', async () => {
  const { db, request } = await smtpApp()
  const bodies: unknown[] = []
  for (let number = 0; number < 8; number++) {
    // Different addresses of one /64.
    const from = `2001:db8:1:2::${number + 1}`
    const email = `reader-${number}@example.com`
    const response =
      number % 2 === 0
        ? await request('/api/subscribers', { json: { email }, from })
        : await request('/newsletter', {
            body: `email=${email}`,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            from,
          })
    expect(response.status).toBe(number % 2 === 0 ? 201 : 303)
    if (number % 2 === 0) bodies.push({ ...((await response.json()) as object), email: '' })
    else expect(response.headers.get('location')).toBe('/newsletter?subscribed=mail')
  }
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
  expect(await db.selectFrom('mails').select('id').execute()).toHaveLength(5)
  expect(await db.selectFrom('subscribers').select('id').execute()).toHaveLength(8)
  await request('/api/subscribers', { json: { email: 'other@example.com' }, from: '2001:db8:1:3::1' })
  expect(await db.selectFrom('mails').select('id').execute()).toHaveLength(6)
})

test('reminders keep to five mails a minute for a network, together with sign-ups, and the rest wait', async () => {
  const { db, request, jobs, setNow } = await smtpApp()
  const from = '10.0.0.1'
  const signUp = (name: string) => request('/api/subscribers', { json: { email: `${name}@example.com` }, from })
  for (let number = 0; number < 8; number++) await signUp(`reader-${number}`)
  await request('/api/subscribers', { json: { email: 'other@example.com' } })
  const reminders = async () => {
    const rows = await db.selectFrom('subscribers').select('email').where('confirmation_resent_at', 'is not', null)
    return (await rows.orderBy('id').execute()).map(({ email }) => email)
  }
  await jobs.runDueJobs()
  setNow(day(13))
  // The bucket runs on the real clock, in which a minute has not gone by since the sign-ups.
  await jobs.runDueJobs()
  expect(await reminders()).toEqual(['other@example.com'])
})

test('what exceeds the limit of a network is sent by later runs', async () => {
  const { db, request, signUp, resend, sendLate } = await smtpApp()
  for (let number = 0; number < 7; number++)
    await request('/api/subscribers', { json: { email: `reader-${number}@example.com` }, from: '10.0.0.1' })
  await signUp('other@example.com')
  const networks = await db.selectFrom('subscribers').select('sign_up_network').execute()
  expect(new Set(networks.map(({ sign_up_network }) => sign_up_network)).size).toBe(2)
  expect(JSON.stringify(networks)).not.toContain('10.0.0.1')
  const limit = () => {
    const buckets = createTokenBuckets()
    return async (network: string) => buckets.consume('confirmation', network, { burst: 5, every: 60_000 }) === 0
  }
  expect(await resend(day(12), limit())).toBe(6)
  expect(await resend(day(12), limit())).toBe(0)
  expect(await sendLate(day(12), limit())).toBe(2)
  expect(await sendLate(day(12), limit())).toBe(0)
})

test('sign-ups of one network over the limit get the normal confirmation within minutes, and the reminder two days later', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { request, jobs, setNow, sendMail, smtp } = await smtpApp()
  const run = async (now: string) => {
    setNow(now)
    await jobs.runDueJobs()
    await sendMail()
    return smtp.received.splice(0).map(({ to, text }) => ({ to: to![0]!.address!, text: text! }))
  }
  for (let number = 1; number <= 7; number++) {
    const response = await request('/api/subscribers', {
      json: { email: `reader-${number}@example.com` },
      from: '10.0.0.1',
    })
    expect(response.status).toBe(201)
  }
  expect(await run(day(10))).toHaveLength(5)
  vi.advanceTimersByTime(5 * 60_000)
  const late = await run(day(10, '15:05:00.000Z'))
  expect(late.map(({ to }) => to)).toEqual(['reader-6@example.com', 'reader-7@example.com'])
  for (const { text } of late) {
    expect(text).toContain('please confirm that you want the Dewlight newsletter')
    expect(text).toContain('The link works for 29 days.')
    expect(text).not.toContain('a few days ago')
    expect(text).not.toContain('This is the only reminder.')
  }
  vi.advanceTimersByTime(5 * 60_000)
  expect(await run(day(10, '15:10:00.000Z'))).toEqual([])
  vi.advanceTimersByTime(2 * 24 * 60 * 60_000)
  expect(await run(day(12, '15:04:59.000Z'))).toHaveLength(5)
  vi.advanceTimersByTime(5 * 60_000)
  const reminders = await run(day(12, '15:10:00.000Z'))
  expect(reminders.map(({ to }) => to)).toEqual(['reader-6@example.com', 'reader-7@example.com'])
  for (const { text } of reminders) expect(text).toContain('This is the only reminder.')
})

/** Signs up while the network may cause no more mails. */
async function signUpOverLimit(app: Awaited<ReturnType<typeof smtpApp>>, names: string[]) {
  const from = '10.0.0.1'
  for (let number = 0; number < 5; number++)
    await app.request('/api/subscribers', { json: { email: `first-${number}@example.com` }, from })
  for (const name of names) await app.request('/api/subscribers', { json: { email: `${name}@example.com` }, from })
  await app.db.deleteFrom('mails').execute()
}

test('a late confirmation leaves out who has confirmed, left, been deleted or signed up again, and who waits too long', async () => {
  const app = await smtpApp()
  await signUpOverLimit(app, ['confirmed', 'left', 'deleted', 'again', 'waiting', 'gone'])
  const { db, asOwner, request } = app
  const find = (name: string) =>
    db.selectFrom('subscribers').selectAll().where('email', '=', `${name}@example.com`).executeTakeFirstOrThrow()
  const json = { isActive: true, consent: 'Said so by mail' }
  await asOwner(`/api/subscribers/${(await find('confirmed')).id}`, { method: 'PUT', json })
  await request(`/newsletter/unsubscribe?token=${(await find('left')).unsubscribe_token}`, { method: 'POST' })
  await asOwner(`/api/subscribers/${(await find('deleted')).id}`, { method: 'DELETE' })
  await app.signUp('again@example.com')
  const change = { confirmation_owed_at: '2026-02-18T15:00:00.000Z' }
  await db.updateTable('subscribers').set(change).where('email', '=', 'gone@example.com').execute()
  await db.deleteFrom('mails').execute()
  expect(await app.sendLate(day(11))).toBe(1)
  const mails = await db.selectFrom('mails').select('to_address').execute()
  expect(mails).toEqual([{ to_address: 'waiting@example.com' }])
})

test('a repeated sign-up over the limit of someone who left gets the confirmation as well', async () => {
  const app = await smtpApp()
  await app.db
    .insertInto('subscribers')
    .values({
      ...{
        email: 'back@example.com',
        is_active: false,
        unsubscribed_at: '2026-03-01T15:00:00.000Z',
        unsubscribe_token: 'token-back',
      },
      created_at: '2026-02-01T15:00:00.000Z',
    })
    .execute()
  await signUpOverLimit(app, ['back'])
  expect(await app.sendLate(day(10))).toBe(1)
  expect(await app.sendLate(day(12))).toBe(0)
})

async function insertOwed(db: Db, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, number) => ({
    ...{ email: `late-${number}@example.com`, is_active: false, unsubscribe_token: `token-${number}` },
    ...{ created_at: day(10), unconfirmed_at: day(10), confirmation_owed_at: day(10) },
  }))
  await db.insertInto('subscribers').values(rows).execute()
  return rows.map(({ email }) => email).sort()
}

test('processes that send late confirmations at the same time send each once, also after one was stopped', async () => {
  const { db, sendLate } = await smtpApp()
  const emails = await insertOwed(db, 20)
  const stop = new AbortController()
  let taken = 0
  const take = async () => {
    taken += 1
    if (taken === 5) stop.abort()
    return true
  }
  await expect(sendLateConfirmations(db, { origin, now: day(10), take, signal: stop.signal })).rejects.toThrow()
  await Promise.all([sendLate(day(10)), sendLate(day(10)), sendLate(day(10))])
  const mails = await db.selectFrom('mails').select('to_address').execute()
  expect(mails.map(({ to_address }) => to_address).sort()).toEqual(emails)
})

test('a run sends 500 late confirmations at most', async () => {
  const { db, sendLate } = await smtpApp()
  await insertOwed(db, 510)
  expect(await sendLate(day(10))).toBe(500)
  expect(await sendLate(day(10))).toBe(10)
})

test('a reminder waits until a day after the last mail to its address', async () => {
  const { db, signUp, resend } = await smtpApp()
  await signUp('ann@example.com')
  // As after a run of the day before that was late.
  await db
    .updateTable('mails')
    .set({ created_at: day(12, '08:00:00.000Z') })
    .execute()
  expect(await resend(day(12))).toBe(0)
  expect(await resend(day(13, '07:59:59.000Z'))).toBe(0)
  expect(await resend(day(13, '08:00:01.000Z'))).toBe(1)
})

test('the network of a sign-up is stored until it is confirmed or left', async () => {
  const { db, request, signUp, asOwner } = await smtpApp()
  await signUp('ann@example.com')
  const row = () => db.selectFrom('subscribers').selectAll().executeTakeFirstOrThrow()
  const { id, unsubscribe_token, sign_up_network } = await row()
  expect(sign_up_network).toMatch(/^[\w-]{43}$/)
  await request(`/newsletter/unsubscribe?token=${unsubscribe_token}`, { method: 'POST' })
  expect((await row()).sign_up_network).toBeNull()
  await db.updateTable('subscribers').set({ sign_up_network: 'x' }).execute()
  const json = { isActive: true, consent: 'Said so by mail' }
  await asOwner(`/api/subscribers/${id}`, { method: 'PUT', json })
  expect((await row()).sign_up_network).toBeNull()
})
