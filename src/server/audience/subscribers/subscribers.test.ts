import { expect, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import {
  expectInvalidFieldsRejected,
  expectMaliciousBodiesRejected,
  expectSentence,
  maliciousTexts,
} from '../../../../test/malicious-input.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'

async function subscribers(db: TestApp['db']) {
  const rows = await db.selectFrom('subscribers').select(['email', 'name', 'is_active']).orderBy('id').execute()
  return rows.map(({ email, name, is_active }) => ({ email, name, isActive: Boolean(is_active) }))
}

test('POST /api/subscribers stores an address with its name', async () => {
  const { db, request } = await testApp()
  const response = await request('/api/subscribers', { json: { email: 'ann@example.com', name: ' Ann Lee ' } })
  expect(response.status).toBe(201)
  expect(await response.json()).toEqual({ email: 'ann@example.com', isActive: false, confirmation: 'later' })
  expect(await subscribers(db)).toEqual([{ email: 'ann@example.com', name: 'Ann Lee', isActive: false }])
  const { created_at } = await db.selectFrom('subscribers').select('created_at').executeTakeFirstOrThrow()
  expect(created_at).toBe('2026-03-10T15:00:00.000Z')
})

test('the name is optional, and an empty one is stored as none', async () => {
  const { db, request } = await testApp()
  await request('/api/subscribers', { json: { email: 'one@example.com' } })
  await request('/api/subscribers', { json: { email: 'two@example.com', name: '' } })
  await request('/api/subscribers', { json: { email: 'three@example.com', name: '   ' } })
  expect((await subscribers(db)).map((subscriber) => subscriber.name)).toEqual([null, null, null])
})

test('an address instead of a name is stored as none', async () => {
  const { db, request } = await testApp()
  for (const website of [undefined, 'x']) {
    const email = website ? 'bot@example.com' : 'ann@example.com'
    const json = { email, name: 'b@mail.example', website }
    expect((await request('/api/subscribers', { json })).status).toBe(201)
  }
  await request('/api/subscribers', { json: { email: 'ann@example.com', name: 'c@mail.example' } })
  expect((await subscribers(db)).map(({ name }) => name)).toEqual([null, null])
})

test('the same address in another case is the same subscriber', async () => {
  const { db, request } = await testApp()
  await request('/api/subscribers', { json: { email: 'ann@example.com', name: 'Ann' } })
  const again = await request('/api/subscribers', { json: { email: '  Ann@Example.COM ' } })
  expect(again.status).toBe(201)
  expect(await again.json()).toEqual({ email: 'ann@example.com', isActive: false, confirmation: 'later' })
  expect(await subscribers(db)).toEqual([{ email: 'ann@example.com', name: 'Ann', isActive: false }])
})

test('the same address with its domain in Punycode is the same subscriber', async () => {
  const { db, request } = await testApp()
  await request('/api/subscribers', { json: { email: 'ann@Bücher.example' } })
  await request('/api/subscribers', { json: { email: 'ann@xn--bcher-kva.example' } })
  expect(await subscribers(db)).toEqual([{ email: 'ann@xn--bcher-kva.example', name: null, isActive: false }])
})

test('the response does not reveal whether an address was known', async () => {
  const { request } = await testApp()
  const first = await request('/api/subscribers', { json: { email: 'ann@example.com', name: 'Ann' } })
  const second = await request('/api/subscribers', { json: { email: 'ann@example.com', name: 'Eve' } })
  expect(second.status).toBe(first.status)
  expect(await second.json()).toEqual(await first.json())
})

test('a sign-up with the honeypot field gets the same response and is stored as inactive', async () => {
  const { db, request } = await testApp()
  const response = await request('/api/subscribers', {
    json: { email: 'bot@example.com', website: 'https://spam.example' },
  })
  expect(response.status).toBe(201)
  expect(await response.json()).toEqual({ email: 'bot@example.com', isActive: false, confirmation: 'later' })
  expect(await subscribers(db)).toEqual([{ email: 'bot@example.com', name: null, isActive: false }])
})

test('a sign-up with the honeypot field does not change a known subscriber', async () => {
  const { db, request } = await testApp()
  await request('/api/subscribers', { json: { email: 'ann@example.com', name: 'Ann' } })
  await request('/api/subscribers', { json: { email: 'ann@example.com', name: 'Spam', website: 'x' } })
  expect(await subscribers(db)).toEqual([{ email: 'ann@example.com', name: 'Ann', isActive: false }])
})

test('an invalid address is rejected with the specification’s sentence', async () => {
  const { db, request } = await testApp()
  const before = await countRows(db)
  const local = 'a'.repeat(64)
  const wrong = ['', ' ', 'ann', 'ann@', '@example.com', 'ann@example', 'ann lee@example.com', 'ann@exa mple.com']
  const tricky = [
    'a@b.c,d@e.example',
    'ann@example.com\0',
    'ann@example.com\r\nBcc: eve@example.com',
    'ann@@example.com',
  ]
  const long = `${local}@${'b'.repeat(190)}.example`
  for (const email of [...wrong, ...tricky, long, ...maliciousTexts]) {
    const response = await request('/api/subscribers', { json: { email } })
    expect(response.status, email).toBe(400)
    expect(await response.json(), email).toMatchObject({
      message: 'Please enter a valid email address',
      issues: [{ path: 'email', message: 'Please enter a valid email address' }],
    })
  }
  expect(await countRows(db)).toEqual(before)
})

test('a missing address is required', async () => {
  const { request } = await testApp()
  const response = await request('/api/subscribers', { json: { name: 'Ann' } })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ message: 'Required', issues: [{ path: 'email', message: 'Required' }] })
})

test('fields of a wrong type are rejected, and nothing is stored', async () => {
  const app = await testApp()
  const notText: unknown[] = [null, 5, true, [], ['a@b.example'], {}, { toString: 'a@b.example' }]
  await expectInvalidFieldsRejected(
    app,
    '/api/subscribers',
    { email: 'ann@example.com' },
    {
      email: notText,
      name: [...notText, 'a'.repeat(101), 'Ann\nLee', 'Ann\0', 'Ann\u0007'],
      website: notText,
    },
  )
})

test('bodies that are not a sign-up are rejected, and nothing is stored', async () => {
  await expectMaliciousBodiesRejected(await testApp(), '/api/subscribers')
})

test('any valid name is stored unchanged', async () => {
  const { db, request } = await testApp()
  for (const [i, name] of maliciousTexts.entries()) {
    const response = await request('/api/subscribers', { json: { email: `reader-${i}@example.com`, name } })
    if (/\p{Cc}/u.test(name)) {
      expect(response.status, name).toBe(400)
      await expectSentence(response, name)
      continue
    }
    expect(response.status, name).toBe(201)
    const row = await db
      .selectFrom('subscribers')
      .select('name')
      .where('email', '=', `reader-${i}@example.com`)
      .executeTakeFirstOrThrow()
    expect(row.name?.toWellFormed() ?? '', name).toBe(name.trim().toWellFormed())
  }
})

test('undeclared fields are ignored', async () => {
  const { db, request } = await testApp()
  const json = { email: 'ann@example.com', id: 99, is_active: false, isActive: false, createdAt: '1999-01-01' }
  expect((await request('/api/subscribers', { json })).status).toBe(201)
  expect(await subscribers(db)).toEqual([{ email: 'ann@example.com', name: null, isActive: false }])
  const { id } = await db.selectFrom('subscribers').select('id').executeTakeFirstOrThrow()
  expect(id).toBe(1)
})
