import { expect, test, vi } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makeProduct } from '../../../../test/factories.ts'
import { type RequestOptions, type TestApp, testApp } from '../../../../test/test-app.ts'

const message = { name: 'Ann Lee', email: 'ann@example.com', subject: 'Hello', message: 'I like your articles.' }

function send(
  request: TestApp['request'],
  key: string,
  options: RequestOptions = {},
  path = '/api/contacts',
): Promise<Response> {
  return request(path, { json: message, ...options, headers: { 'idempotency-key': key } })
}

test('a repeated key acts once and returns the same response', async () => {
  const { db, request } = await testApp()
  const first = await send(request, 'key-of-ann-1')
  const second = await send(request, 'key-of-ann-1')
  expect([first.status, second.status]).toEqual([201, 201])
  expect(await second.json()).toEqual(await first.json())
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect((await countRows(db)).contacts).toBe(1)
})

test('simultaneous requests with the same key act once and get the same response', async () => {
  const { db, request } = await testApp()
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(request, 'key-of-ann-1')))
  expect(answers.map((result) => result.status)).toEqual([201, 201, 201, 201, 201, 201])
  const bodies = await Promise.all(answers.map((result) => result.text()))
  expect(new Set(bodies).size).toBe(1)
  expect((await countRows(db)).contacts).toBe(1)
})

test('different keys, and no key, act each time', async () => {
  const { db, request } = await testApp()
  await send(request, 'key-of-ann-1')
  await send(request, 'key-of-ann-2')
  await request('/api/contacts', { json: message })
  await request('/api/contacts', { json: message })
  expect((await countRows(db)).contacts).toBe(4)
})

test('a key reused with another body or path is rejected', async () => {
  const { db, request } = await testApp()
  await send(request, 'key-of-ann-1')
  const before = await countRows(db)
  const otherBody = await send(request, 'key-of-ann-1', { json: { ...message, name: 'Eve' } })
  const otherPath = await send(request, 'key-of-ann-1', {}, '/api/subscribers')
  for (const response of [otherBody, otherPath]) {
    expect(response.status).toBe(422)
    expect(await response.json()).toEqual({ message: 'This Idempotency-Key belongs to another request' })
  }
  expect(await countRows(db)).toEqual(before)
})

test('the same fields in another order and with other spaces are the same request', async () => {
  const { db, request } = await testApp()
  await send(request, 'key-of-ann-1')
  const turned = Object.fromEntries(Object.entries(message).reverse())
  expect((await send(request, 'key-of-ann-1', { json: { ...turned, name: ' Ann Lee ' } })).status).toBe(201)
  expect((await countRows(db)).contacts).toBe(1)
})

test('a malformed key is rejected, and nothing is stored', async () => {
  const { db, request } = await testApp()
  const before = await countRows(db)
  for (const key of ['', 'short', 'two words here', 'ü-is-not-ascii', 'a'.repeat(129), 'a'.repeat(10_000)]) {
    const response = await send(request, key)
    expect(response.status, key).toBe(400)
    expect(await response.json(), key).toEqual({
      message: 'The Idempotency-Key is not right: 8 to 128 visible characters',
    })
  }
  expect(await countRows(db)).toEqual(before)
})

test('a rejected request does not consume its key', async () => {
  const { db, request } = await testApp()
  expect((await send(request, 'key-of-ann-1', { json: { ...message, name: 'A' } })).status).toBe(400)
  expect((await send(request, 'key-of-ann-1')).status).toBe(201)
  expect((await countRows(db)).contacts).toBe(1)
})

test('a replayed save has the ETag of its response, and a refused one has none', async () => {
  const app = await testApp()
  const id = await makeProduct(app.db)
  const path = `/api/products/${id}`
  const json = {
    ...((await (await app.asOwner(`${path}/source`)).json()) as object),
    name: 'Oat cream',
  }
  const save = (key: string) =>
    app.asOwner(path, { method: 'PUT', json, headers: { 'idempotency-key': key, 'if-match': '"1"' } })
  const first = await save('key-of-save-1')
  expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"'])
  const replayed = await save('key-of-save-1')
  expect(replayed.headers.get('idempotent-replayed')).toBe('true')
  expect(replayed.headers.get('etag')).toBe('"2"')
  for (const _ of ['first', 'replayed']) {
    const stale = await save('key-of-save-2')
    expect([stale.status, stale.headers.get('etag')]).toEqual([409, null])
  }
})

test('a write whose commit fails is an error without an ETag', async () => {
  const app = await testApp()
  const id = await makeProduct(app.db)
  const path = `/api/products/${id}`
  const json = { ...((await (await app.asOwner(`${path}/source`)).json()) as object), name: 'Oat cream' }
  const set = vi.spyOn(app.queries, 'set').mockImplementation((text) => {
    if (text === 'commit') throw new Error('the disk is gone')
    return app.queries
  })
  const response = await app.asOwner(path, { method: 'PUT', json, headers: { 'idempotency-key': 'key-of-save-1' } })
  set.mockRestore()
  expect([response.status, response.headers.get('etag')]).toEqual([500, null])
})
