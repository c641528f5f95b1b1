import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { Db } from '../db/schema.ts'
import { sendDownload } from './download.ts'

/** The response of a server over a real connection, before its body is read. */
async function open(fetch: TestApp['fetch'], path: string, headers: Record<string, string> = {}) {
  const server = createServer(getRequestListener(fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const sent = request({ port, path, headers, agent: false }).on('error', () => {})
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

async function readAll(response: IncomingMessage): Promise<{ text: string; isComplete: boolean }> {
  let text = ''
  response.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  response.on('error', () => {})
  await new Promise((resolve) => response.once('close', resolve))
  return { text, isComplete: response.complete }
}

/** More pages of messages than the buffers of a connection hold. */
async function fillContacts(db: Db): Promise<void> {
  const message = 'x'.repeat(5000)
  const created_at = '2026-03-01T12:00:00.000Z'
  const row = { name: 'Ann', email: 'ann@example.com', message, is_read: false, is_spam: false, created_at }
  for (let batch = 0; batch < 12; batch++)
    await db
      .insertInto('contacts')
      .values(Array.from({ length: 500 }, (_, index) => ({ ...row, subject: `Subject ${batch}-${index}` })))
      .execute()
}

async function openExport(app: TestApp) {
  const cookie = await app.cookie()
  return open(app.fetch, '/api/contacts.csv', { cookie })
}

test('an export that fails midway is an incomplete response and is logged', async () => {
  const app = await testApp()
  await fillContacts(app.db)
  const response = await openExport(app)
  expect(response.statusCode).toBe(200)
  await sql`alter table contacts rename to contacts_gone`.execute(app.db)
  const { text, isComplete } = await readAll(response)
  expect(text).toContain('Subject 0-0')
  expect(text).not.toContain('Subject 11-499')
  expect(isComplete).toBe(false)
  expect(app.logged).toHaveLength(1)
  expect(JSON.parse(app.logged[0]!)).toMatchObject({ path: '/api/contacts.csv', err: { message: /contacts/ } })
})

test('an export that fails before its first row is an error', async () => {
  const app = await testApp()
  const cookie = await app.cookie()
  await sql`alter table contacts rename to contacts_gone`.execute(app.db)
  const response = await app.request('/api/contacts.csv', { headers: { cookie } })
  expect(response.status).toBe(500)
  expect(app.logged).toHaveLength(1)
})

test('an export reads no further than its reader, and no more once the reader has gone', async () => {
  const app = await testApp()
  await fillContacts(app.db)
  const pages = vi.spyOn(app.queries, 'set')
  const count = () => pages.mock.calls.filter(([text]) => text.includes('"contacts"')).length
  const response = await openExport(app)
  response.destroy()
  await expect.poll(count).toBeLessThan(8)
  const { text, isComplete } = await readAll(await openExport(app))
  expect(isComplete).toBe(true)
  expect(text).toContain('Subject 11-499')
  // 12 pages and the ids, in addition to the pages that the first export has read.
  expect(count()).toBeLessThan(13 + 8)
})

test('the source of a download ends when the client goes', async () => {
  const events: (string | number)[] = []
  async function* chunks() {
    try {
      for (let chunk = 0; chunk < 1000; chunk++) {
        events.push(chunk)
        yield 'x'.repeat(1_000_000)
      }
    } finally {
      events.push('ended')
    }
  }
  const failures: unknown[] = []
  const app = new Hono().get('/', (c) =>
    sendDownload(c, { chunks: chunks(), headers: {} }, (error) => failures.push(error)),
  )
  const response = await open(app.fetch, '/')
  response.destroy()
  await expect.poll(() => events.at(-1)).toBe('ended')
  expect(events.length).toBeLessThan(100)
  expect(failures).toEqual([])
})

test('HEAD reads nothing', async () => {
  const app = await testApp()
  await fillContacts(app.db)
  const response = await app.asOwner('/api/contacts.csv', { method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect([...app.queries.keys()].filter((text) => text.includes('from "contacts"'))).toEqual([])
})
