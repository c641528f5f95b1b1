import { expect, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makeUser } from '../../../../test/factories.ts'
import { expectSentence, maliciousTexts } from '../../../../test/malicious-input.ts'
import { type RequestOptions, type TestApp, testApp } from '../../../../test/test-app.ts'

function send(request: TestApp['request'], path: string, fields: Record<string, string>, options: RequestOptions = {}) {
  return request(path, {
    body: String(new URLSearchParams(fields)),
    ...options,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...options.headers },
  })
}

/** The form response that a rejected form's page is rendered with; the test renderer appends it to the path. */
async function formResponse(response: Response): Promise<Record<string, unknown>> {
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const text = await response.text()
  return JSON.parse(text.slice(text.indexOf(' ') + 1)) as Record<string, unknown>
}

const contact = { name: 'Ann Lee', email: 'ann@example.com', subject: 'Hello there', message: 'I like your articles.' }

test('a contact form without JavaScript is stored and redirects', async () => {
  const { db, request } = await testApp()
  const response = await send(request, '/contact', { ...contact, website: '' })
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/contact?sent=1')
  const row = await db.selectFrom('contacts').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject(contact)
  expect(Boolean(row.is_spam)).toBe(false)
})

test('a contact form with the honeypot field is stored as spam and gets the same response', async () => {
  const { db, request } = await testApp()
  const response = await send(request, '/contact', { ...contact, website: 'https://spam.example' })
  expect(response.status).toBe(303)
  const { is_spam } = await db.selectFrom('contacts').select('is_spam').executeTakeFirstOrThrow()
  expect(Boolean(is_spam)).toBe(true)
})

test('a rejected contact form is rendered again with its values and issues', async () => {
  const { db, request } = await testApp()
  const typed = { ...contact, name: 'A', message: 'Short' }
  const response = await send(request, '/contact', typed)
  expect(response.status).toBe(422)
  expect(await formResponse(response)).toEqual({
    form: 'contact',
    values: typed,
    issues: [
      { path: 'name', message: 'Name must be at least 2 characters' },
      { path: 'message', message: 'Message must be at least 10 characters' },
    ],
  })
  expect((await countRows(db)).contacts).toBe(0)
})

test('a newsletter form without JavaScript subscribes', async () => {
  const { db, request } = await testApp()
  const response = await send(request, '/newsletter', { email: 'Ann@example.com', name: '', website: '' })
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/newsletter?subscribed=1')
  expect(await db.selectFrom('subscribers').select(['email', 'name']).execute()).toEqual([
    { email: 'ann@example.com', name: null },
  ])
})

test('a rejected newsletter form is rendered with its issues', async () => {
  const { request } = await testApp()
  const response = await send(request, '/newsletter', { email: 'ann' })
  expect(response.status).toBe(422)
  expect(await formResponse(response)).toEqual({
    form: 'newsletter',
    values: { email: 'ann' },
    issues: [{ path: 'email', message: 'Please enter a valid email address' }],
  })
})

test('signing in without JavaScript redirects to the dashboard', async () => {
  const { db, request } = await testApp()
  await makeUser(db)
  const response = await send(request, '/login', { username: 'nora', password: 'a long enough password' })
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/admin')
  const cookie = response.headers.get('set-cookie')!.split(';')[0]!
  expect((await request('/api/auth/user', { headers: { cookie } })).status).toBe(200)
})

test.each([
  ['/admin/posts?page=2', '/admin/posts?page=2'],
  ['/shop', '/shop'],
  ['//evil.example', '/admin'],
  ['/\\evil.example', '/admin'],
  ['/\t/evil.example', '/admin'],
  ['/a\\b', '/admin'],
  ['https://evil.example/', '/admin'],
  ['javascript:alert(1)', '/admin'],
  ['evil.example', '/admin'],
  ['/a\r\nset-cookie: x=1', '/admin'],
  ['', '/admin'],
])('after signing in, redirect=%j leads to %s', async (redirect, location) => {
  const { db, request } = await testApp()
  await makeUser(db)
  const fields = { username: 'nora', password: 'a long enough password' }
  const response = await send(request, `/login?redirect=${encodeURIComponent(redirect)}`, fields)
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(location)
})

test('a rejected sign-in is rendered with the name, never the password', async () => {
  const { db, request } = await testApp()
  await makeUser(db)
  const wrong = await send(request, '/login', { username: 'nora', password: 'my secret word' })
  expect(wrong.status).toBe(401)
  expect(wrong.headers.get('set-cookie')).toBeNull()
  expect(await formResponse(wrong)).toEqual({
    form: 'login',
    values: { username: 'nora' },
    issues: [],
    message: 'Invalid username or password',
    fields: ['username', 'password'],
  })
  const unnamed = await send(request, '/login', { username: '', password: 'my secret word' })
  expect(unnamed.status).toBe(422)
  expect(await formResponse(unnamed)).toEqual({
    form: 'login',
    values: { username: '' },
    issues: [{ path: 'username', message: 'Username is required' }],
  })
})

test('a rate-limited form is rendered again with its values and a request to wait', async () => {
  const { db, request } = await testApp()
  for (let i = 0; i < 5; i++) expect((await send(request, '/contact', contact, { from: '10.0.0.1' })).status).toBe(303)
  const response = await send(request, '/contact', contact, { from: '10.0.0.1' })
  expect(response.status).toBe(429)
  expect(await formResponse(response)).toMatchObject({
    values: contact,
    message: 'That was a little fast. Please try again in a moment.',
  })
  expect((await countRows(db)).contacts).toBe(5)
})

test('forms with mistakes count against the limit before their page is rendered', async () => {
  const { request } = await testApp()
  const wrong = { ...contact, email: 'no address' }
  for (let i = 0; i < 5; i++) expect((await send(request, '/contact', wrong, { from: '10.0.0.1' })).status).toBe(422)
  expect((await send(request, '/contact', wrong, { from: '10.0.0.1' })).status).toBe(429)
})

test('a flood of rate-limited forms gets a plain sentence instead of a rendered page', async () => {
  const { request } = await testApp()
  const flood = async () => send(request, '/contact', contact, { from: '10.0.0.1' })
  const responses = []
  for (let i = 0; i < 20; i++) responses.push(await flood())
  const last = responses.at(-1)!
  expect(last.status).toBe(429)
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(last.headers.get('content-type')).toContain('text/plain')
  expect(await last.text()).toBe('That was a little fast. Please try again in a moment.')
})

test('a cross-site form is rejected', async () => {
  const { db, request } = await testApp()
  const response = await send(request, '/contact', contact, { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(response.status).toBe(403)
  expect((await countRows(db)).contacts).toBe(0)
})

test('a body that is not a form, or too large, is rejected with a message', async () => {
  const { db, request } = await testApp()
  const before = await countRows(db)
  for (const path of ['/contact', '/newsletter', '/login']) {
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', '']) {
      const response = await request(path, { body: 'name=Ann', headers: { 'content-type': type } })
      expect(response.status, `${path} ${type}`).toBe(415)
      await expectSentence(response)
    }
    const large = await send(request, path, { message: 'a'.repeat(10_000_000) })
    expect(large.status).toBe(413)
    await expectSentence(large)
  }
  expect(await countRows(db)).toEqual(before)
})

test('any text is handled in a form', async () => {
  const { request } = await testApp()
  for (const text of maliciousTexts) {
    for (const path of ['/contact', '/newsletter', '/login']) {
      const fields = {
        name: text,
        email: text,
        subject: text,
        message: text,
        username: text,
        password: text,
        [text]: text,
      }
      const response = await send(request, path, fields)
      expect(response.status, `${path} ${text}`).toBeGreaterThanOrEqual(400)
      expect(response.status, `${path} ${text}`).toBeLessThan(500)
    }
  }
  for (const body of ['', '&&&', '=', '%', '%ZZ=%ZZ', '__proto__=1&constructor=2', 'name=a&name=b']) {
    const response = await request('/contact', {
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(response.status, body).toBe(422)
  }
})
