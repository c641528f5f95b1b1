import path from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test, vi } from 'vitest'
import * as messages from '../../../../test/bounce-messages.ts'
import { startImap } from '../../../../test/imap-server.ts'
import { makeAcceptedNewsletter, messageIdOf } from '../../../../test/newsletters.ts'
import { TEST_KEY, type TestAppChoices, testApp } from '../../../../test/test-app.ts'
import type { BounceMailbox } from '../../../contract/audience/bounce-mailbox.ts'
import { runInThread } from '../../platform/jobs/run-in-thread.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { isSuppressed } from '../suppressions/suppressions.repo.ts'
import { checkMailbox, type MailboxThreadData } from './check-mailbox.ts'
import { findMailbox, readMailboxState, saveCheck } from './mailbox.repo.ts'

const ANN = 'ann@mail.example'
const login = { user: 'bounces', password: 'a password' }

async function open(choices: TestAppChoices = {}) {
  const app = await testApp(choices)
  const imap = await startImap(login)
  const save = (change: object = {}) => {
    const settings = { host: '127.0.0.1', port: imap.port, security: 'none', folder: 'INBOX', ...login, ...change }
    return app.asOwner('/api/bounce-mailbox', { method: 'PUT', json: settings })
  }
  const read = async () => (await (await app.asOwner('/api/bounce-mailbox')).json()) as BounceMailbox
  const check = async () => {
    await app.asOwner('/api/jobs/check-bounces/run', { method: 'POST' })
    await app.jobs.runDueJobs()
    return read()
  }
  const idOf = async (email: string) => messageIdOf(app.db, await makeAcceptedNewsletter(app.db, email))
  const put = (uid: number, raw: string) => imap.messages.set(uid, { raw, isSeen: false })
  const seen = () => [...imap.messages].filter(([, { isSeen }]) => isSeen).map(([uid]) => uid)
  expect((await save()).status).toBe(200)
  return { app, imap, save, read, check, idOf, put, seen }
}

test('reports of several mail servers are read once, and marked as seen; other mail is left alone', async () => {
  const { app, imap, check, idOf, put, seen } = await open()
  put(3, messages.personal)
  put(4, messages.postfix({ to: ANN, id: await idOf(ANN) }))
  put(5, messages.exim({ to: 'bea@mail.example', id: await idOf('bea@mail.example') }))
  put(6, messages.exchange({ to: 'cleo@mail.example', id: await idOf('cleo@mail.example') }))
  put(8, messages.gmail({ to: 'dora@mail.example', id: await idOf('dora@mail.example') }))
  put(9, messages.complaint({ to: 'eve@mail.example', id: await idOf('eve@mail.example') }))
  expect(await check()).toMatchObject({ reports: 4, error: null, checkedAt: '2026-03-10T15:00:00.000Z' })
  expect(await app.db.selectFrom('newsletter_recipients').select(['email', 'bounce']).orderBy('id').execute()).toEqual([
    { email: ANN, bounce: 'hard' },
    { email: 'bea@mail.example', bounce: 'hard' },
    { email: 'cleo@mail.example', bounce: 'soft' },
    // Only delayed.
    { email: 'dora@mail.example', bounce: null },
    { email: 'eve@mail.example', bounce: 'complaint' },
  ])
  expect(await isSuppressed(app.db, 'eve@mail.example')).toBe('complaint')
  expect(seen()).toEqual([4, 5, 6, 9])
  const commands = imap.commands.length
  expect(await check()).toMatchObject({ reports: 4 })
  expect(imap.commands.slice(commands).join('\n')).not.toMatch(/FETCH/)
  expect(imap.commands.join('\n')).not.toMatch(/EXPUNGE|DELETE|MOVE|COPY/i)
})

test('a report that was recorded and not marked as seen counts once', async () => {
  const { app, imap, save, check, idOf, put } = await open()
  put(1, messages.postfix({ to: ANN, id: await idOf(ANN) }))
  await check()
  imap.messages.get(1)!.isSeen = false
  // Another folder and back: the messages are read again.
  await save({ folder: 'Other' })
  expect((await check()).error).toBe('The mailbox has no folder “Other”.')
  await save()
  expect(await check()).toMatchObject({ reports: 1, error: null })
  expect(await app.db.selectFrom('delivery_reports').selectAll().execute()).toHaveLength(1)
})

test('a report counts once, also in another folder, under another UIDVALIDITY and as a second copy', async () => {
  const { app, imap, save, check, idOf, put } = await open()
  const report = messages.postfix({ to: ANN, id: await idOf(ANN) })
  put(1, report)
  expect(await check()).toMatchObject({ reports: 1 })
  imap.uidValidity += 1
  expect(await check()).toMatchObject({ reports: 1, error: null })
  await save({ folder: 'INBOX/Bounces' })
  expect(await check()).toMatchObject({ reports: 1, error: null })
  // Two copies of a message with a Message-ID took different ways.
  put(2, `Message-ID: <4A1B@mx.dewlight.example>\r\n${messages.complaint({ to: ANN, id: await idOf(ANN) })}`)
  put(3, `Received: from mx\r\n${imap.messages.get(2)!.raw}`)
  expect(await check()).toMatchObject({ reports: 2, error: null })
  // The Message-ID of one server is not that of another report.
  put(
    4,
    `Message-ID: <4A1B@mx.dewlight.example>\r\n${messages.postfix({ to: 'bea@mail.example', id: await idOf('bea@mail.example') })}`,
  )
  expect(await check()).toMatchObject({ reports: 3, error: null })
  expect(await app.db.selectFrom('delivery_reports').selectAll().execute()).toHaveLength(3)
})

test('a check goes on at once while there are more messages than a session reads', async () => {
  const { app, imap, check, idOf, put } = await open()
  for (let uid = 1; uid <= 440; uid++) put(uid, messages.personal)
  put(441, messages.postfix({ to: ANN, id: await idOf(ANN) }))
  imap.damaged = new Set([3])
  expect(await check()).toMatchObject({
    reports: 1,
    error: 'A message of the mailbox could not be read and was passed over.',
  })
  expect(await isSuppressed(app.db, ANN)).toBe('hard-bounce')
  expect(imap.commands.filter((line) => line.includes('LOGIN'))).toHaveLength(3)
  expect((await check()).error).toBeNull()
})

test('a report without the Message-ID of a newsletter to that address counts as any mail', async () => {
  const { app, check, idOf, put, seen } = await open()
  await makeAcceptedNewsletter(app.db, ANN)
  put(1, messages.postfix({ to: ANN, id: '<made-up@mail.example>' }))
  put(2, messages.postfix({ to: ANN, id: await idOf('bea@mail.example') }))
  put(3, 'Content-Type: multipart/report; boundary=x\r\n\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\n\0\0')
  await check()
  expect(await isSuppressed(app.db, ANN)).toBeUndefined()
  expect(await isSuppressed(app.db, 'bea@mail.example')).toBeUndefined()
  expect(seen()).not.toContain(1)
})

test('a failure is a sentence', async () => {
  const { imap, save, check } = await open()
  await save({ password: 'wrong' })
  expect((await check()).error).toBe('The mailbox did not accept the user name or the password.')
  await save({ port: 1, password: 'x' })
  expect((await check()).error).toBe('The server 127.0.0.1 cannot be reached at this port.')
  await save({ port: imap.port })
  expect((await check()).error).toBeNull()
})

test('the password is stored encrypted, kept for the same account only, and deleted with the mailbox', async () => {
  const { app, imap, save, read } = await open()
  expect((await save({ password: '', folder: 'Bounces' })).status).toBe(200)
  expect((await save({ password: '', user: 'another' })).status).toBe(400)
  expect((await save({ password: '', host: 'evil.example' })).status).toBe(400)
  expect(await read()).toMatchObject({ settings: { folder: 'Bounces', password: 'saved', port: imap.port } })
  for (const table of ['settings', 'audit_log', 'idempotency_keys'] as const)
    expect(JSON.stringify(await app.db.selectFrom(table).selectAll().execute())).not.toContain(login.password)
  expect((await app.request('/api/bounce-mailbox')).status).toBe(401)
  expect((await app.asOwner('/api/bounce-mailbox', { method: 'DELETE' })).status).toBe(200)
  expect((await read()).settings).toBeNull()
})

test('a report that a mail program has marked as seen counts too', async () => {
  const { app, imap, check, idOf } = await open()
  imap.messages.set(1, { raw: messages.postfix({ to: ANN, id: await idOf(ANN) }), isSeen: true })
  expect(await check()).toMatchObject({ reports: 1 })
  expect(await isSuppressed(app.db, ANN)).toBe('hard-bounce')
})

test('the first check reads the last seven days only, and later ones what is new', async () => {
  const { app, imap, check, idOf, put } = await open()
  const old = messages.postfix({ to: ANN, id: await idOf(ANN) })
  for (let uid = 1; uid <= 300; uid++)
    imap.messages.set(uid, { raw: messages.personal, isSeen: false, date: '2026-01-01' })
  imap.messages.set(301, { raw: old, isSeen: false, date: '2026-02-01' })
  put(302, messages.postfix({ to: 'bea@mail.example', id: await idOf('bea@mail.example') }))
  expect(await check()).toMatchObject({ reports: 1 })
  expect(imap.commands.filter((line) => line.includes('UID FETCH'))).toHaveLength(1)
  expect(await isSuppressed(app.db, ANN)).toBeUndefined()
})

test('a changed UIDVALIDITY reads the last days again, and no report counts twice for its newsletter', async () => {
  const { app, imap, check, idOf, put } = await open()
  put(500, messages.postfix({ to: ANN, id: await idOf(ANN) }))
  await check()
  imap.uidValidity = 8
  imap.messages.clear()
  put(1, messages.postfix({ to: 'bea@mail.example', id: await idOf('bea@mail.example') }))
  await check()
  expect(await isSuppressed(app.db, 'bea@mail.example')).toBe('hard-bounce')
})

test('a connection that is lost in the middle loses no report and repeats none', async () => {
  const { imap, check, idOf, put } = await open()
  for (const [index, name] of ['ann', 'bea', 'cleo', 'dora'].entries())
    put(index + 1, messages.postfix({ to: `${name}@mail.example`, id: await idOf(`${name}@mail.example`) }))
  imap.fetchesLeft = 2
  expect(await check()).toMatchObject({ reports: 2, error: expect.stringContaining('could not be read') })
  imap.fetchesLeft = Number.POSITIVE_INFINITY
  expect(await check()).toMatchObject({ reports: 4, error: null })
  expect(imap.commands.filter((line) => line.includes('UID FETCH 1 '))).toHaveLength(1)
})

test('a run that is killed in the middle does not begin again', async () => {
  const { app, imap, check, idOf, put } = await open()
  for (const [index, name] of ['ann', 'bea', 'cleo', 'dora'].entries())
    put(index + 1, messages.postfix({ to: `${name}@mail.example`, id: await idOf(`${name}@mail.example`) }))
  const killing = new AbortController()
  imap.beforeFetch = (uid) => uid === 3 && killing.abort(new Error('Killed'))
  const clock = () => new Date('2026-03-10T15:00:00.000Z')
  const options = { secrets: createSecrets(TEST_KEY), clock, isOutage: () => false }
  await expect(checkMailbox(app.db, { ...options, signal: killing.signal })).rejects.toThrow('Killed')
  expect(await readMailboxState(app.db)).toMatchObject({ lastUid: 2, reports: 2, uidValidity: '7' })
  expect(await check()).toMatchObject({ reports: 4, error: null })
  expect(imap.commands.filter((line) => line.includes('UID FETCH 1 '))).toHaveLength(1)
})

test('of a reply as long as a message only the beginning counts, and every character may stand in it', async () => {
  const { app, check, idOf, put } = await open()
  const long = 'x'.repeat(120_000)
  const replies = {
    ann: { status: '5.1.1', diagnostic: long },
    bea: { status: '5.0.0', diagnostic: `550 No such user ${long}` },
    cleo: { status: '5.0.0', diagnostic: `550 ${long} No such user` },
    // U+2028 as the bytes of UTF-8; a dot of a regular expression does not match it.
    dora: { status: '5.0.0', diagnostic: `${' '.repeat(1000)}550 No such user\xe2\x80\xa8` },
  }
  for (const [index, [name, reply]] of Object.entries(replies).entries())
    put(index + 1, messages.postfix({ to: `${name}@mail.example`, id: await idOf(`${name}@mail.example`), ...reply }))
  expect(await check()).toMatchObject({ reports: 4, error: null })
  const bounces = await app.db.selectFrom('newsletter_recipients').select('bounce').orderBy('id').execute()
  expect(bounces.map(({ bounce }) => bounce)).toEqual(['hard', 'hard', 'soft', 'hard'])
})

test('a message of more parts than a report has is passed over', async () => {
  const { app, check, idOf, put } = await open()
  const report = messages.postfix({ to: ANN, id: await idOf(ANN) })
  put(1, `${report}${'\r\n--part'.repeat(10_000)}`)
  expect(await check()).toMatchObject({ reports: 0, error: null })
  expect(await isSuppressed(app.db, ANN)).toBeUndefined()
  put(2, `${report}${'\r\n-- '.repeat(50)}`)
  expect(await check()).toMatchObject({ reports: 1, error: null })
  expect(await isSuppressed(app.db, ANN)).toBe('hard-bounce')
})

test('of a huge mail the first 128 kB are read, which hold the report', async () => {
  const { app, imap, check, idOf, put } = await open()
  put(1, `${messages.postfix({ to: ANN, id: await idOf(ANN) })}${'x'.repeat(3_000_000)}`)
  await check()
  expect(await isSuppressed(app.db, ANN)).toBe('hard-bounce')
  expect(imap.commands.join('\n')).toContain('<0.131072>')
})

test.each([
  ['a greeting without an end', { command: /^$/, start: '* OK ', repeat: 'x' }],
  ['folders without an end', { command: /LIST/, start: '', repeat: '* LIST () "/" x\r\n' }],
  ['a search without an end', { command: /SEARCH/, start: '* SEARCH', repeat: ' 1' }],
  ['searches without an end', { command: /SEARCH/, start: '', repeat: '* SEARCH 1 2\r\n' }],
  ['a message without an end', { command: /FETCH/, start: '* 1 FETCH (UID 1 BODY[]<0> "', repeat: 'x' }],
  ['a list without an end', { command: /FETCH/, start: '* 1 FETCH (UID 1 FLAGS (', repeat: 'x ' }],
  ['messages without an end', { command: /FETCH/, start: '', repeat: '* 1 FETCH (UID 1)\r\n' }],
  ['a farewell without an end', { command: /LOGOUT/, start: '', repeat: '* OK x\r\n' }],
])('of a server that sends %s only a little is read', async (_, flood) => {
  const { imap, check, put } = await open()
  put(1, messages.personal)
  imap.flood = flood
  const { error } = await check()
  if (!flood.command.test('LOGOUT'))
    expect(error).toBe('The mailbox could not be read: its server sends far more than was requested.')
  expect(imap.floodedBytes).toBeGreaterThan(0)
  expect(imap.floodedBytes).toBeLessThan(40_000_000)
})

test('a message of which the server sends more than was requested does not keep back those behind it', async () => {
  const { app, imap, check, idOf, put } = await open()
  put(1, messages.personal)
  put(2, messages.postfix({ to: ANN, id: await idOf(ANN) }))
  const start = '* 1 FETCH (UID 1 BODY[]<0> {400000000}\r\n'
  imap.flood = { command: /UID FETCH 1 /, start, repeat: 'x' }
  expect((await check()).error).toBe('The mailbox could not be read: its server sends far more than was requested.')
  expect(imap.floodedBytes).toBeLessThan(40_000_000)
  expect(await check()).toMatchObject({ reports: 1, error: null })
  expect(await isSuppressed(app.db, ANN)).toBe('hard-bounce')
})

test.each([/LOGIN/, /SEARCH/, /UID FETCH 2 /, /LOGOUT/])(
  'a server that stops responding to %s ends the check',
  async (ignored) => {
    const { app, imap, check, put } = await open()
    for (const uid of [1, 2]) put(uid, messages.personal)
    imap.ignored = ignored
    const clock = () => new Date('2026-03-10T15:00:00.000Z')
    const options = { secrets: createSecrets(TEST_KEY), clock, isOutage: () => false, sessionMs: 300 }
    await checkMailbox(app.db, options)
    const error = 'The mailbox could not be read: its server takes too long. The next check goes on.'
    const isRead = ignored.test('LOGOUT')
    expect(await readMailboxState(app.db)).toMatchObject({ error: isRead ? null : error })
    imap.ignored = undefined
    expect((await check()).error).toBeNull()
    expect(imap.commands.filter((line) => line.includes('UID FETCH 2 '))).not.toEqual([])
  },
)

test('an address with control characters, and a message that cannot be recorded, do not stop the mailbox', async () => {
  const { app, check, idOf, put } = await open()
  const id = await idOf(ANN)
  put(1, messages.postfix({ to: 'a\0nn@mail.example', id }))
  put(2, messages.postfix({ to: `${'a'.repeat(60)}@${'b'.repeat(189)}.example`, id }))
  expect(await check()).toMatchObject({ reports: 0, error: null })
  const unrecordable = messages.postfix({ to: ANN, id })
  put(3, unrecordable)
  await sql`alter table suppressions rename to suppressions_elsewhere`.execute(app.db)
  expect((await check()).error).toBe('A message of the mailbox could not be read and was passed over.')
  await sql`alter table suppressions_elsewhere rename to suppressions`.execute(app.db)
  put(4, messages.postfix({ to: 'bea@mail.example', id: await idOf('bea@mail.example') }))
  expect(await check()).toMatchObject({ reports: 1, error: null })
})

test('a message that the server cannot read does not keep back those behind it', async () => {
  const { app, imap, check, idOf, put } = await open()
  for (const uid of [1, 2]) put(uid, messages.personal)
  put(3, messages.postfix({ to: ANN, id: await idOf(ANN) }))
  imap.damaged = new Set([1, 2])
  const error = 'A message of the mailbox could not be read and was passed over.'
  expect(await check()).toMatchObject({ reports: 1, error })
  expect(await check()).toMatchObject({ reports: 1, error: null })

  // While the server can read none, nothing is passed over.
  put(4, messages.postfix({ to: 'bea@mail.example', id: await idOf('bea@mail.example') }))
  imap.damaged = new Set([4])
  expect(await check()).toMatchObject({ reports: 1, error })
  imap.damaged = new Set()
  expect(await check()).toMatchObject({ reports: 2, error: null })
  expect(await isSuppressed(app.db, 'bea@mail.example')).toBe('hard-bounce')
})

test('a search that the server refuses is a sentence', async () => {
  const { imap, check } = await open()
  imap.refuseSearch = '[UNAVAILABLE] Try again later'
  expect((await check()).error).toBe('The mailbox could not be read: its server refuses to search it.')
})

test('a report whose Message-ID the provider replaced names its newsletter by the second header', async () => {
  const { app, check, idOf, put, seen } = await open()
  const id = await idOf(ANN)
  put(1, messages.amazonSes({ to: ANN, id: id.replace(/\.[\da-f]+@/, '.0123456789ab@') }))
  put(2, messages.amazonSes({ to: 'bea@mail.example', id }))
  expect(await check()).toMatchObject({ reports: 0 })
  put(3, messages.amazonSes({ to: ANN, id }))
  expect(await check()).toMatchObject({ reports: 1, error: null })
  expect(await isSuppressed(app.db, ANN)).toBe('hard-bounce')
  expect(seen()).toContain(3)
})

test('a complaint with a redacted address is about the recipient that its Message-ID names', async () => {
  const { app, check, idOf, put, seen } = await open()
  const id = await idOf(ANN)
  put(1, messages.redactedComplaint({ to: ANN, id: id.replace(/\.[\da-f]+@/, '.0123456789ab@') }))
  expect(await check()).toMatchObject({ reports: 0 })
  put(2, messages.redactedComplaint({ to: ANN, id }))
  expect(await check()).toMatchObject({ reports: 1, error: null })
  expect(await isSuppressed(app.db, ANN)).toBe('complaint')
  expect(await app.db.selectFrom('newsletter_recipients').select('bounce').execute()).toEqual([{ bounce: 'complaint' }])
  expect(seen()).toEqual([2])
})

test('a redacted complaint about an erased reader counts for no one', async () => {
  const { app, check, idOf, put } = await open()
  put(1, messages.redactedComplaint({ to: ANN, id: await idOf(ANN) }))
  await app.db.updateTable('newsletter_recipients').set({ email: '#1' }).execute()
  expect(await check()).toMatchObject({ reports: 0, error: null })
  expect(await app.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
})

test('a report with a forged Message-ID, or that of a newsletter with another id, counts for no one', async () => {
  const { app, check, idOf, put } = await open()
  const id = await idOf(ANN)
  put(1, messages.postfix({ to: ANN, id: id.replace(/\.[\da-f]+@/, '.0123456789ab@') }))
  put(2, messages.postfix({ to: ANN, id: id.replace(/newsletter-(\d+)/, 'newsletter-1$1') }))
  await check()
  expect(await isSuppressed(app.db, ANN)).toBeUndefined()
  put(3, messages.postfix({ to: ANN, id }))
  await check()
  expect(await isSuppressed(app.db, ANN)).toBe('hard-bounce')
})

test('a check that ends after the mailbox was changed does not write over the state of the new one', async () => {
  const { app, check, idOf, put, save } = await open()
  put(9, messages.postfix({ to: ANN, id: await idOf(ANN) }))
  await check()
  const secrets = createSecrets(TEST_KEY)
  const { version } = (await findMailbox(app.db, secrets))!
  const former = await readMailboxState(app.db)
  await save({ folder: 'Other' })
  await saveCheck(app.db, { ...former, lastUid: 9 }, { version, now: '2026-03-10T15:00:00.000Z' })
  expect(await readMailboxState(app.db)).toMatchObject({ lastUid: 0, uidValidity: '' })
})

test('mailboxes of two accounts have reports of their own', async () => {
  const { app, imap, check, idOf, put, save } = await open()
  put(1, messages.postfix({ to: ANN, id: await idOf(ANN) }))
  await check()
  const other = await startImap({ user: 'others', password: 'b password' })
  other.messages.set(1, {
    raw: messages.postfix({ to: ANN, id: await idOf(ANN), status: '5.2.2', diagnostic: '552 5.2.2 full' }),
    isSeen: false,
  })
  expect(other.uidValidity).toBe(imap.uidValidity)
  await save({ port: other.port, user: 'others', password: 'b password' })
  await check()
  const bounces = await app.db.selectFrom('newsletter_recipients').select('bounce').orderBy('id').execute()
  expect(bounces).toEqual([{ bounce: 'hard' }, { bounce: 'soft' }])
})

const isEmbedded = inject('postgres')?.template === undefined && inject('databaseUrl') !== undefined

test.skipIf(isEmbedded)('the mailbox is read in a thread, which starts only for a mailbox', async () => {
  const file = path.resolve(import.meta.dirname, '../../../mailbox-thread.ts')
  let started = 0
  const { app, imap, check, idOf, seen } = await open({
    threads: (database) => ({
      importSales: async () => {},
      importSite: async () => {},
      checkMailbox(signal) {
        started += 1
        return runInThread(file, { database, secretKey: TEST_KEY } satisfies MailboxThreadData, signal)
      },
    }),
  })
  const raw = messages.postfix({ to: ANN, id: await idOf(ANN) })
  imap.messages.set(1, { raw, isSeen: false, date: new Date().toISOString() })
  expect(await check()).toMatchObject({ reports: 1, error: null })
  await vi.waitFor(() => expect(seen()).toEqual([1]))
  expect((await app.asOwner('/api/bounce-mailbox', { method: 'DELETE' })).status).toBe(200)
  await check()
  expect(started).toBe(1)
})
