import { expect, test } from 'vitest'
import {
  actOnNewsletter,
  addNewsletter,
  addSubscribers,
  at,
  listRecipients,
  readers,
  readNewsletter,
  senderOf,
  startSendingSite,
} from '../../../../test/newsletter-sending.ts'
import type { TestSmtp } from '../../../../test/smtp-server.ts'

test('a server that rejects everything pauses sending, suppresses no address, and everybody gets it later', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, 'ann@one.example', 'bea@two.example', 'cleo@three.example', 'dora@four.example')
  const id = await addNewsletter(app)
  smtp.refuse = [550, 'Domain is not verified']
  await app.sendNewsletters()
  const { state, note, numbers } = await readNewsletter(app, id)
  expect([state, note]).toEqual(['paused', 'The mail server rejects every recipient: 550 Domain is not verified'])
  expect(numbers).toMatchObject({ failed: 0, bounced: 0 })
  expect(numbers.waiting + numbers.deferred).toBe(4)
  expect(await app.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
  smtp.refuse = undefined
  expect((await actOnNewsletter(app, id, 'resume')).status).toBe(200)
  await app.sendNewsletters()
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'sent', numbers: { accepted: 4 } })
})

test('rejections are taken back later if the database fails just then', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, 'ann@one.example', 'bea@two.example', 'cleo@three.example')
  const id = await addNewsletter(app)
  smtp.refuse = [550, 'No such user here']
  const begin = app.db.transaction.bind(app.db)
  const isToFail = async () => {
    const states = (await listRecipients(app)).map(({ state }) => state)
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
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'paused', numbers: { failed: 3 } })
  await sender.sendDue()
  expect(await readNewsletter(app, id)).toMatchObject({
    state: 'paused',
    numbers: { failed: 0, deferred: 3, bounced: 0 },
  })
  expect(await app.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
})

test('single addresses that are rejected between accepted ones do not stop a newsletter', async () => {
  const { app, smtp } = await startSendingSite()
  const emails = Array.from({ length: 12 }, (_, index) => `reader@domain-${index}.example`)
  await addSubscribers(app, ...emails)
  await addNewsletter(app)
  smtp.beforeRecipient = async (address) => (/-(3|6|7|10)\./.test(address) ? [550, '5.1.1 No such user'] : undefined)
  const { sender } = senderOf(app, smtp, { connections: 1 })
  await sender.sendDue()
  await sender.sendDue()
  expect((await listRecipients(app)).map(({ state }) => state).filter((state) => state !== 'accepted')).toEqual(
    Array.from({ length: 4 }, () => 'failed'),
  )
  expect(await app.db.selectFrom('suppressions').select('email').execute()).toHaveLength(4)
})

const dead = (count: number) => Array.from({ length: count }, (_, index) => `dead@domain-${index}.example`)
const refuseDead = (smtp: TestSmtp, text: string) => {
  smtp.beforeRecipient = async (address) => (address.startsWith('dead') ? [550, text] : undefined)
}

test('dead addresses on different domains before all others are suppressed and stop nothing', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, ...dead(8), ...readers(12))
  const id = await addNewsletter(app)
  refuseDead(smtp, '5.1.1 No such user here')
  await app.sendNewsletters()
  expect(await readNewsletter(app, id)).toMatchObject({
    state: 'sent',
    note: null,
    numbers: { accepted: 12, failed: 8 },
  })
  const suppressions = await app.db.selectFrom('suppressions').select(['email', 'reason']).orderBy('email').execute()
  expect(suppressions).toEqual(dead(8).map((email) => ({ email, reason: 'hard-bounce' })))
})

test('a resumed newsletter reaches the others before those that were rejected, whose second rejection counts', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, ...dead(8), ...readers(12))
  const id = await addNewsletter(app)
  refuseDead(smtp, 'Requested action not taken: mailbox unavailable')
  const { sender } = senderOf(app, smtp, { connections: 1 })
  for (const rejected of [3, 6]) {
    await sender.sendDue()
    const numbers = { accepted: 0, failed: 0, deferred: rejected }
    expect(await readNewsletter(app, id)).toMatchObject({ state: 'paused', numbers })
    expect((await actOnNewsletter(app, id, 'resume')).status).toBe(200)
  }
  await sender.sendDue()
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'sent', numbers: { accepted: 12, failed: 8 } })
})

test.each(['5.7.1 Relaying denied', '5.7.0 Account expired', 'Sender domain is not verified'])(
  'a server that replies “%s” to three domains pauses everything',
  async (text) => {
    const { app, smtp } = await startSendingSite()
    await addSubscribers(app, ...readers(12))
    const id = await addNewsletter(app)
    smtp.refuse = [550, text]
    const { sender } = senderOf(app, smtp, { connections: 1 })
    await sender.sendDue()
    expect(await readNewsletter(app, id)).toMatchObject({
      ...{ state: 'paused', note: `The mail server rejects every recipient: 550 ${text}` },
      numbers: { waiting: 9, deferred: 3, failed: 0 },
    })
  },
)

test('a server that knows no mailbox of twenty domains pauses the newsletter', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, ...dead(24))
  const id = await addNewsletter(app)
  refuseDead(smtp, '5.1.1 No such user here')
  const { sender } = senderOf(app, smtp, { connections: 1 })
  await sender.sendDue()
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'paused', numbers: { waiting: 4, failed: 20 } })
  // What is said of a mailbox is not taken back.
  expect(await app.db.selectFrom('suppressions').selectAll().execute()).toHaveLength(20)
})

test('rejections of a newsletter say nothing about the server once the next one is sent', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, ...readers(2))
  const first = await addNewsletter(app)
  const second = await addNewsletter(app, { started_at: at(1) })
  smtp.refuse = [550, 'Spam']
  const { sender } = senderOf(app, smtp, { connections: 1 })
  await sender.sendDue()
  for (const id of [first, second])
    expect(await readNewsletter(app, id)).toMatchObject({
      ...{ state: 'sent', numbers: { failed: 2 } },
      note: 'Most recipients did not get it. Their rows below say what the mail server replied.',
    })
  const { stopped } = await (await app.asOwner('/api/overview')).json()
  expect(stopped.map(({ reason }: { reason: string }) => reason)).toEqual(['failed', 'failed'])
})

test('a server that refuses the sender of a newsletter to few readers pauses it after the fifth time', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, 'ann@example.com', 'bea@example.com')
  const id = await addNewsletter(app)
  smtp.refuseSender = [550, '5.7.1 Sender is not allowed']
  for (const minutes of [0, 10]) {
    app.setNow(at(minutes))
    await app.sendNewsletters()
    expect(await readNewsletter(app, id)).toMatchObject({ state: 'sending', numbers: { deferred: 2 } })
  }
  app.setNow(at(30))
  await app.sendNewsletters()
  expect(await readNewsletter(app, id)).toMatchObject({
    ...{ state: 'paused', note: 'The mail server refuses the sender: 550 5.7.1 Sender is not allowed' },
    numbers: { deferred: 2, failed: 0 },
  })
  // The count starts again.
  expect((await actOnNewsletter(app, id, 'resume')).status).toBe(200)
  app.setNow(at(90))
  await app.sendNewsletters()
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'sending', numbers: { deferred: 2 } })
})

test('a mail larger than the mail server takes pauses the newsletter, over one connection', async () => {
  const { app, smtp } = await startSendingSite({ size: 200 })
  await addSubscribers(app, ...readers(8))
  const id = await addNewsletter(app)
  const { sender } = senderOf(app, smtp, { connections: 1 })
  await sender.sendDue()
  expect(await readNewsletter(app, id)).toMatchObject({
    ...{ state: 'paused', note: 'The mail is too large for the mail server: Message size larger than allowed 200' },
    numbers: { waiting: 7, deferred: 1, failed: 0 },
  })
  expect(smtp.connections).toBe(1)
})
