import { expect, test } from 'vitest'
import {
  actOnNewsletter,
  addNewsletter,
  addSubscribers,
  at,
  countAttempts,
  gate,
  listRecipients,
  NOW,
  readers,
  readNewsletter,
  senderOf,
  startSendingSite,
} from '../../../../test/newsletter-sending.ts'

test('a reply that comes after the lease has passed to another connection changes nothing, and no one gets two', async () => {
  const { app, smtp } = await startSendingSite()
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
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'sent', numbers: { accepted: 1 } })
})

test('a deferral after the newsletter has ended leaves the recipient in doubt, for the owner to decide', async () => {
  const { app, smtp } = await startSendingSite()
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
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'sent', numbers: { inDoubt: 1 } })
  late.open()
  await first
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'sent', numbers: { inDoubt: 1, deferred: 0 } })
  smtp.refuseMessage = undefined
  expect((await actOnNewsletter(app, id, 'resend-in-doubt')).status).toBe(200)
  await app.sendNewsletters()
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'sent', numbers: { accepted: 2 } })
})

test('a recipient stays leased while the mail server takes its time for the reply to the message', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, 'ann@example.com')
  const id = await addNewsletter(app)
  const [handedOver, accepted] = [gate(), gate()]
  smtp.beforeAcceptance = async () => {
    handedOver.open()
    await accepted.opened
  }
  let now = new Date(NOW)
  const { sender } = senderOf(app, smtp, { clock: () => now, renewMs: 10 })
  const sending = sender.sendDue()
  await handedOver.opened
  now = new Date(at(2))
  await expect.poll(async () => (await listRecipients(app))[0]!.next_at).toBe(at(5))
  app.setNow(at(4))
  await app.sendNewsletters()
  expect((await listRecipients(app))[0]).toMatchObject({ state: 'sending', attempts: 1 })
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'sending' })
  accepted.open()
  await sending
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'sent', numbers: { accepted: 1, inDoubt: 0 } })
})

test('a pause ends the leases of all that wait, without a connection for each', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, ...readers(40))
  const id = await addNewsletter(app)
  let named = 0
  smtp.beforeRecipient = async () => {
    named += 1
    if (named === 3) await actOnNewsletter(app, id, 'pause')
    return undefined
  }
  const { sender } = senderOf(app, smtp, { connections: 1 })
  await sender.sendDue()
  expect([named, smtp.received.length]).toEqual([3, 2])
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'paused', numbers: { accepted: 2, waiting: 38 } })
  expect(await countAttempts(app)).toBe(2)
  expect((await listRecipients(app)).filter(({ lease }) => lease !== null)).toEqual([])
})

test('a recipient whose lease has ended is not handed over', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, 'ann@example.com')
  await addNewsletter(app)
  smtp.beforeRecipient = async () => {
    app.setNow(at(4))
    smtp.beforeRecipient = async () => undefined
    return undefined
  }
  await app.sendNewsletters()
  expect((await listRecipients(app))[0]).toMatchObject({ state: 'waiting', attempts: 0 })
  expect(smtp.received).toEqual([])
  await app.sendNewsletters()
  expect(smtp.received).toHaveLength(1)
})

test('a scheduled newsletter that cannot be composed becomes a draft, and the others begin', async () => {
  const { app, smtp } = await startSendingSite()
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
  expect(await readNewsletter(app, broken)).toMatchObject({
    state: 'draft',
    note: 'It was not sent at its time, because it could not be composed; the log of the program says why.',
  })
})

test('an outage of the database while a newsletter is composed neither pauses it nor puts it back', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, 'ann@example.com')
  const welcome = await addNewsletter(app, { kind: 'welcome', composed_at: at(-120) })
  const scheduled = await addNewsletter(app, { state: 'scheduled', scheduled_at: at(-1) })
  const outage = async () => {
    throw Object.assign(new Error('The connection was reset'), { code: 'ECONNRESET' })
  }
  const { sender } = senderOf(app, smtp, { begin: outage })
  for (let poll = 1; poll <= 4; poll++) await expect(sender.sendDue()).rejects.toThrow('The connection was reset')
  expect(await readNewsletter(app, scheduled)).toMatchObject({ state: 'scheduled', note: null })
  await expect(senderOf(app, smtp, { recompose: outage }).sender.sendDue()).rejects.toThrow('The connection was reset')
  expect(await readNewsletter(app, welcome)).toMatchObject({ state: 'sending', note: null, numbers: { waiting: 1 } })
  await senderOf(app, smtp).sender.sendDue()
  expect(await readNewsletter(app, welcome)).toMatchObject({ numbers: { accepted: 1 } })
})

test('sending again to those in doubt reaches no one else, and leaves a cancelled newsletter cancelled', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, 'ann@example.com', 'bea@example.com')
  const id = await addNewsletter(app, { state: 'paused' })
  const doubt = () =>
    app.db
      .updateTable('newsletter_recipients')
      .set({ state: 'in-doubt', settled_at: NOW })
      .where('email', '=', 'ann@example.com')
      .execute()
  await doubt()
  expect((await actOnNewsletter(app, id, 'resend-in-doubt')).status).toBe(200)
  await app.sendNewsletters()
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'paused', numbers: { waiting: 2 } })
  await doubt()
  expect((await actOnNewsletter(app, id, 'cancel')).status).toBe(200)
  expect((await actOnNewsletter(app, id, 'resend-in-doubt')).status).toBe(200)
  await app.sendNewsletters()
  expect(smtp.received.map(({ envelope }) => envelope.to[0])).toEqual(['ann@example.com'])
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'cancelled', numbers: { accepted: 1, cancelled: 1 } })
})

test('what was handed over when a newsletter was cancelled long ago becomes in doubt', async () => {
  const { app } = await startSendingSite()
  await addSubscribers(app, 'ann@example.com')
  const id = await addNewsletter(app, { state: 'cancelled', finished_at: at(-180) })
  await app.db
    .updateTable('newsletter_recipients')
    .set({ state: 'sending', lease: 'killed', next_at: at(-170) })
    .execute()
  await app.sendNewsletters()
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'cancelled', numbers: { inDoubt: 1 } })
})

test('a message that the server defers after its newsletter was cancelled is not tried again', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, 'ann@example.com', 'bea@example.com')
  const id = await addNewsletter(app)
  const states = async () => (await listRecipients(app)).map(({ state }) => state)
  smtp.refuseMessage = [451, 'Try again later']
  smtp.beforeAcceptance = async () => {
    smtp.beforeAcceptance = undefined
    await actOnNewsletter(app, id, 'cancel')
  }
  const { sender } = senderOf(app, smtp, { connections: 1 })
  await sender.sendDue()
  expect(await states()).toEqual(['deferred', 'cancelled'])
  await sender.sendDue()
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'cancelled', numbers: { cancelled: 2, deferred: 0 } })

  await app.db.updateTable('newsletter_recipients').set({ state: 'deferred' }).where('email', 'like', 'ann%').execute()
  await app.db.updateTable('newsletter_recipients').set({ state: 'in-doubt' }).where('email', 'like', 'bea%').execute()
  smtp.refuseMessage = undefined
  expect((await actOnNewsletter(app, id, 'resend-in-doubt')).status).toBe(200)
  await sender.sendDue()
  expect(smtp.received.map(({ envelope }) => envelope.to[0])).toEqual(['bea@example.com'])
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'cancelled', numbers: { accepted: 1, cancelled: 1 } })
})

test('a reader who chooses fewer letters before their turn does not get the rest of it', async () => {
  const { app, smtp } = await startSendingSite()
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
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'sent', numbers: { accepted: 1, suppressed: 1 } })
})

test('a time that has passed is rejected, and does not send to everybody at once', async () => {
  const { app } = await startSendingSite()
  await addSubscribers(app, 'ann@example.com')
  const id = await addNewsletter(app, { state: 'draft', started_at: null })
  const response = await app.asOwner(`/api/newsletters/${id}/send`, { json: { at: at(-2) } })
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { message: 'This time has passed. Choose a time in the future, or send it now.' },
  ])
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'draft' })
})

test('without a mail server a newsletter says what is missing', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, 'ann@example.com')
  const id = await addNewsletter(app)
  const { sender } = senderOf(app, smtp, { findServer: async () => undefined })
  await sender.sendDue()
  const note = 'It is sent once the mail server is set up under Settings, Mail.'
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'sending', note, expectedEnd: null })
  await senderOf(app, smtp).sender.sendDue()
  expect(await readNewsletter(app, id)).toMatchObject({ state: 'sent', note: null })
})
