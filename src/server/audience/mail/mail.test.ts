import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startSmtp, type TestSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { StoredAppearance } from '../../../contract/accounts/appearance.ts'
import { palettes } from '../../../contract/accounts/palettes.ts'
import type { Mail, MailSummary } from '../../../contract/audience/mails.ts'
import { APPEARANCE, saveSettings } from '../../accounts/settings/settings.repo.ts'
import { cleanUp } from '../../app/cleanup.ts'
import { parseSmtpUrl } from '../../platform/smtp-url.ts'
import { createMail, findMail } from './mail.repo.ts'
import { renderMail } from './mail-body.ts'
import { createSmtpTransport, type MailTransport } from './mail-transport.ts'
import { sendDue, sendOne } from './send-due.ts'

const now = '2026-03-10T15:00:00.000Z'
const body = renderMail(
  { appearance: StoredAppearance.parse({}) },
  { paragraphs: ['Hello,', 'this is <b>the</b> text.'] },
)
const mail = { kind: 'contact', to: 'ann@example.com', subject: 'A subject', body } as const

async function smtpApp(login?: [string, string]): Promise<TestApp & { smtp: TestSmtp }> {
  const smtp = await startSmtp({ login })
  onTestFinished(smtp.close)
  const credentials = login ? `${login[0]}:${login[1]}@` : ''
  return { ...(await testApp({ smtpUrl: smtp.url.replace('//', `//${credentials}`) })), smtp }
}

async function only(db: TestApp['db']): Promise<Mail> {
  const { id } = await db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
  return (await findMail(db, id))!
}

test('a queued mail is sent once, as plain text and HTML', async () => {
  const { db, smtp, sendMail } = await smtpApp()
  await createMail(db, { ...mail, replyTo: 'eve@example.com' }, now)
  expect(await sendMail()).toBe(1)
  expect(await sendMail()).toBe(0)
  expect(smtp.received).toHaveLength(1)
  const [received] = smtp.received
  expect(received).toMatchObject({
    subject: 'A subject',
    from: { name: 'Dewlight', address: 'hello@dewlight.example' },
    to: [{ address: 'ann@example.com' }],
    replyTo: [{ address: 'eve@example.com' }],
    envelope: { from: 'hello@dewlight.example', to: ['ann@example.com'] },
  })
  expect(received!.text).toContain('this is <b>the</b> text.')
  expect(received!.html).toContain('this is &lt;b&gt;the&lt;/b&gt; text.')
  expect(received!.raw).toMatch(/^Message-ID: <mail-\d+-\w+@dewlight\.example>\r$/im)
  expect(await only(db)).toMatchObject({ state: 'sent', attempts: 1, error: null, sentAt: now, nextAt: null })
})

test('an address of any atom is that of the envelope and the header', async () => {
  const { db, smtp, sendMail } = await smtpApp()
  const to = "!#$%&'*+-/=?^_`{|}~@example.com"
  await createMail(db, { ...mail, to }, now)
  await sendMail()
  expect(smtp.received[0]).toMatchObject({ to: [{ address: to }], envelope: { to: [to] } })
})

test('the sender of SMTP_URL takes precedence over the site’s email', async () => {
  const smtp = await startSmtp()
  onTestFinished(smtp.close)
  const { db, sendMail, asOwner } = await testApp({ smtpUrl: `${smtp.url}?from=news@dew.example` })
  await createMail(db, mail, now)
  await sendMail()
  expect(smtp.received[0]!.from).toEqual({ name: 'Dewlight', address: 'news@dew.example' })
  expect(await (await asOwner('/api/mails/setup')).json()).toEqual({
    isSetUp: true,
    server: `127.0.0.1:${smtp.port}`,
    from: 'news@dew.example',
    owner: 'hello@dewlight.example',
    fault: null,
    learnedPerHour: null,
  })
})

test('newsletter mails have one-click unsubscribe headers', async () => {
  const { db, smtp, sendMail } = await smtpApp()
  const unsubscribeUrl = `https://dew.example/newsletter/unsubscribe?token=${'0123456789abcdef'.repeat(4)}`
  await createMail(db, { ...mail, unsubscribeUrl }, now)
  await sendMail()
  const { raw } = smtp.received[0]!
  // Not folded: signatures of a folded header fail at some receivers.
  expect(raw).toContain(`\r\nList-Unsubscribe: <${unsubscribeUrl}>\r\n`)
  expect(raw).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
})

test('the Date header is when a mail is handed over, not when it was written', async () => {
  const { db, smtp, sendMail } = await smtpApp()
  await createMail(db, mail, now)
  await sendMail()
  expect(Math.abs(Date.now() - Date.parse(smtp.received[0]!.date!))).toBeLessThan(60_000)
})

test('the mails of the site have its colours, fonts and corners, and its dark colours', async () => {
  const { db, smtp, sendMail, request } = await smtpApp()
  const appearance = StoredAppearance.parse({ palette: 'sage', type: 'modern', corners: 'square' })
  const value = JSON.stringify(appearance)
  await db.insertInto('settings').values({ key: APPEARANCE, value, updated_at: now }).execute()
  await request('/api/subscribers', { json: { email: 'ann@example.com' } })
  await sendMail()
  const html = smtp.received[0]!.html!
  const { light, dark } = palettes.sage
  expect(html).toContain(`color:${light.ink}`)
  expect(html).toContain(`background:${light.accentDeep}`)
  expect(html).toContain("font:16px/1.6 'DM Sans', Helvetica")
  expect(html).toContain('border-radius:0px')
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  const styles = /<style>(.*?)<\/style>/s.exec(html)![1]!
  expect(styles).toContain(`.ink{color:${dark.ink}!important}`)
  for (const [, names] of html.matchAll(/class="([^"]*)"/g))
    for (const name of names!.split(' ')) expect(styles, name).toContain(`.${name}{`)
  // Colours outside of the palette would stay in dark mails.
  const colours = new Set([...Object.values(light), ...Object.values(dark)])
  for (const [colour] of html.matchAll(/#[\da-f]{6}\b/g)) expect(colours).toContain(colour)
})

test('line breaks in a subject, name or brand cannot inject headers', async () => {
  const { db, smtp, sendMail } = await smtpApp()
  const subject = 'Hello\r\nBcc: everyone@example.com\r\n\r\nAnother body'
  await saveSettings(db, { brand: 'Dew\r\nBcc: brand@example.com' }, now)
  await createMail(db, { ...mail, subject }, now)
  await sendMail()
  const [received] = smtp.received
  expect(received!.envelope.to).toEqual(['ann@example.com'])
  expect(received!.bcc ?? []).toEqual([])
  expect(received!.subject).toBe('Hello Bcc: everyone@example.com Another body')
  expect(received!.raw).not.toMatch(/^bcc:/im)
})

test('a trial whose mail is rejected for its recipient is followed by the next mail at once', async () => {
  const { db, smtp, sendMail, setNow } = await smtpApp()
  smtp.refuse = [454, '4.7.0 Daily message quota exceeded']
  await createMail(db, mail, now)
  await createMail(db, { ...mail, to: 'bea@example.com' }, now)
  await sendMail()
  smtp.refuse = undefined
  smtp.refuseAddress = { address: mail.to, reply: [550, '5.1.1 No such user'] }
  setNow('2026-03-10T16:00:00.000Z')
  await sendMail()
  expect(smtp.received.map(({ envelope }) => envelope.to)).toEqual([['bea@example.com']])
})

test('mail to an unreachable server is retried with backoff and fails after days', async () => {
  const smtp = await startSmtp()
  await smtp.close()
  const { db, sendMail, setNow } = await testApp({ smtpUrl: smtp.url })
  await createMail(db, mail, now)
  let time = Date.parse(now)
  const pauses: number[] = []
  for (;;) {
    expect(await sendMail()).toBe(1)
    const { state, nextAt, error } = await only(db)
    expect(error).toMatch(/ECONNREFUSED/)
    if (state === 'failed') break
    setNow(new Date(Date.parse(nextAt!) - 1).toISOString())
    expect(await sendMail()).toBe(0)
    pauses.push((Date.parse(nextAt!) - time) / 60_000)
    time = Date.parse(nextAt!)
    setNow(nextAt!)
  }
  expect(pauses).toEqual([1, 5, 15, 60, 180, 360, 720, 1440, 1440])
  setNow('2027-01-01T00:00:00.000Z')
  expect(await sendMail()).toBe(0)
})

test('an unknown mailbox is not retried; a full one is', async () => {
  const { db, smtp, sendMail } = await smtpApp()
  smtp.refuse = [550, 'No such mailbox']
  await createMail(db, mail, now)
  await sendMail()
  expect(await only(db)).toMatchObject({ state: 'failed', attempts: 1, error: expect.stringContaining('No such') })
  await db.deleteFrom('mails').execute()
  smtp.refuse = [452, 'Mailbox full']
  await createMail(db, mail, now)
  await sendMail()
  expect(await only(db)).toMatchObject({ state: 'waiting', attempts: 1, error: expect.stringContaining('full') })
})

test.each([
  ['wrong-account', { refuseSignIn: [535, '5.7.8 Wrong password'] }, 'user name'],
  ['over-quota', { refuse: [454, '4.7.0 Daily message quota exceeded'] }, 'as much as it may'],
] as const)(
  'while the mail server is at fault (%s) the other mails wait for the one that is tried',
  async (state, fault, words) => {
    const { asOwner, db, smtp, sendMail } = await smtpApp(['user', 'right'])
    Object.assign(smtp, fault)
    for (let count = 1; count <= 3; count++) await createMail(db, mail, now)
    await sendMail()
    await sendMail()
    expect(smtp.connections).toBe(1)
    const setup = await (await asOwner('/api/mails/setup')).json()
    expect(setup.fault).toMatchObject({ state, text: expect.stringContaining(words) })
  },
)

test('a rejected mail does not delay the next', async () => {
  const { db, smtp, sendMail } = await smtpApp()
  smtp.refuse = [452, 'Later']
  const first = await createMail(db, mail, now)
  await sendMail()
  smtp.refuse = undefined
  await createMail(db, { ...mail, subject: 'The next' }, now)
  expect(await sendMail()).toBe(1)
  expect(smtp.received.map(({ subject }) => subject)).toEqual(['The next'])
  expect((await findMail(db, first))!.state).toBe('waiting')
})

test('the SMTP credentials are used, and mail is retried after the owner has corrected wrong ones', async () => {
  const { db, smtp, sendMail } = await smtpApp(['nora', 'secret'])
  await createMail(db, mail, now)
  await sendMail()
  expect(smtp.received).toHaveLength(1)
  const wrong = await testApp({ smtpUrl: `smtp://nora:wrong@127.0.0.1:${smtp.port}` })
  await createMail(wrong.db, mail, now)
  await wrong.sendMail()
  expect(await only(wrong.db)).toMatchObject({ state: 'waiting', error: expect.stringContaining('Invalid login') })
})

test('two concurrent queues send each mail once', async () => {
  const { db, smtp } = await smtpApp()
  for (let number = 1; number <= 12; number++) await createMail(db, { ...mail, subject: `Mail ${number}` }, now)
  const options = {
    transport: createSmtpTransport(parseSmtpUrl(smtp.url)!),
    clock: () => new Date(now),
    readSender: async () => ({ name: 'Dewlight', address: 'hello@dewlight.example' }),
  }
  const tried = await Promise.all([sendDue(db, options), sendDue(db, options), sendDue(db, options)])
  expect(tried.reduce((sum, count) => sum + count)).toBe(12)
  expect(new Set(smtp.received.map(({ subject }) => subject)).size).toBe(12)
  expect(smtp.received).toHaveLength(12)
})

test('a mail of a dead process is sent by another when its lease expires, and a late result is ignored', async () => {
  const { db } = await smtpApp()
  await createMail(db, mail, now)
  const readSender = async () => ({ name: 'Dewlight', address: 'hello@dewlight.example' })
  let fail = (_error: Error) => {}
  const dying: MailTransport = {
    send: () =>
      new Promise((_resolve, reject) => {
        fail = reject
      }),
  }
  const started = new Promise<void>((resolve) => {
    const { send } = dying
    dying.send = (...all) => {
      resolve()
      return send(...all)
    }
  })
  const first = sendDue(db, { transport: dying, clock: () => new Date(now), readSender })
  await started
  const carried: number[] = []
  const transport: MailTransport = {
    send: async ({ id }) => {
      carried.push(id)
      return 'sent'
    },
  }
  const at = (time: string) => ({ transport, clock: () => new Date(time), readSender })
  expect(await sendDue(db, at('2026-03-10T15:00:29.000Z'))).toBe(0)
  expect(await sendDue(db, at('2026-03-10T15:00:31.000Z'))).toBe(1)
  fail(new Error('The connection was lost'))
  await first
  expect(carried).toHaveLength(1)
  expect(await only(db)).toMatchObject({ state: 'sent', attempts: 2, error: null })
})

test('a mail whose server is slow stays leased, and is sent once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { db } = await smtpApp()
  await createMail(db, mail, now)
  const readSender = async () => ({ name: 'Dewlight', address: 'hello@dewlight.example' })
  const { promise: accepted, resolve: accept } = Promise.withResolvers<'sent'>()
  let sent = 0
  const transport: MailTransport = {
    send: () => {
      sent += 1
      return accepted
    },
  }
  let at = new Date(now)
  const options = { transport, clock: () => at, readSender }
  const slow = sendDue(db, options)
  await vi.waitFor(() => expect(sent).toBe(1))
  at = new Date('2026-03-10T15:00:25.000Z')
  vi.advanceTimersByTime(5000)
  await vi.waitFor(async () => expect((await only(db)).nextAt).toBe('2026-03-10T15:00:55.000Z'))
  at = new Date('2026-03-10T15:00:40.000Z')
  expect(await sendDue(db, options)).toBe(0)
  accept('sent')
  expect(await slow).toBe(1)
  expect(await only(db)).toMatchObject({ state: 'sent', attempts: 1 })
  expect(sent).toBe(1)
})

test('an attempt that takes longer than its time is a failed one', async () => {
  const { db } = await smtpApp()
  const id = await createMail(db, mail, now)
  await sendOne(db, id, {
    transport: { send: () => new Promise(() => {}) },
    clock: () => new Date(now),
    readSender: async () => ({ name: 'Dewlight', address: 'hello@dewlight.example' }),
    timeout: 10,
  })
  expect(await only(db)).toMatchObject({ state: 'waiting', error: expect.stringContaining('in time') })
})

test('without a mail server a mail is written to the outbox as an .eml file', async () => {
  const { db, outboxDir, sendMail, asOwner } = await testApp()
  await saveSettings(db, { email: 'hello@dewlight.example' }, now)
  const id = await createMail(db, { ...mail, subject: 'Grüße 🌿' }, now)
  await sendMail()
  const files = readdirSync(outboxDir)
  expect(files).toEqual([`2026-03-10T15-00-00-${id}.eml`])
  const parsed = await PostalMime.parse(readFileSync(path.join(outboxDir, files[0]!)))
  expect(parsed).toMatchObject({ subject: 'Grüße 🌿', to: [{ address: 'ann@example.com' }] })
  expect(await only(db)).toMatchObject({ state: 'written', from: 'hello@dewlight.example' })
  expect(await (await asOwner('/api/mails/setup')).json()).toMatchObject({ isSetUp: false, server: null })
})

test('POST /api/mails/test sends the owner a mail and returns the outcome', async () => {
  const { smtp, asOwner, db } = await smtpApp()
  await saveSettings(db, { email: 'nora@dew.example' }, now)
  const sent = await asOwner('/api/mails/test', { method: 'POST' })
  expect(sent.status).toBe(201)
  expect(await sent.json()).toMatchObject({ to: 'nora@dew.example', state: 'sent', kind: 'test' })
  expect(smtp.received).toHaveLength(1)
  smtp.refuse = [550, 'No such mailbox']
  const refused = (await (await asOwner('/api/mails/test', { method: 'POST' })).json()) as Mail
  expect(refused).toMatchObject({ state: 'failed', error: expect.stringContaining('No such mailbox') })
})

test('a test mail that is requested twice with the same idempotency key is one mail', async () => {
  const { smtp, asOwner } = await smtpApp()
  const options = { method: 'POST', headers: { 'idempotency-key': 'a-key-of-its-own' } }
  const first = (await (await asOwner('/api/mails/test', options)).json()) as Mail
  const again = (await (await asOwner('/api/mails/test', options)).json()) as Mail
  expect(again).toEqual(first)
  expect(smtp.received).toHaveLength(1)
})

test('a failed mail is sent when the owner retries it', async () => {
  const { db, smtp, sendMail, asOwner } = await smtpApp()
  smtp.refuse = [550, 'No such mailbox']
  const id = await createMail(db, mail, now)
  await sendMail()
  smtp.refuse = undefined
  const retried = await asOwner(`/api/mails/${id}/retry`, { method: 'POST' })
  expect(retried.status).toBe(200)
  expect(await retried.json()).toMatchObject({ state: 'sent', error: null })
  const again = await asOwner(`/api/mails/${id}/retry`, { method: 'POST' })
  expect(await again.json()).toMatchObject({ state: 'sent' })
  expect(smtp.received).toHaveLength(1)
  expect((await asOwner('/api/mails/999/retry', { method: 'POST' })).status).toBe(404)
})

test('GET /api/mails lists the newest first, searched, filtered and in pages; an anonymous visitor gets 401', async () => {
  const { db, request, asOwner, sendMail } = await smtpApp()
  for (let number = 1; number <= 3; number++) {
    await createMail(db, { ...mail, subject: `Mail ${number}` }, `2026-03-10T14:0${number}:00.000Z`)
  }
  await sendMail()
  await createMail(db, { ...mail, to: 'eve@example.com', subject: 'Mail 4' }, now)
  const subjects = async (query: string) => {
    const response = await asOwner(`/api/mails${query}`)
    const items = (await response.json()) as MailSummary[]
    return [Number(response.headers.get('x-total-count')), ...items.map(({ subject }) => subject)]
  }
  expect(await subjects('')).toEqual([4, 'Mail 4', 'Mail 3', 'Mail 2', 'Mail 1'])
  expect(await subjects('?state=waiting')).toEqual([1, 'Mail 4'])
  expect(await subjects('?q=EVE@')).toEqual([1, 'Mail 4'])
  expect(await subjects('?q=%25')).toEqual([0])
  expect(await subjects('?limit=1&page=2')).toEqual([4, 'Mail 3'])
  expect((await request('/api/mails')).status).toBe(401)
  expect((await asOwner('/api/mails/999')).status).toBe(404)
  const [{ id }] = (await (await asOwner('/api/mails')).json()) as [MailSummary]
  expect(await (await asOwner(`/api/mails/${id}`)).json()).toMatchObject({ text: body.text, html: body.html })
})

test('a mail that was given up loses its text after 30 days, and is not sent without it', async () => {
  const { db, asOwner } = await smtpApp()
  const id = await createMail(db, mail, now)
  await db.updateTable('mails').set({ state: 'failed', error: '550 no such user' }).execute()
  await cleanUp(db, new Date('2026-04-09T14:59:00.000Z'))
  expect((await findMail(db, id))!.text).toBe(body.text)
  await cleanUp(db, new Date('2026-04-09T15:01:00.000Z'))
  expect(await findMail(db, id)).toMatchObject({ text: '', html: '', subject: 'A subject', state: 'failed' })
  const response = await asOwner(`/api/mails/${id}/retry`, { method: 'POST' })
  expect([response.status, await response.json()]).toEqual([
    409,
    { message: 'The text of this mail was deleted after 30 days, so it cannot be sent again.' },
  ])
})

test('bodies of sent mails are purged after 30 days, those of waiting mails are not', async () => {
  const { db, smtp, sendMail } = await smtpApp()
  const sent = await createMail(db, mail, now)
  await sendMail()
  smtp.refuse = [452, 'Later']
  const waiting = await createMail(db, mail, now)
  await sendMail()
  await cleanUp(db, new Date('2026-04-09T14:59:00.000Z'))
  expect((await findMail(db, sent))!.text).toBe(body.text)
  await cleanUp(db, new Date('2026-04-09T15:01:00.000Z'))
  expect(await findMail(db, sent)).toMatchObject({ text: '', html: '', subject: 'A subject', state: 'sent' })
  expect((await findMail(db, waiting))!.text).toBe(body.text)
})
