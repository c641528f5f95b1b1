import { expect, test } from 'vitest'
import {
  addNewsletter,
  addSubscribers,
  at,
  listRecipients,
  NOW,
  readers,
  readNewsletter,
  senderOf,
  startSendingSite,
} from '../../../../test/newsletter-sending.ts'
import type { TestSmtp } from '../../../../test/smtp-server.ts'
import type { TestApp } from '../../../../test/test-app.ts'

type Reply = [number, string]
const QUOTA: Reply = [454, '4.7.0 Daily message quota exceeded']

const suppressed = ({ db }: TestApp) => db.selectFrom('suppressions').selectAll().execute()

/** A sender whose clock the test sets, and the recipients that it was given. */
function clocked(
  app: TestApp,
  smtp: TestSmtp,
  replyTo: (address: string, minutes: number) => Reply | undefined,
  connections = 5,
) {
  let now = Date.parse(NOW)
  const timers = {
    elapsed: () => now,
    async sleep(ms: number) {
      now += ms
    },
  }
  const tried: string[] = []
  smtp.beforeRecipient = async (address) => {
    tried.push(address)
    return replyTo(address, (now - Date.parse(NOW)) / 60_000)
  }
  const { sender } = senderOf(app, smtp, { clock: () => new Date(now), timers, connections })
  /** Not earlier than what the pace of sending has taken. */
  const sendAt = (minutes: number) => {
    now = Math.max(now, Date.parse(at(minutes)))
    app.setNow(new Date(now).toISOString())
    return sender.sendDue()
  }
  return { sendAt, tried }
}

test('a quota that is exceeded holds the newsletter with the words of the server, and harms no reader', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, ...readers(300))
  const id = await addNewsletter(app)
  let left = 20
  const { sendAt, tried } = clocked(app, smtp, () => (left-- > 0 ? undefined : QUOTA))
  await sendAt(0)
  expect(tried.length).toBeLessThanOrEqual(25)
  const note =
    'The account at the mail server has sent as much as it may for now. It is tried again by itself. The mail server said: 454 4.7.0 Daily message quota exceeded'
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'sending', note, expectedEnd: null })

  for (let minutes = 5; minutes < 3 * 24 * 60; minutes += 5) await sendAt(minutes)
  // One reader at a time: after 15 and 30 minutes, then every hour.
  expect(tried.length).toBeLessThanOrEqual(25 + 75)
  expect(await suppressed(app)).toEqual([])
  expect((await listRecipients(app)).filter(({ attempts, state }) => attempts > 0 && state !== 'accepted')).toEqual([])
  left = 1000
  await sendAt(3 * 24 * 60 + 60)
  await sendAt(3 * 24 * 60 + 62)
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'sent', note: null, numbers: { accepted: 300 } })
  expect(new Set(smtp.received.map(({ envelope }) => envelope.to[0])).size).toBe(300)
  expect(smtp.received).toHaveLength(300)
}, 60_000)

test('the same temporary reply to three domains holds the newsletter, and counts against no one', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, ...readers(40))
  const id = await addNewsletter(app)
  const reply: Reply = [451, '4.3.0 Not now, please']
  let isDown = true
  const { sendAt, tried } = clocked(app, smtp, () => (isDown ? reply : undefined))
  await sendAt(0)
  expect(tried.length).toBeLessThanOrEqual(8)
  expect(await readNewsletter(app, id)).toMatchObject({ note: expect.stringContaining('451 4.3.0 Not now, please') })
  expect((await listRecipients(app)).filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(2)
  isDown = false
  for (const minutes of [1, 2, 10]) await sendAt(minutes)
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'sent', numbers: { accepted: 40 } })
})

test('temporary replies about single readers hold nothing', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, ...readers(30))
  const id = await addNewsletter(app)
  const { sendAt } = clocked(app, smtp, (address) =>
    /-(?:3|11|12|20)\./.test(address) ? [452, '4.2.2 The mailbox is full'] : undefined,
  )
  await sendAt(0)
  expect(await readNewsletter(app, id)).toMatchObject({ note: null, numbers: { accepted: 26, deferred: 4 } })
})

test('a server that delays the first attempt for each reader gets the second', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, ...readers(12))
  const id = await addNewsletter(app)
  const seen = new Set<string>()
  const { sendAt } = clocked(app, smtp, (address) => {
    if (seen.has(address)) return undefined
    seen.add(address)
    return [451, '4.7.1 Greylisted, please come back']
  })
  for (const minutes of [0, 6]) await sendAt(minutes)
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'sent', numbers: { accepted: 12 } })
})

test('a newsletter to 280 readers under a limit of 60 a minute learns the pace, and reaches each once', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, ...readers(280))
  const id = await addNewsletter(app)
  let [minute, taken, refused] = [0, 0, 0]
  const limit = (_address: string, now: number): Reply | undefined => {
    if (Math.floor(now) !== minute) [minute, taken] = [Math.floor(now), 0]
    if (taken >= 60) {
      refused += 1
      return [450, '4.7.1 Error: too much mail from 192.0.2.1']
    }
    taken += 1
    return undefined
  }
  const { sendAt } = clocked(app, smtp, limit, 1)
  for (let now = 0; now < 30 && (await readNewsletter(app, id)).state === 'sending'; now += 0.25) await sendAt(now)
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'sent', numbers: { accepted: 280, failed: 0 } })
  expect(smtp.received).toHaveLength(280)
  expect(refused).toBeLessThanOrEqual(30)
  expect(await suppressed(app)).toEqual([])
  const setup = await (await app.asOwner('/api/mails/setup')).json()
  expect(setup).toMatchObject({ fault: null, learnedPerHour: expect.any(Number) })
}, 60_000)

test('a trial that meets a mailbox that does not exist is followed by another at once', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, ...readers(12))
  const id = await addNewsletter(app)
  let isBusy = true
  const { sendAt, tried } = clocked(app, smtp, (address) => {
    if (isBusy) return [450, '4.7.1 Error: too much mail']
    return /-(?:[0-5])[.]/.test(address) ? [550, '5.1.1 No such user'] : undefined
  })
  await sendAt(0)
  isBusy = false
  const before = tried.length
  await sendAt(1)
  expect(tried.length - before).toBeGreaterThan(1)
  for (const minutes of [2, 3, 4]) await sendAt(minutes)
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'sent', numbers: { accepted: 6, failed: 6 } })
})

test('a letter that is too large stops itself alone', async () => {
  const { app, smtp } = await startSendingSite({ size: 2000 })
  await addSubscribers(app, ...readers(8))
  const large = await addNewsletter(app, { sent_html: `<p>${'Long '.repeat(1000)}</p>` })
  const small = await addNewsletter(app, { started_at: at(1) })
  const { sendAt } = clocked(app, smtp, () => undefined)
  await sendAt(2)
  expect(await readNewsletter(app, large)).toMatchObject({
    ...{ state: 'paused', note: expect.stringMatching(/^The mail is too large for the mail server/) },
    numbers: { accepted: 0, failed: 0 },
  })
  expect(await readNewsletter(app, small)).toMatchObject({ state: 'sent', numbers: { accepted: 8 } })
})
