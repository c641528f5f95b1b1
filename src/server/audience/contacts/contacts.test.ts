import { expect, test } from 'vitest'
import {
  expectInvalidFieldsRejected,
  expectMaliciousBodiesRejected,
  maliciousTexts,
} from '../../../../test/malicious-input.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'

const message = {
  name: 'Ann Lee',
  email: 'ann@example.com',
  subject: 'Working together',
  message: 'I read your article about sunscreen.\nThank you!',
}

function lastContact(db: TestApp['db']) {
  return db.selectFrom('contacts').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
}

test('POST /api/contacts stores a message as new', async () => {
  const { db, request } = await testApp()
  const response = await request('/api/contacts', { json: message })
  expect(response.status).toBe(201)
  const { is_read, is_spam, spam_reason, deleted_at, ...row } = await lastContact(db)
  expect(await response.json()).toEqual({ id: row.id })
  expect(row).toEqual({ id: row.id, ...message, created_at: '2026-03-10T15:00:00.000Z' })
  expect([Boolean(is_read), Boolean(is_spam), spam_reason, deleted_at]).toEqual([false, false, null, null])
})

test('surrounding white space is trimmed from fields', async () => {
  const { db, request } = await testApp()
  await request('/api/contacts', { json: { ...message, name: '  Ann Lee ', email: ' ann@example.com ' } })
  expect(await lastContact(db)).toMatchObject({ name: 'Ann Lee', email: 'ann@example.com' })
})

test('a message with the honeypot field is stored as spam, and the response does not reveal it', async () => {
  const { db, request } = await testApp()
  const response = await request('/api/contacts', { json: { ...message, website: 'https://spam.example' } })
  expect(response.status).toBe(201)
  const { id, is_spam } = await lastContact(db)
  expect(await response.json()).toEqual({ id })
  expect(Boolean(is_spam)).toBe(true)
})

test.each([
  ['name', 'A', 'Name must be at least 2 characters'],
  ['name', ' A ', 'Name must be at least 2 characters'],
  ['email', 'ann', 'Please enter a valid email address'],
  ['subject', 'x', 'Subject must be at least 2 characters'],
  ['message', 'Too short', 'Message must be at least 10 characters'],
  ['message', '          ', 'Message must be at least 10 characters'],
  ['name', 'a'.repeat(101), 'Please keep this under 100 characters'],
  ['subject', 'a'.repeat(201), 'Please keep this under 200 characters'],
  ['message', 'a'.repeat(5001), 'Please keep this under 5000 characters'],
  ['subject', 'Hello\r\nBcc: everyone@example.com', 'Invalid input'],
])('a %s of %j is rejected: %s', async (field, value, sentence) => {
  const { db, request } = await testApp()
  const response = await request('/api/contacts', { json: { ...message, [field]: value } })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ message: sentence, issues: [{ path: field, message: sentence }] })
  expect(await db.selectFrom('contacts').select('id').execute()).toEqual([])
})

test('fields of minimum and maximum length are accepted', async () => {
  const { request } = await testApp()
  const short = { name: 'Al', email: 'a@b.co', subject: 'Hi', message: '1234567890' }
  const long = { ...message, name: 'a'.repeat(100), subject: 'a'.repeat(200), message: 'a'.repeat(5000) }
  expect((await request('/api/contacts', { json: short })).status).toBe(201)
  expect((await request('/api/contacts', { json: long })).status).toBe(201)
})

test('a response names all invalid fields', async () => {
  const { request } = await testApp()
  const response = await request('/api/contacts', { json: {} })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    message: 'Required',
    issues: ['name', 'email', 'subject', 'message'].map((path) => ({ path, message: 'Required' })),
  })
})

test('fields of a wrong type are rejected, and nothing is stored', async () => {
  const notText: unknown[] = [null, 5, true, [], ['text'], {}, { length: 20 }]
  await expectInvalidFieldsRejected(await testApp(), '/api/contacts', message, {
    name: [...notText, 'Ann\nLee', 'Ann\0Lee', 'Ann\u001bLee'],
    email: [...notText, ...maliciousTexts],
    subject: [...notText, 'A\tB', 'A\0B'],
    message: [...notText, 'A message with a \0 in it'],
    website: notText,
  })
})

test('bodies that are not a message are rejected, and nothing is stored', async () => {
  await expectMaliciousBodiesRejected(await testApp(), '/api/contacts')
})

test('any text is stored unchanged: SQL, script, emoji', async () => {
  const { db, request } = await testApp()
  for (const text of maliciousTexts.filter((each) => !/\p{Cc}/u.test(each))) {
    const sent = { ...message, name: `Ann ${text} Lee`, subject: `Re: ${text}!`, message: `I wondered about ${text}.` }
    expect((await request('/api/contacts', { json: sent })).status, text).toBe(201)
    const { name, subject, message: kept } = await lastContact(db)
    expect([name, subject, kept].map((each) => each.toWellFormed())).toEqual(
      [sent.name, sent.subject, sent.message].map((each) => each.toWellFormed()),
    )
  }
})

test('an anonymous visitor cannot read messages', async () => {
  const { request } = await testApp()
  await request('/api/contacts', { json: message })
  const response = await request('/api/contacts')
  expect([401, 404]).toContain(response.status)
  expect(await response.text()).not.toContain('ann@example.com')
})
