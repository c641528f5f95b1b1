import { expect, onTestFinished, test } from 'vitest'
import {
  actOnNewsletter,
  addNewsletter,
  addSubscribers,
  at,
  countAttempts,
  gate,
  NOW,
  readers,
  readNewsletter,
  senderOf,
  startSendingSite,
} from '../../../../test/newsletter-sending.ts'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { leaseRecipients } from '../../audience/newsletter-sending/leases.repo.ts'
import { readPermits } from '../../audience/newsletter-sending/limits.repo.ts'
import { writeNewsletterLimits } from '../../audience/newsletter-sending/newsletter-limits.repo.ts'
import { parseSmtpUrl } from '../../platform/smtp-url.ts'

test('after a stall the messages follow at the pace that the owner has chosen', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, ...readers(50))
  const id = await addNewsletter(app)
  await writeNewsletterLimits(app.db, { perSecond: 20, perHour: null, perDay: null }, NOW)
  const times: number[] = []
  smtp.beforeRecipient = async () => {
    if (times.length === 4) await new Promise((resolve) => setTimeout(resolve, 1500))
    times.push(performance.now())
    return undefined
  }
  const { sender } = senderOf(app, smtp, { connections: 1, clock: () => new Date() })
  await sender.sendDue()
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'sent', numbers: { accepted: 50 } })
  const within = times.map((time) => times.filter((other) => other >= time && other < time + 1000).length)
  // One more at each end, since a message is counted where the server reads its recipient.
  expect(Math.max(...within)).toBeLessThanOrEqual(22)
})

test('a newsletter that is due begins while another one is being sent', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, 'ann@example.com')
  await addNewsletter(app)
  const [reached, late] = [gate(), gate()]
  smtp.beforeRecipient = async () => {
    reached.open()
    await late.opened
    return undefined
  }
  const begun: number[] = []
  const { sender } = senderOf(app, smtp, { begin: async (id) => void begun.push(id) })
  sender.open()
  await reached.opened
  const due = await addNewsletter(app, { state: 'scheduled', scheduled_at: NOW })
  sender.wake()
  await expect.poll(() => begun, { timeout: 3000 }).toContain(due)
  late.open()
})

test('changed settings of the mail server are used within a run', async () => {
  const { app, smtp } = await startSendingSite()
  const other = await startSmtp()
  onTestFinished(() => other.close())
  await addSubscribers(app, 'ann@example.com', 'bea@example.com')
  await addNewsletter(app)
  let url = smtp.url
  smtp.beforeAcceptance = async () => {
    url = other.url
  }
  const from = { name: 'Dewlight', address: 'hello@dewlight.example' }
  const { sender } = senderOf(app, smtp, {
    ...{ connections: 1, refreshMs: 0 },
    findServer: async () => ({ smtp: parseSmtpUrl(url)!, from }),
  })
  await sender.sendDue()
  expect([smtp.received.length, other.received.length]).toEqual([1, 1])
})

test('attempts that an outage or a pause prevented do not count against the limits', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, 'ann@example.com')
  const id = await addNewsletter(app)
  const broken = parseSmtpUrl('smtp://127.0.0.1:1')!
  const { sender, server } = senderOf(app, smtp)
  await senderOf(app, smtp, { findServer: async () => ({ ...server, smtp: broken }) }).sender.sendDue()
  expect(await countAttempts(app)).toBe(0)
  smtp.beforeRecipient = async () => {
    await actOnNewsletter(app, id, 'pause')
    return undefined
  }
  await sender.sendDue()
  expect(smtp.received).toEqual([])
  expect(await countAttempts(app)).toBe(0)
  smtp.beforeRecipient = async () => undefined
  await actOnNewsletter(app, id, 'resume')
  await sender.sendDue()
  expect(await countAttempts(app)).toBe(1)
})

test('the limit of an hour holds for what a slow server took minutes after its lease', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, ...readers(8))
  await addNewsletter(app)
  await writeNewsletterLimits(app.db, { perSecond: null, perHour: 4, perDay: null }, NOW)
  let now = NOW
  smtp.beforeRecipient = async () => {
    now = at(2.5)
    smtp.beforeRecipient = async () => undefined
    return undefined
  }
  const { sender } = senderOf(app, smtp, { connections: 1, clock: () => new Date(now) })
  const sendAt = async (minutes: number) => {
    now = at(minutes)
    await sender.sendDue()
    return smtp.received.length
  }
  expect(await sendAt(0)).toBe(4)
  // Only the message that was being handed over counts from its lease.
  expect(await sendAt(61)).toBe(5)
  expect(await sendAt(63)).toBe(8)
})

test('a temporary failure of the sign-in pauses nothing', async () => {
  const { app, smtp } = await startSendingSite({ login: ['user', 'right'] })
  await addSubscribers(app, 'ann@example.com')
  const id = await addNewsletter(app)
  smtp.refuseSignIn = [454, '4.7.0 Temporary authentication failure']
  await app.sendNewsletters()
  expect(await readNewsletter(app, id)).toMatchObject({
    state: 'sending',
    note: expect.stringMatching(/^It is tried again by itself. .*454 4.7.0 Temporary/),
  })
})

test('attempts that a wrong clock dated months ahead count against no limit', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, 'ann@example.com')
  await addNewsletter(app)
  await app.db
    .insertInto('newsletter_attempts')
    .values({ minute: '2026-08-01T00:00:00.000Z', count: 5000, paced_until: '2026-08-01T00:00:00.000Z' })
    .execute()
  const limits = { perSecond: 5, perHour: 100, perDay: 1000 }
  await writeNewsletterLimits(app.db, limits, NOW)
  await app.sendNewsletters()
  expect(smtp.received).toHaveLength(1)
  expect(await countAttempts(app)).toBe(1)
  const permits = () => app.db.transaction().execute((db) => readPermits(db, limits, Date.parse(NOW), 100))
  expect(await permits()).toMatchObject({ count: 4, from: Date.parse(NOW) + 200 })
})

test('an automatic newsletter goes before the rest of a large one', async () => {
  const { app } = await startSendingSite()
  await addSubscribers(app, 'ann@example.com', 'bea@example.com')
  await addNewsletter(app, { started_at: at(-60) })
  const welcome = await addNewsletter(app, { kind: 'welcome', started_at: at(-1) })
  const leased = await leaseRecipients(app.db, { now: NOW, until: at(3), lease: 'one', limit: 2 })
  expect(leased.map(({ newsletter_id }) => newsletter_id)).toEqual([welcome, welcome])
})
