import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { startSmtp, type TestSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { Newsletter } from '../../../contract/newsletters.ts'
import { leaseRecipients } from '../../audience/newsletters/leases.repo.ts'
import { readPermits } from '../../audience/newsletters/limits.repo.ts'
import { writeNewsletterLimits } from '../../audience/newsletters/newsletter-limits.repo.ts'
import { createNewsletterSender, type NewsletterSenderOptions } from '../../audience/newsletters/newsletter-sender.ts'
import { faultOf } from '../../platform/health/faults.ts'
import { parseSmtpUrl } from '../../platform/smtp-url.ts'

const NOW = '2026-03-10T15:00:00.000Z'
const at = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString()

async function site(
  options: { login?: [string, string]; size?: number } = {},
): Promise<{ app: TestApp; smtp: TestSmtp }> {
  const { login } = options
  const smtp = await startSmtp(options)
  onTestFinished(() => smtp.close())
  const signIn = login ? `${login[0]}:${login[1]}@` : ''
  const app = await testApp({ smtpUrl: smtp.url.replace('smtp://', `smtp://${signIn}`) })
  // The clock of a test stands still, so that a pace would never end.
  await writeNewsletterLimits(app.db, { perSecond: null, perHour: null, perDay: null }, NOW)
  return { app, smtp }
}

async function addSubscribers({ db }: TestApp, ...emails: string[]): Promise<void> {
  for (const email of emails)
    await db
      .insertInto('subscribers')
      .values({ email, name: null, is_active: true, unsubscribe_token: `token-${email}`, created_at: at(-60) })
      .execute()
}

/** A newsletter that is being sent to every subscriber, or as `over` says. */
async function addNewsletter({ db }: TestApp, over: object = {}): Promise<number> {
  const id = await makePost(db, { kind: 'newsletter', title: 'My morning' })
  await db
    .updateTable('newsletters')
    .set({
      ...{ state: 'sending', sent_subject: 'My morning', sent_html: '<p>Hello</p>', sent_text: 'Hello' },
      ...{ started_at: NOW, ...over },
    })
    .where('post_id', '=', id)
    .execute()
  for (const subscriber of await db.selectFrom('subscribers').select(['id', 'email']).orderBy('id').execute())
    await db
      .insertInto('newsletter_recipients')
      .values({
        newsletter_id: id,
        subscriber_id: subscriber.id,
        email: subscriber.email,
        state: 'waiting',
        next_at: NOW,
      })
      .execute()
  return id
}

const read = async ({ asOwner }: TestApp, id: number) =>
  (await (await asOwner(`/api/newsletters/${id}`)).json()) as Newsletter
const act = ({ asOwner }: TestApp, id: number, action: string) =>
  asOwner(`/api/newsletters/${id}/${action}`, { json: {} })
const recipients = ({ db }: TestApp) => db.selectFrom('newsletter_recipients').selectAll().orderBy('id').execute()
const attempts = async ({ db }: TestApp) =>
  (await db.selectFrom('newsletter_attempts').select('count').execute()).reduce((sum, { count }) => sum + count, 0)

function senderOf({ db }: TestApp, smtp: TestSmtp, over: Partial<NewsletterSenderOptions> = {}) {
  const server = { smtp: parseSmtpUrl(smtp.url)!, from: { name: 'Dewlight', address: 'hello@dewlight.example' } }
  const sender = createNewsletterSender({
    ...{ db, origin: 'http://localhost:3000', findServer: async () => server, begin: async () => {} },
    isOutage: (error: unknown) => faultOf(error) !== undefined,
    ...{ clock: () => new Date(NOW), log: pino({ level: 'silent' }), messageIdOf: () => '<test@dewlight.example>' },
    ...over,
  })
  onTestFinished(() => sender.close())
  return { sender, server }
}

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

test('a reply that comes after the lease has passed to another connection changes nothing, and no one gets two', async () => {
  const { app, smtp } = await site()
  await addSubscribers(app, 'ann@example.com')
  const id = await addNewsletter(app)
  const [reached, late, handedOver, accepted] = [gate(), gate(), gate(), gate()]
  let calls = 0
  smtp.beforeRecipient = async () => {
    calls += 1
    if (calls > 1) return undefined
    reached.open()
    await late.opened
    return [450, 'Busy']
  }
  smtp.beforeAcceptance = async () => {
    handedOver.open()
    await accepted.opened
  }
  const first = app.sendNewsletters()
  await reached.opened
  app.setNow(at(4))
  const second = app.sendNewsletters()
  await handedOver.opened
  late.open()
  await first
  accepted.open()
  await second
  app.setNow(at(30))
  await app.sendNewsletters()
  expect(smtp.received).toHaveLength(1)
  expect(await read(app, id)).toMatchObject({ state: 'sent', numbers: { accepted: 1 } })
})

test('a deferral after the newsletter has ended leaves the recipient in doubt, for the owner to decide', async () => {
  const { app, smtp } = await site()
  await addSubscribers(app, 'ann@example.com', 'bea@example.com')
  const id = await addNewsletter(app)
  const [reached, late] = [gate(), gate()]
  smtp.refuseMessage = [451, 'Try again later']
  smtp.beforeAcceptance = async () => {
    reached.open()
    await late.opened
  }
  await app.db.updateTable('newsletter_recipients').set({ state: 'accepted' }).where('email', 'like', 'bea%').execute()
  const first = app.sendNewsletters()
  await reached.opened
  app.setNow(at(4))
  await app.sendNewsletters()
  expect(await read(app, id)).toMatchObject({ state: 'sent', numbers: { inDoubt: 1 } })
  late.open()
  await first
  expect(await read(app, id)).toMatchObject({ state: 'sent', numbers: { inDoubt: 1, deferred: 0 } })
  smtp.refuseMessage = undefined
  expect((await act(app, id, 'resend-in-doubt')).status).toBe(200)
  await app.sendNewsletters()
  expect(await read(app, id)).toMatchObject({ state: 'sent', numbers: { accepted: 2 } })
})

test('a pause ends the leases of all that wait, without a connection for each', async () => {
  const { app, smtp } = await site()
  await addSubscribers(app, ...readers(40))
  const id = await addNewsletter(app)
  let named = 0
  smtp.beforeRecipient = async () => {
    named += 1
    if (named === 3) await act(app, id, 'pause')
    return undefined
  }
  const { sender } = senderOf(app, smtp, { connections: 1 })
  await sender.sendDue()
  expect([named, smtp.received.length]).toEqual([3, 2])
  expect(await read(app, id)).toMatchObject({ state: 'paused', numbers: { accepted: 2, waiting: 38 } })
  expect(await attempts(app)).toBe(2)
  expect((await recipients(app)).filter(({ lease }) => lease !== null)).toEqual([])
})

test('a recipient whose lease has ended is not handed over', async () => {
  const { app, smtp } = await site()
  await addSubscribers(app, 'ann@example.com')
  await addNewsletter(app)
  smtp.beforeRecipient = async () => {
    app.setNow(at(4))
    smtp.beforeRecipient = async () => undefined
    return undefined
  }
  await app.sendNewsletters()
  expect((await recipients(app))[0]).toMatchObject({ state: 'waiting', attempts: 0 })
  expect(smtp.received).toEqual([])
  await app.sendNewsletters()
  expect(smtp.received).toHaveLength(1)
})

test('a server that rejects everything pauses sending, suppresses no address, and everybody gets it later', async () => {
  const { app, smtp } = await site()
  await addSubscribers(app, 'ann@one.example', 'bea@two.example', 'cleo@three.example', 'dora@four.example')
  const id = await addNewsletter(app)
  smtp.refuse = [550, 'Domain is not verified']
  await app.sendNewsletters()
  const { state, note, numbers } = await read(app, id)
  expect([state, note]).toEqual(['paused', 'The mail server rejects every recipient: 550 Domain is not verified'])
  expect(numbers).toMatchObject({ failed: 0, bounced: 0 })
  expect(numbers.waiting + numbers.deferred).toBe(4)
  expect(await app.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
  smtp.refuse = undefined
  expect((await act(app, id, 'resume')).status).toBe(200)
  await app.sendNewsletters()
  expect(await read(app, id)).toMatchObject({ state: 'sent', numbers: { accepted: 4 } })
})

test('rejections are taken back later if the database fails just then', async () => {
  const { app, smtp } = await site()
  await addSubscribers(app, 'ann@one.example', 'bea@two.example', 'cleo@three.example')
  const id = await addNewsletter(app)
  smtp.refuse = [550, 'No such user here']
  const begin = app.db.transaction.bind(app.db)
  const isToFail = async () => {
    const states = (await recipients(app)).map(({ state }) => state)
    return states.every((state) => state === 'failed')
  }
  const execute = async (act: Parameters<ReturnType<typeof begin>['execute']>[0]) => {
    if (await isToFail()) throw new Error('The database is away')
    return begin().execute(act)
  }
  const { sender } = senderOf(app, smtp, { connections: 1 })
  app.db.transaction = () => Object.assign(begin(), { execute })
  await expect(sender.sendDue()).rejects.toThrow('The database is away')
  app.db.transaction = begin
  expect(await read(app, id)).toMatchObject({ state: 'paused', numbers: { failed: 3 } })
  await sender.sendDue()
  expect(await read(app, id)).toMatchObject({ state: 'paused', numbers: { failed: 0, deferred: 3, bounced: 0 } })
  expect(await app.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
})

test('single addresses that are rejected between accepted ones do not stop a newsletter', async () => {
  const { app, smtp } = await site()
  const emails = Array.from({ length: 12 }, (_, index) => `reader@domain-${index}.example`)
  await addSubscribers(app, ...emails)
  await addNewsletter(app)
  smtp.beforeRecipient = async (address) => (/-(3|6|7|10)\./.test(address) ? [550, '5.1.1 No such user'] : undefined)
  const { sender } = senderOf(app, smtp, { connections: 1 })
  await sender.sendDue()
  await sender.sendDue()
  expect((await recipients(app)).map(({ state }) => state).filter((state) => state !== 'accepted')).toEqual(
    Array.from({ length: 4 }, () => 'failed'),
  )
  expect(await app.db.selectFrom('suppressions').select('email').execute()).toHaveLength(4)
})

const dead = (count: number) => Array.from({ length: count }, (_, index) => `dead@domain-${index}.example`)
const readers = (count: number) => Array.from({ length: count }, (_, index) => `reader@example-${index}.example`)
const refuseDead = (smtp: TestSmtp, text: string) => {
  smtp.beforeRecipient = async (address) => (address.startsWith('dead') ? [550, text] : undefined)
}

test('dead addresses on different domains before all others are suppressed and stop nothing', async () => {
  const { app, smtp } = await site()
  await addSubscribers(app, ...dead(8), ...readers(12))
  const id = await addNewsletter(app)
  refuseDead(smtp, '5.1.1 No such user here')
  await app.sendNewsletters()
  expect(await read(app, id)).toMatchObject({ state: 'sent', note: null, numbers: { accepted: 12, failed: 8 } })
  const suppressions = await app.db.selectFrom('suppressions').select(['email', 'reason']).orderBy('email').execute()
  expect(suppressions).toEqual(dead(8).map((email) => ({ email, reason: 'hard-bounce' })))
})

test('a resumed newsletter reaches the others before those that were rejected, whose second rejection counts', async () => {
  const { app, smtp } = await site()
  await addSubscribers(app, ...dead(8), ...readers(12))
  const id = await addNewsletter(app)
  refuseDead(smtp, 'Requested action not taken: mailbox unavailable')
  const { sender } = senderOf(app, smtp, { connections: 1 })
  for (const rejected of [3, 6]) {
    await sender.sendDue()
    const numbers = { accepted: 0, failed: 0, deferred: rejected }
    expect(await read(app, id)).toMatchObject({ state: 'paused', numbers })
    expect((await act(app, id, 'resume')).status).toBe(200)
  }
  await sender.sendDue()
  expect(await read(app, id)).toMatchObject({ state: 'sent', numbers: { accepted: 12, failed: 8 } })
})

test.each([
  '5.7.1 Relaying denied',
  '5.7.0 Account expired',
  'Sender domain is not verified',
])('a server that replies “%s” to three domains pauses everything', async (text) => {
  const { app, smtp } = await site()
  await addSubscribers(app, ...readers(12))
  const id = await addNewsletter(app)
  smtp.refuse = [550, text]
  const { sender } = senderOf(app, smtp, { connections: 1 })
  await sender.sendDue()
  expect(await read(app, id)).toMatchObject({
    ...{ state: 'paused', note: `The mail server rejects every recipient: 550 ${text}` },
    numbers: { waiting: 9, deferred: 3, failed: 0 },
  })
})

test('a server that knows no mailbox of twenty domains is at fault too', async () => {
  const { app, smtp } = await site()
  await addSubscribers(app, ...dead(24))
  const id = await addNewsletter(app)
  refuseDead(smtp, '5.1.1 No such user here')
  const { sender } = senderOf(app, smtp, { connections: 1 })
  await sender.sendDue()
  expect(await read(app, id)).toMatchObject({ state: 'paused', numbers: { waiting: 4, deferred: 20 } })
  expect(await app.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
})

test('a server that refuses the sender of a newsletter to few readers pauses it after the fifth time', async () => {
  const { app, smtp } = await site()
  await addSubscribers(app, 'ann@example.com', 'bea@example.com')
  const id = await addNewsletter(app)
  smtp.refuseSender = [550, '5.7.1 Sender is not allowed']
  for (const minutes of [0, 10]) {
    app.setNow(at(minutes))
    await app.sendNewsletters()
    expect(await read(app, id)).toMatchObject({ state: 'sending', numbers: { deferred: 2 } })
  }
  app.setNow(at(30))
  await app.sendNewsletters()
  expect(await read(app, id)).toMatchObject({
    ...{ state: 'paused', note: 'The mail server refuses the sender: 550 5.7.1 Sender is not allowed' },
    numbers: { deferred: 2, failed: 0 },
  })
  // The count starts again.
  expect((await act(app, id, 'resume')).status).toBe(200)
  app.setNow(at(90))
  await app.sendNewsletters()
  expect(await read(app, id)).toMatchObject({ state: 'sending', numbers: { deferred: 2 } })
})

test('a mail larger than the mail server takes pauses the newsletter, over one connection', async () => {
  const { app, smtp } = await site({ size: 200 })
  await addSubscribers(app, ...readers(8))
  const id = await addNewsletter(app)
  const { sender } = senderOf(app, smtp, { connections: 1 })
  await sender.sendDue()
  expect(await read(app, id)).toMatchObject({
    ...{ state: 'paused', note: 'The mail is too large for the mail server: Message size larger than allowed 200' },
    numbers: { waiting: 3, deferred: 5, failed: 0 },
  })
  expect(smtp.connections).toBe(1)
})

test('after a stall the messages follow at the pace that the owner has chosen', async () => {
  const { app, smtp } = await site()
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
  expect(await read(app, id)).toMatchObject({ state: 'sent', numbers: { accepted: 50 } })
  const within = times.map((time) => times.filter((other) => other >= time && other < time + 1000).length)
  // One more at each end, since a message is counted where the server reads its recipient.
  expect(Math.max(...within)).toBeLessThanOrEqual(22)
})

test('a newsletter that is due begins while another one is being sent', async () => {
  const { app, smtp } = await site()
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
  const { app, smtp } = await site()
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
  const { app, smtp } = await site()
  await addSubscribers(app, 'ann@example.com')
  const id = await addNewsletter(app)
  const broken = parseSmtpUrl('smtp://127.0.0.1:1')!
  const { sender, server } = senderOf(app, smtp)
  await senderOf(app, smtp, { findServer: async () => ({ ...server, smtp: broken }) }).sender.sendDue()
  expect(await attempts(app)).toBe(0)
  smtp.beforeRecipient = async () => {
    await act(app, id, 'pause')
    return undefined
  }
  await sender.sendDue()
  expect(smtp.received).toEqual([])
  expect(await attempts(app)).toBe(0)
  smtp.beforeRecipient = async () => undefined
  await act(app, id, 'resume')
  await sender.sendDue()
  expect(await attempts(app)).toBe(1)
})

test('the limit of an hour holds for what a slow server took minutes after its lease', async () => {
  const { app, smtp } = await site()
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
  const { app, smtp } = await site({ login: ['user', 'right'] })
  await addSubscribers(app, 'ann@example.com')
  const id = await addNewsletter(app)
  smtp.refuseSignIn = [454, '4.7.0 Temporary authentication failure']
  await app.sendNewsletters()
  expect(await read(app, id)).toMatchObject({
    state: 'sending',
    note: expect.stringMatching(/^It is tried again by itself. .*454 4.7.0 Temporary/),
  })
})

test('a scheduled newsletter that cannot be composed becomes a draft, and the others begin', async () => {
  const { app, smtp } = await site()
  await addSubscribers(app, 'ann@example.com')
  const broken = await addNewsletter(app, { state: 'scheduled', scheduled_at: at(-2) })
  const other = await addNewsletter(app, { state: 'scheduled', scheduled_at: at(-1) })
  const begun: number[] = []
  const { sender } = senderOf(app, smtp, {
    makeDue: async () => {
      throw new Error('No digest today')
    },
    begin: async (id) => {
      if (id === broken) throw new Error('A block is broken')
      begun.push(id)
    },
  })
  for (let poll = 1; poll <= 3; poll++) await sender.sendDue()
  expect(begun).toContain(other)
  expect(await read(app, broken)).toMatchObject({
    state: 'draft',
    note: 'It was not sent at its time, because it could not be composed; the log of the program says why.',
  })
})

test('an outage of the database while a newsletter is composed neither pauses it nor puts it back', async () => {
  const { app, smtp } = await site()
  await addSubscribers(app, 'ann@example.com')
  const welcome = await addNewsletter(app, { kind: 'welcome', composed_at: at(-120) })
  const scheduled = await addNewsletter(app, { state: 'scheduled', scheduled_at: at(-1) })
  const outage = async () => {
    throw Object.assign(new Error('The connection was reset'), { code: 'ECONNRESET' })
  }
  const { sender } = senderOf(app, smtp, { begin: outage })
  for (let poll = 1; poll <= 4; poll++) await expect(sender.sendDue()).rejects.toThrow('The connection was reset')
  expect(await read(app, scheduled)).toMatchObject({ state: 'scheduled', note: null })
  await expect(senderOf(app, smtp, { recompose: outage }).sender.sendDue()).rejects.toThrow('The connection was reset')
  expect(await read(app, welcome)).toMatchObject({ state: 'sending', note: null, numbers: { waiting: 1 } })
  await senderOf(app, smtp).sender.sendDue()
  expect(await read(app, welcome)).toMatchObject({ numbers: { accepted: 1 } })
})

test('sending again to those in doubt reaches no one else, and leaves a cancelled newsletter cancelled', async () => {
  const { app, smtp } = await site()
  await addSubscribers(app, 'ann@example.com', 'bea@example.com')
  const id = await addNewsletter(app, { state: 'paused' })
  const doubt = () =>
    app.db
      .updateTable('newsletter_recipients')
      .set({ state: 'in-doubt', settled_at: NOW })
      .where('email', '=', 'ann@example.com')
      .execute()
  await doubt()
  expect((await act(app, id, 'resend-in-doubt')).status).toBe(200)
  await app.sendNewsletters()
  expect(await read(app, id)).toMatchObject({ state: 'paused', numbers: { waiting: 2 } })
  await doubt()
  expect((await act(app, id, 'cancel')).status).toBe(200)
  expect((await act(app, id, 'resend-in-doubt')).status).toBe(200)
  await app.sendNewsletters()
  expect(smtp.received.map(({ envelope }) => envelope.to[0])).toEqual(['ann@example.com'])
  expect(await read(app, id)).toMatchObject({ state: 'cancelled', numbers: { accepted: 1, cancelled: 1 } })
})

test('what was handed over when a newsletter was cancelled long ago becomes in doubt', async () => {
  const { app } = await site()
  await addSubscribers(app, 'ann@example.com')
  const id = await addNewsletter(app, { state: 'cancelled', finished_at: at(-180) })
  await app.db
    .updateTable('newsletter_recipients')
    .set({ state: 'sending', lease: 'killed', next_at: at(-170) })
    .execute()
  await app.sendNewsletters()
  expect(await read(app, id)).toMatchObject({ state: 'cancelled', numbers: { inDoubt: 1 } })
})

test('a message that the server defers after its newsletter was cancelled is not tried again', async () => {
  const { app, smtp } = await site()
  await addSubscribers(app, 'ann@example.com', 'bea@example.com')
  const id = await addNewsletter(app)
  const states = async () => (await recipients(app)).map(({ state }) => state)
  smtp.refuseMessage = [451, 'Try again later']
  smtp.beforeAcceptance = async () => {
    smtp.beforeAcceptance = undefined
    await act(app, id, 'cancel')
  }
  const { sender } = senderOf(app, smtp, { connections: 1 })
  await sender.sendDue()
  expect(await states()).toEqual(['deferred', 'cancelled'])
  await sender.sendDue()
  expect(await read(app, id)).toMatchObject({ state: 'cancelled', numbers: { cancelled: 2, deferred: 0 } })

  await app.db.updateTable('newsletter_recipients').set({ state: 'deferred' }).where('email', 'like', 'ann%').execute()
  await app.db.updateTable('newsletter_recipients').set({ state: 'in-doubt' }).where('email', 'like', 'bea%').execute()
  smtp.refuseMessage = undefined
  expect((await act(app, id, 'resend-in-doubt')).status).toBe(200)
  await sender.sendDue()
  expect(smtp.received.map(({ envelope }) => envelope.to[0])).toEqual(['bea@example.com'])
  expect(await read(app, id)).toMatchObject({ state: 'cancelled', numbers: { accepted: 1, cancelled: 1 } })
})

test('a reader who chooses fewer letters before their turn does not get the rest of it', async () => {
  const { app, smtp } = await site()
  await addSubscribers(app, 'ann@example.com', 'bea@example.com')
  const id = await addNewsletter(app)
  smtp.beforeRecipient = async () => {
    await app.db
      .updateTable('subscribers')
      .set({ frequency: 'digest' })
      .where('email', '=', 'ann@example.com')
      .execute()
    return undefined
  }
  await app.sendNewsletters()
  await app.sendNewsletters()
  expect(smtp.received.map(({ envelope }) => envelope.to[0])).toEqual(['bea@example.com'])
  expect(await read(app, id)).toMatchObject({ state: 'sent', numbers: { accepted: 1, suppressed: 1 } })
})

test('attempts that a wrong clock dated months ahead count against no limit', async () => {
  const { app, smtp } = await site()
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
  expect(await attempts(app)).toBe(1)
  const permits = () => app.db.transaction().execute((db) => readPermits(db, limits, Date.parse(NOW), 100))
  expect(await permits()).toMatchObject({ count: 4, from: Date.parse(NOW) + 200 })
})

test('an automatic newsletter goes before the rest of a large one', async () => {
  const { app } = await site()
  await addSubscribers(app, 'ann@example.com', 'bea@example.com')
  await addNewsletter(app, { started_at: at(-60) })
  const welcome = await addNewsletter(app, { kind: 'welcome', started_at: at(-1) })
  const leased = await leaseRecipients(app.db, { now: NOW, until: at(3), lease: 'one', limit: 2 })
  expect(leased.map(({ newsletter_id }) => newsletter_id)).toEqual([welcome, welcome])
})

test('a time that has passed is rejected, and does not send to everybody at once', async () => {
  const { app } = await site()
  await addSubscribers(app, 'ann@example.com')
  const id = await addNewsletter(app, { state: 'draft', started_at: null })
  const response = await app.asOwner(`/api/newsletters/${id}/send`, { json: { at: at(-2) } })
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { message: 'This time has passed. Choose a time in the future, or send it now.' },
  ])
  expect(await read(app, id)).toMatchObject({ state: 'draft' })
})

test('without a mail server a newsletter says what is missing', async () => {
  const { app, smtp } = await site()
  await addSubscribers(app, 'ann@example.com')
  const id = await addNewsletter(app)
  const { sender } = senderOf(app, smtp, { findServer: async () => undefined })
  await sender.sendDue()
  const note = 'It is sent once the mail server is set up under Settings, Mail.'
  expect(await read(app, id)).toMatchObject({ state: 'sending', note, expectedEnd: null })
  await senderOf(app, smtp).sender.sendDue()
  expect(await read(app, id)).toMatchObject({ state: 'sent', note: null })
})
