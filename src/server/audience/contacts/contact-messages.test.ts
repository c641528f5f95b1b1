import { expect, onTestFinished, test } from 'vitest'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { ContactMessage } from '../../../contract/audience/contact-messages.ts'
import { saveSettings } from '../../accounts/settings/settings.repo.ts'
import { cleanUp } from '../../app/cleanup.ts'
import { createContact } from './contacts.repo.ts'

const message = {
  name: 'Ann Lee',
  email: 'ann@example.com',
  subject: 'Working together',
  message: 'I read your article about sunscreen.\nThank you!',
}

/** Messages at 10:01, 10:02, … in this order. Returns their ids. */
async function receive(db: TestApp['db'], ...overs: Partial<typeof message>[]): Promise<number[]> {
  const ids: number[] = []
  for (const [i, over] of overs.entries())
    ids.push(await createContact(db, { ...message, ...over }, null, `2026-03-10T10:0${i + 1}:00.000Z`))
  return ids
}

async function list(asOwner: TestApp['asOwner'], query = ''): Promise<ContactMessage[]> {
  const response = await asOwner(`/api/contacts${query}`)
  expect(response.status).toBe(200)
  return (await response.json()) as ContactMessage[]
}

const names = async (asOwner: TestApp['asOwner'], query = '') =>
  (await list(asOwner, query)).map((contact) => contact.name)

test('GET /api/contacts returns the inbox, newest first, with the fields of the specification', async () => {
  const { request, asOwner } = await testApp()
  await request('/api/contacts', { json: message })
  const [first] = await list(asOwner)
  expect(first).toEqual({
    id: first!.id,
    ...message,
    createdAt: '2026-03-10T15:00:00.000Z',
    isRead: false,
    isSpam: false,
    spamReason: null,
  })
})

test('the inbox is searched, filtered, sorted and paged', async () => {
  const { db, asOwner } = await testApp()
  const ids = await receive(
    db,
    { name: 'Bea' },
    { name: 'ada', subject: '100% zinc' },
    { name: 'Cleo', message: 'About Retinol, please.' },
  )
  await asOwner(`/api/contacts/${ids[0]}`, { method: 'PUT', json: { isRead: true } })
  expect(await names(asOwner)).toEqual(['Cleo', 'ada', 'Bea'])
  expect(await names(asOwner, '?q=RETINOL')).toEqual(['Cleo'])
  expect(await names(asOwner, '?q=100%25')).toEqual(['ada'])
  expect(await names(asOwner, '?q=_')).toEqual([])
  expect(await names(asOwner, '?status=read')).toEqual(['Bea'])
  expect(await names(asOwner, '?status=new&sort=createdAt&direction=asc')).toEqual(['ada', 'Cleo'])
  expect(await names(asOwner, '?sort=status&direction=desc')).toEqual(['Bea', 'Cleo', 'ada'])
  const page = await asOwner('/api/contacts?limit=2&page=2')
  expect(page.headers.get('x-total-count')).toBe('3')
  expect(((await page.json()) as ContactMessage[]).map(({ name }) => name)).toEqual(['Bea'])
  expect((await asOwner('/api/contacts?folder=elsewhere')).status).toBe(400)
})

test('a message is marked as read and as new again, and the unread count follows', async () => {
  const { db, asOwner, changes } = await testApp()
  const [id] = await receive(db, {}, {})
  const count = async () => (await (await asOwner('/api/contacts/unread-count')).json()) as unknown
  expect(await count()).toEqual({ count: 2 })
  const read = await asOwner(`/api/contacts/${id}`, { method: 'PUT', json: { isRead: true } })
  expect(await read.json()).toMatchObject({ id, isRead: true })
  expect(await count()).toEqual({ count: 1 })
  await asOwner(`/api/contacts/${id}`, { method: 'PUT', json: { isRead: false } })
  expect(await count()).toEqual({ count: 2 })
  expect(changes()).toBe(0)
})

test('a message moves to the spam folder and back, and spam is not counted as new', async () => {
  const { db, asOwner } = await testApp()
  const [id] = await receive(db, { name: 'Eve' }, { name: 'Ann' })
  await asOwner(`/api/contacts/${id}`, { method: 'PUT', json: { isSpam: true } })
  expect(await names(asOwner)).toEqual(['Ann'])
  expect(await list(asOwner, '?folder=spam')).toMatchObject([{ name: 'Eve', isSpam: true, spamReason: 'owner' }])
  expect(await (await asOwner('/api/contacts/unread-count')).json()).toEqual({ count: 1 })
  await asOwner('/api/contacts/mark', { json: { ids: [id], isSpam: false } })
  expect(await list(asOwner, '?q=Eve')).toMatchObject([{ isSpam: false, spamReason: null }])
})

const links = 'Look: https://a.example https://b.example www.c.example https://d.example'

test.each([
  ['hidden-field', { website: 'https://spam.example' }],
  ['too-fast', { elapsed: '900' }],
  ['links', { message: links }],
  [null, { elapsed: '2400' }],
  [null, { elapsed: '' }],
  [null, {}],
  [null, { message: 'Our shop is https://a.example, our page www.b.example.' }],
])('a message is classified as %s: %j', async (spamReason, over) => {
  const { request, asOwner } = await testApp()
  expect((await request('/api/contacts', { json: { ...message, ...over } })).status).toBe(201)
  const folder = spamReason ? 'spam' : 'inbox'
  expect(await list(asOwner, `?folder=${folder}`)).toMatchObject([{ spamReason, isSpam: spamReason !== null }])
})

test('a deleted message is in no list and no count until it is restored', async () => {
  const { db, asOwner } = await testApp()
  const [id] = await receive(db, {})
  expect((await asOwner(`/api/contacts/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await list(asOwner)).toEqual([])
  expect(await (await asOwner('/api/contacts/unread-count')).json()).toEqual({ count: 0 })
  expect((await asOwner(`/api/contacts/${id}`)).status).toBe(404)
  expect((await asOwner(`/api/contacts/${id}`, { method: 'DELETE' })).status).toBe(404)
  expect((await asOwner(`/api/contacts/${id}`, { method: 'PUT', json: { isRead: true } })).status).toBe(404)
  expect((await asOwner(`/api/contacts/${id}/restore`, { method: 'POST' })).status).toBe(200)
  expect(await list(asOwner)).toHaveLength(1)
})

test('several messages are marked, deleted and restored at once', async () => {
  const { db, asOwner } = await testApp()
  const ids = await receive(db, {}, {}, {})
  await asOwner('/api/contacts/mark', { json: { ids: ids.slice(0, 2), isRead: true } })
  expect((await list(asOwner)).map(({ isRead }) => isRead)).toEqual([false, true, true])
  await asOwner('/api/contacts/delete', { json: { ids } })
  expect(await list(asOwner)).toEqual([])
  await asOwner('/api/contacts/restore', { json: { ids } })
  expect(await list(asOwner)).toHaveLength(3)
  expect((await asOwner('/api/contacts/mark', { json: { ids } })).status).toBe(400)
  expect((await asOwner('/api/contacts/delete', { json: { ids: [] } })).status).toBe(400)
})

test('a deleted message is purged after 30 days', async () => {
  const { db, asOwner } = await testApp()
  const [id] = await receive(db, {})
  await asOwner(`/api/contacts/${id}`, { method: 'DELETE' })
  await cleanUp(db, new Date('2026-04-09T14:00:00.000Z'))
  expect(await db.selectFrom('contacts').select('id').execute()).toHaveLength(1)
  await cleanUp(db, new Date('2026-04-09T16:00:00.000Z'))
  expect(await db.selectFrom('contacts').select('id').execute()).toHaveLength(0)
})

test('spam is deleted after 90 days, messages only where the owner has set a time', async () => {
  const { db, asOwner } = await testApp()
  await receive(db, {}, {})
  const { id } = await db.selectFrom('contacts').select('id').executeTakeFirstOrThrow()
  await asOwner(`/api/contacts/${id}`, { method: 'PUT', json: { isSpam: true } })
  const left = async (at: string) => {
    await cleanUp(db, new Date(at))
    return (await db.selectFrom('contacts').select('id').execute()).length
  }
  expect(await left('2026-06-08T09:00:00.000Z')).toBe(2)
  expect(await left('2026-06-08T11:00:00.000Z')).toBe(1)
  expect(await left('2046-06-08T11:00:00.000Z')).toBe(1)
  await saveSettings(db, { messagesKept: '1' }, '2026-03-10T15:00:00.000Z')
  expect(await left('2027-03-10T09:00:00.000Z')).toBe(1)
  expect(await left('2027-03-10T11:00:00.000Z')).toBe(0)
})

test('the CSV export contains the filtered list and escapes formulas', async () => {
  const { db, asOwner } = await testApp()
  await receive(db, { name: '=HYPERLINK("https://evil.example")' }, { name: 'Bea' })
  const response = await asOwner('/api/contacts.csv?q=evil')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="contact-messages.csv"')
  const [head, row, rest] = (await response.text()).split(/\n(?=id|\d|$)/)
  expect(head).toBe('id,name,email,subject,message,date,status,spam')
  expect(row).toContain(`"'=HYPERLINK(`)
  expect(row).toContain('New,no')
  expect(rest).toBe('')
})

test('an anonymous visitor gets 401 from every owner endpoint', async () => {
  const { request } = await testApp()
  for (const path of ['', '.csv', '/1', '/unread-count'])
    expect((await request(`/api/contacts${path}`)).status).toBe(401)
  for (const path of ['/mark', '/delete', '/restore', '/1/restore'])
    expect((await request(`/api/contacts${path}`, { json: { ids: [1] } })).status).toBe(401)
})

test('the audit trail names the action and no visitor', async () => {
  const { db, asOwner } = await testApp()
  const ids = await receive(db, {}, {})
  await asOwner(`/api/contacts/${ids[0]}`, { method: 'DELETE' })
  await asOwner('/api/contacts/restore', { json: { ids: ids.slice(0, 1) } })
  await asOwner('/api/contacts/delete', { json: { ids } })
  const entries = await db.selectFrom('audit_log').select(['method', 'path', 'subject']).orderBy('id').execute()
  expect(entries).toEqual([
    { method: 'DELETE', path: `/contacts/${ids[0]}`, subject: '1 message' },
    { method: 'POST', path: '/contacts/restore', subject: '1 message' },
    { method: 'POST', path: '/contacts/delete', subject: '2 messages' },
  ])
})

test('with a mail server, the owner gets each message by mail with the sender as Reply-To, except spam', async () => {
  const smtp = await startSmtp()
  onTestFinished(smtp.close)
  const { request, sendMail } = await testApp({ smtpUrl: smtp.url })
  const result = await request('/api/contacts', { json: { ...message, subject: 'Grüße: <b>hello</b>' } })
  const { id } = (await result.json()) as { id: number }
  await request('/api/contacts', { json: { ...message, website: 'x' } })
  await sendMail()
  expect(smtp.received).toHaveLength(1)
  expect(smtp.received[0]).toMatchObject({
    subject: 'New message from Ann Lee: Grüße: <b>hello</b>',
    to: [{ address: 'hello@dewlight.example' }],
    replyTo: [{ address: 'ann@example.com' }],
  })
  expect(smtp.received[0]!.text).toContain('I read your article about sunscreen.\nThank you!')
  expect(smtp.received[0]!.text).toContain(`http://localhost:3000/admin/contacts/${id}`)
  expect(smtp.received[0]!.html).not.toContain('<b>')
})

test('a message that is sent twice with the same idempotency key is mailed once', async () => {
  const smtp = await startSmtp()
  onTestFinished(smtp.close)
  const { request, sendMail } = await testApp({ smtpUrl: smtp.url })
  const headers = { 'idempotency-key': 'the-same-message' }
  await Promise.all([
    request('/api/contacts', { json: message, headers }),
    request('/api/contacts', { json: message, headers }),
  ])
  await sendMail()
  expect(smtp.received).toHaveLength(1)
})

test('without a mail server, a message enqueues no mail', async () => {
  const { request, db } = await testApp()
  await request('/api/contacts', { json: message })
  expect(await db.selectFrom('mails').select('id').execute()).toEqual([])
})
