import { expect } from 'vitest'
import { countRows } from './count-rows.ts'
import type { TestApp } from './test-app.ts'

/** Texts that have broken other software. Each must be rejected or stored as plain data. */
export const maliciousTexts = [
  "'; drop table posts; --",
  "' or '1'='1",
  '" or ""="',
  'x") union select password_hash from users --',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}} #{7*7} <%= 7*7 %>',
  'a\0b',
  'a\u0007b\u001b[31m',
  'lone \ud800 surrogate',
  '\u202etxet desrever',
  '🧴🧖‍♀️',
  '%00',
  '%',
  '*',
  '../../../../etc/passwd',
  '..\\..\\windows',
  '__proto__',
  'constructor',
  'toString',
  '0',
  '-1',
  '99999999999999999999',
  '2147483648',
  '1.5',
  '1e400',
  'NaN',
  'null',
  'undefined',
  'true',
  ' ',
]

/** Bodies other than an object of fields, with the expected status. */
const maliciousBodies: [string, { body?: string; headers?: Record<string, string> }, number][] = [
  ['an empty body', { body: '' }, 400],
  ['half an object', { body: '{"email":' }, 400],
  ['text', { body: 'hello' }, 400],
  ['null', { body: 'null' }, 400],
  ['an array', { body: '[]' }, 400],
  ['a string', { body: '"email"' }, 400],
  ['a number', { body: '7' }, 400],
  ['true', { body: 'true' }, 400],
  ['an empty object', { body: '{}' }, 400],
  ['only prototype keys', { body: '{"__proto__":{"email":"a@b.example"},"constructor":{"prototype":{}}}' }, 400],
  ['a very deep array', { body: `${'['.repeat(50_000)}${']'.repeat(50_000)}` }, 400],
  ['ten megabytes', { body: `{"message":"${'a'.repeat(10_000_000)}"}` }, 413],
  ['a length that is claimed', { body: '{}', headers: { 'content-length': '10000000' } }, 413],
  ['a form', { body: 'email=a%40b.example', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
  ['plain text', { body: '{}', headers: { 'content-type': 'text/plain' } }, 415],
  ['nearly JSON', { body: '{}', headers: { 'content-type': 'application/jsonp' } }, 415],
  ['XML', { body: '<a/>', headers: { 'content-type': 'application/xml' } }, 415],
]

/** Sends every malicious body to `path`: each is rejected with a sentence, and nothing changes. */
export async function expectMaliciousBodiesRejected({ request, db }: TestApp, path: string): Promise<void> {
  const before = await countRows(db)
  for (const [what, { body, headers }, status] of maliciousBodies) {
    const response = await request(path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
    expect(response.status, what).toBe(status)
    await expectSentence(response, what)
  }
  expect(await countRows(db)).toEqual(before)
}

/** Sends `right` with each invalid value for the field: 400 with an issue for the field, and nothing changes. */
export async function expectInvalidFieldsRejected(
  { request, db }: TestApp,
  path: string,
  right: Record<string, unknown>,
  wrong: Record<string, unknown[]>,
): Promise<void> {
  const before = await countRows(db)
  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) {
      const what = `${field}: ${JSON.stringify(value)?.slice(0, 60)}`
      const response = await request(path, { json: { ...right, [field]: value } })
      expect(response.status, what).toBe(400)
      const body = (await response.json()) as { message: string; issues: { path: string; message: string }[] }
      expect(
        body.issues.map((issue) => issue.path.split('.')[0]),
        what,
      ).toContain(field)
      expect(body.message.trim(), what).not.toBe('')
    }
  }
  expect(await countRows(db)).toEqual(before)
}

/** Expects `{ message }` with a sentence that reveals no internals. */
export async function expectSentence(response: Response, what = ''): Promise<void> {
  expect(response.headers.get('content-type'), what).toContain('application/json')
  const text = await response.text()
  const body = JSON.parse(text) as { message: unknown }
  expect(typeof body.message, what).toBe('string')
  expect(String(body.message).trim(), what).not.toBe('')
  expect(text, what).not.toMatch(/sqlite|postgres|kysely|node_modules|\.ts:\d|ECONN/i)
}
