import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import {
  addNewsletter,
  addSubscribers,
  listRecipients,
  readers,
  readNewsletter,
  senderOf,
  startSendingSite,
} from '../../../../test/newsletter-sending.ts'
import { startSmtp, type TestSmtp } from '../../../../test/smtp-server.ts'
import { parseSmtpUrl } from '../../platform/smtp-url.ts'

/**
 * Runs once, when each of the five connections of a sender waits for the reply to a recipient: none has handed over a message
 * whose reply is missing.
 */
function whenAllAreOpen(smtp: TestSmtp, act: () => void): void {
  let waiting = 0
  const all = Promise.withResolvers<void>()
  smtp.beforeRecipient = async () => {
    waiting += 1
    if (waiting === 5) {
      act()
      all.resolve()
    }
    await all.promise
    // Messages take long enough for further connections to open meanwhile.
    await sleep(30)
    return undefined
  }
}

const withPassword = ({ url }: TestSmtp) => ({
  smtp: parseSmtpUrl(url.replace('//', '//nora:secret@'))!,
  from: { name: '', address: 'a@b.example' },
})

test('a password that becomes wrong within a newsletter is tried three times, and pauses it', async () => {
  const login: [string, string] = ['nora', 'secret']
  const { app, smtp } = await startSendingSite({ login })
  await addSubscribers(app, ...readers(150))
  const id = await addNewsletter(app)
  whenAllAreOpen(smtp, () => {
    smtp.refuseSignIn = [535, '5.7.8 The password has changed']
    smtp.drop(5)
  })
  const { sender } = senderOf(app, smtp, { findServer: async () => withPassword(smtp) })
  await sender.sendDue()
  expect(smtp.refusedSignIns).toBe(3)
  const { state, note, numbers } = await readNewsletter(app, id)
  expect([state, note]).toEqual([
    'paused',
    'The mail server did not accept the user name or the password. The mail server said: 535 5.7.8 The password has changed',
  ])
  expect(numbers.failed).toBe(0)
  expect((await listRecipients(app)).filter(({ state }) => state === 'in-doubt')).toEqual([])
})

test('a connection that is refused does not count as one of the three tries of a wrong password', async () => {
  const { app, smtp } = await startSendingSite({ login: ['nora', 'secret'] })
  await addSubscribers(app, ...readers(3))
  const id = await addNewsletter(app)
  smtp.refuseSignIn = [535, '5.7.8 The password has changed']
  smtp.refuseConnection = [421, 'Too many connections']
  smtp.onRefusedConnection = () => {
    smtp.refuseConnection = undefined
  }
  const { sender } = senderOf(app, smtp, { findServer: async () => withPassword(smtp) })
  await sender.sendDue()
  expect(smtp.refusedSignIns).toBe(3)
  expect((await readNewsletter(app, id)).state).toBe('paused')
})

test('connections that are lost are opened again while one goes on', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, ...readers(150))
  const id = await addNewsletter(app)
  whenAllAreOpen(smtp, () => {
    smtp.refuseConnection = [421, 'Too many connections']
    smtp.drop(4)
    setTimeout(() => {
      smtp.refuseConnection = undefined
    }, 1000)
  })
  const { sender } = senderOf(app, smtp)
  await sender.sendDue()
  expect(smtp.connections).toBe(9)
  expect(await readNewsletter(app, id)).toMatchObject({ note: null, numbers: { failed: 0, waiting: 0 } })
})

test('after an outage of the mail server every connection is opened again, and each reader gets it once', async () => {
  const { app, smtp } = await startSendingSite()
  await addSubscribers(app, ...readers(150))
  const id = await addNewsletter(app)
  whenAllAreOpen(smtp, () => {
    void smtp.close()
    smtp.drop(5)
  })
  const { sender } = senderOf(app, smtp, { backoff: { least: 1, most: 1 } })
  await sender.sendDue()
  expect((await readNewsletter(app, id)).note).toMatch(/^It is tried again by itself\./)
  await app.db
    .updateTable('newsletter_recipients')
    .set({ next_at: '2026-03-10T15:00:00.000Z' })
    .where('state', '=', 'deferred')
    .execute()
  const back = await startSmtp({ port: smtp.port })
  onTestFinished(() => back.close())
  await sleep(5)
  await sender.sendDue()
  expect(back.connections).toBe(5)
  const { numbers, note } = await readNewsletter(app, id)
  expect(note).toBeNull()
  expect(numbers.accepted + numbers.inDoubt).toBe(150)
  expect(new Set([...smtp.received, ...back.received].map(({ envelope }) => envelope.to[0])).size).toBe(
    smtp.received.length + back.received.length,
  )
})
