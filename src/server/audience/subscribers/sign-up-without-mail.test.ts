import { expect, onTestFinished, test } from 'vitest'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { cleanUp } from '../../app/cleanup.ts'
import { keepWaiting } from './late-confirmations.repo.ts'

const NOW = Date.parse('2026-03-10T15:00:00.000Z')
const day = (number: number) => new Date(NOW + number * 86_400_000).toISOString()

/** Undefined once it is purged. */
async function statusOf({ db }: TestApp, email: string) {
  const row = await db.selectFrom('subscribers').selectAll().where('email', '=', email).executeTakeFirst()
  return row && (row.is_active ? 'active' : row.unconfirmed_at === null ? 'unsubscribed' : 'unconfirmed')
}

/** Runs the daily jobs without a mail server. */
async function passDay({ db }: TestApp, at: string): Promise<void> {
  await keepWaiting(db, at)
  await cleanUp(db, new Date(at))
}

test('without a mail server a sign-up waits unconfirmed, and gets its link once there is one', async () => {
  const app = await testApp({ settings: { email: 'hello@dewlight.example' } })
  const response = await app.request('/api/subscribers', { json: { email: 'ann@example.com', name: 'Ann' } })
  expect(await response.json()).toEqual({ email: 'ann@example.com', isActive: false, confirmation: 'later' })
  expect(await statusOf(app, 'ann@example.com')).toBe('unconfirmed')
  expect(await app.db.selectFrom('mails').select('id').execute()).toEqual([])

  await app.jobs.runDueJobs()
  app.setNow(day(2))
  expect(await app.jobs.runDueJobs()).toContain('resend-confirmations')
  expect(await app.db.selectFrom('subscribers').select('confirmation_owed_at').execute()).toEqual([
    { confirmation_owed_at: day(2) },
  ])
  // Longer than a link works.
  for (let number = 3; number <= 40; number += 1) await passDay(app, day(number))
  expect(await statusOf(app, 'ann@example.com')).toBe('unconfirmed')

  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  const { hostname, port } = new URL(smtp.url)
  const server = {
    host: hostname,
    port: Number(port),
    security: 'none',
    user: '',
    password: '',
    fromName: '',
    fromAddress: '',
  }
  const saved = await app.asOwner('/api/mails/settings', { method: 'PUT', json: server })
  expect(saved.status, await saved.clone().text()).toBe(200)
  app.setNow(day(41))
  expect(await app.jobs.runDueJobs()).toContain('resend-confirmations')
  await app.sendMail()
  expect(smtp.received.map(({ envelope, subject }) => [envelope.to[0], subject])).toEqual([
    ['ann@example.com', 'Please confirm your subscription to Dewlight'],
  ])
  const token = /confirm\?token=(\S+)/.exec(smtp.received[0]!.text!)![1]!
  const confirmed = await app.request('/newsletter/confirm', {
    body: new URLSearchParams({ token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(confirmed.headers.get('location')).toContain('state=done')
  expect(await statusOf(app, 'ann@example.com')).toBe('active')
})

test('a sign-up waits for a mail server for a year at most', async () => {
  const app = await testApp()
  await app.request('/api/subscribers', { json: { email: 'ann@example.com' } })
  for (let number = 5; number <= 360; number += 5) await passDay(app, day(number))
  expect(await statusOf(app, 'ann@example.com')).toBe('unconfirmed')
  await passDay(app, day(366))
  expect(await statusOf(app, 'ann@example.com')).toBeUndefined()
})

test('a sign-up of somebody who had left long ago waits as long as a new one', async () => {
  const app = await testApp()
  await app.db
    .insertInto('subscribers')
    .values({
      email: 'ann@example.com',
      is_active: false,
      unsubscribe_token: 'token-ann',
      created_at: day(-800),
      unsubscribed_at: day(-700),
    })
    .execute()
  await app.request('/api/subscribers', { json: { email: 'ann@example.com' } })
  await passDay(app, day(20))
  expect(await app.db.selectFrom('subscribers').select('confirmation_owed_at').execute()).toEqual([
    { confirmation_owed_at: day(20) },
  ])
})

test('who is active stays so, whether there is a mail server or not', async () => {
  const app = await testApp()
  await app.request('/api/subscribers', { json: { email: 'ann@example.com' } })
  await app.db.updateTable('subscribers').set({ is_active: true, unconfirmed_at: null }).execute()
  const again = await app.request('/api/subscribers', { json: { email: 'ann@example.com', name: 'Eve' } })
  expect(await again.json()).toEqual({ email: 'ann@example.com', isActive: false, confirmation: 'later' })
  expect(await app.db.selectFrom('subscribers').select(['name', 'is_active']).execute()).toMatchObject([{ name: null }])
  expect(await statusOf(app, 'ann@example.com')).toBe('active')
})
