import { expect, onTestFinished, test } from 'vitest'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { PersonalData } from '../../../contract/audience/personal-data.ts'
import { cleanUp } from '../../app/cleanup.ts'
import { backedUpNames } from '../../platform/backup/manifest.ts'
import { type Db, leftOutTables, temporaryTables } from '../../platform/db/schema.ts'
import { purgeContacts } from '../contacts/contacts.repo.ts'

const now = '2026-03-10T15:00:00.000Z'

/** A site with mail; Ann and Bob have subscribed and sent messages. */
async function filledApp(): Promise<TestApp> {
  const smtp = await startSmtp()
  onTestFinished(smtp.close)
  const app = await testApp({ smtpUrl: smtp.url })
  for (const [name, email] of [
    ['Ann Lee', 'Ann@Example.com'],
    ['Bob Day', 'bob@example.com'],
  ]) {
    const headers = { 'idempotency-key': `sign-up-of-${name!.slice(0, 3)}` }
    await app.request('/api/subscribers', { json: { email, name }, headers })
    await app.request('/api/contacts', {
      json: { name, email, subject: `A question of ${name}`, message: `This is what ${name} has to say.` },
    })
  }
  await app.sendMail()
  return app
}

/** All values of all tables as one string. */
async function everything(db: Db): Promise<string> {
  const tables = [...backedUpNames, ...leftOutTables, ...temporaryTables]
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows)
}

test('an export contains all data of one person and none of another', async () => {
  const { asOwner } = await filledApp()
  const response = await asOwner('/api/personal-data/export', { json: { email: 'ANN@example.com' } })
  const text = await response.text()
  expect(text).not.toMatch(/bob/i)
  const data = JSON.parse(text) as PersonalData
  expect(data).toMatchObject({
    exportedAt: now,
    subscriber: {
      email: 'ann@example.com',
      name: 'Ann Lee',
      status: 'unconfirmed',
      consents: [{ act: 'signed-up' }],
      confirmations: [{ name: 'Ann Lee' }],
    },
    messages: [{ email: 'Ann@Example.com', message: 'This is what Ann Lee has to say.' }],
    mails: [{ kind: 'confirmation' }, { kind: 'contact', replyTo: 'Ann@Example.com' }],
  })
})

test('the export of an unknown address is empty, and an invalid address is rejected', async () => {
  const { asOwner } = await testApp()
  const unknown = await asOwner('/api/personal-data/export', { json: { email: 'eve@example.com' } })
  expect(await unknown.json()).toMatchObject({ subscriber: null, messages: [], mails: [] })
  expect((await asOwner('/api/personal-data/export', { json: { email: '%' } })).status).toBe(400)
})

test('an erasure leaves no data of the person in any table, and all data of others', async () => {
  const { db, asOwner } = await filledApp()
  const before = await everything(db)
  expect(before).toMatch(/ann@example|ann lee/i)
  const response = await asOwner('/api/personal-data/erase', { json: { email: 'ann@example.com' } })
  expect(await response.json()).toEqual({ subscribers: 1, messages: 1, mails: 2 })
  const after = await everything(db)
  expect(after).not.toMatch(/ann@example|ann lee/i)
  const bob = (text: string) => text.match(/bob(?: day|@)/gi)?.length
  expect(bob(after)).toBe(bob(before))
  expect(await (await asOwner('/api/audit?area=personal-data')).json()).toMatchObject([
    { path: '/personal-data/erase', subject: '' },
  ])
})

test('purging a message deletes its notification mail', async () => {
  const { db, asOwner } = await filledApp()
  const [message] = (await (await asOwner('/api/contacts?q=Ann')).json()) as { id: number }[]
  await asOwner(`/api/contacts/${message!.id}`, { method: 'DELETE' })
  await purgeContacts(db, { deletedBefore: '2026-04-10T00:00:00.000Z' })
  const mails = await db.selectFrom('mails').select('reply_to').where('kind', '=', 'contact').execute()
  expect(mails).toEqual([{ reply_to: 'bob@example.com' }])
})

test('of two messages of one person at the same moment, one is purged with its own mail', async () => {
  const { db, request, asOwner } = await filledApp()
  for (const subject of ['First', 'Second'])
    await request('/api/contacts', {
      json: { name: 'Cleo', email: 'cleo@example.com', subject, message: 'This is what Cleo has to say.' },
    })
  const [message] = (await (await asOwner('/api/contacts?q=First')).json()) as { id: number }[]
  await asOwner(`/api/contacts/${message!.id}`, { method: 'DELETE' })
  await purgeContacts(db, { deletedBefore: '2026-04-10T00:00:00.000Z' })
  const mails = await db.selectFrom('mails').select('subject').where('reply_to', '=', 'cleo@example.com').execute()
  expect(mails).toEqual([{ subject: 'New message from Cleo: Second' }])
})

test('an unconfirmed sign-up is purged after 30 days, a confirmed one is not', async () => {
  const { db, request } = await filledApp()
  const { text } = await db
    .selectFrom('mails')
    .select('text')
    .where('to_address', '=', 'bob@example.com')
    .executeTakeFirstOrThrow()
  expect(text).toBe('')
  await db
    .updateTable('subscribers')
    .set({ is_active: true, unconfirmed_at: null })
    .where('email', '=', 'bob@example.com')
    .execute()
  await cleanUp(db, new Date('2026-04-09T14:59:00.000Z'))
  expect(await db.selectFrom('subscribers').select('id').execute()).toHaveLength(2)
  await cleanUp(db, new Date('2026-04-09T15:01:00.000Z'))
  expect(await db.selectFrom('subscribers').select('email').execute()).toEqual([{ email: 'bob@example.com' }])
  expect((await request('/api/subscribers', { json: { email: 'ann@example.com' } })).status).toBe(201)
})

test('the audit entry of a mail retry names no visitor', async () => {
  const { db, asOwner } = await filledApp()
  const { id } = await db
    .updateTable('mails')
    .set({ state: 'failed' })
    .where('reply_to', '=', 'bob@example.com')
    .returning('id')
    .executeTakeFirstOrThrow()
  await asOwner(`/api/mails/${id}/retry`, { method: 'POST' })
  expect(await (await asOwner('/api/audit?area=mails')).json()).toMatchObject([{ subject: 'New message' }])
})
