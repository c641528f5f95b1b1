import { expect, test } from 'vitest'
import * as messages from '../../../../test/bounce-messages.ts'
import { startImap } from '../../../../test/imap-server.ts'
import { makeAcceptedNewsletter } from '../../../../test/newsletters.ts'
import { testApp } from '../../../../test/test-app.ts'
import type { BounceMailbox } from '../../../contract/bounce-mailbox.ts'
import { isSuppressed } from '../suppressions/suppressions.repo.ts'

const ANN = 'ann@mail.example'
const login = { user: 'bounces', password: 'a password' }

async function open() {
  const app = await testApp()
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
  const idOf = async (email: string) =>
    `<newsletter-1-${await makeAcceptedNewsletter(app.db, email)}.r4nd0m@dewlight.example>`
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
  expect(await check()).toMatchObject({ reports: 5, error: null, checkedAt: '2026-03-10T15:00:00.000Z' })
  expect(await app.db.selectFrom('newsletter_recipients').select(['email', 'bounce']).orderBy('id').execute()).toEqual([
    { email: ANN, bounce: 'hard' },
    { email: 'bea@mail.example', bounce: 'hard' },
    { email: 'cleo@mail.example', bounce: 'soft' },
    { email: 'dora@mail.example', bounce: 'soft' },
    { email: 'eve@mail.example', bounce: 'complaint' },
  ])
  expect(await isSuppressed(app.db, 'eve@mail.example')).toBe('complaint')
  expect(seen()).toEqual([4, 5, 6, 8, 9])
  const commands = imap.commands.length
  expect(await check()).toMatchObject({ reports: 5 })
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
