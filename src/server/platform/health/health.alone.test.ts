import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makePost } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { tookInSleeps } from '../../../../test/took-in-sleeps.ts'
import type { JobStatus } from '../../../contract/platform/jobs.ts'
import { faultOf } from './faults.ts'
import { createHealth } from './health.ts'

const isPostgres = inject('databaseUrl') !== undefined
const contact = { name: 'Ann Lee', email: 'ann@example.com', subject: 'Hello', message: 'I like your articles.' }
const sentenceOf = async (response: Response) => ((await response.json()) as { message: string }).message

test.skipIf(isPostgres)(
  'a full disk: a write is refused with a sentence, reading goes on, nothing is lost',
  async () => {
    const { db, request, asOwner } = await testApp()
    const id = await makePost(db, { slug: 'washing', title: 'Washing' })
    await request('/api/contacts', { json: contact })
    await asOwner('/api/auth/user')
    const before = await countRows(db)
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await sql.raw(`pragma max_page_count = ${rows[0]!.page_count}`).execute(db)
    const long = { ...contact, message: 'a'.repeat(4900) }
    let refused: Response | undefined
    for (let i = 0; i < 40 && refused === undefined; i++) {
      const result = await request('/api/contacts', { json: long })
      if (result.status === 201) before.contacts! += 1
      else refused = result
    }
    expect(refused?.status).toBe(507)
    expect(refused?.headers.get('retry-after')).toBe('30')
    expect(await sentenceOf(refused!)).toBe(
      'The disk is full: nothing new can be saved. What was saved before is safe.',
    )

    const content = `<p>${'a long text '.repeat(15_000)}</p>`
    const save = await asOwner(`/api/posts/${id}`, {
      method: 'PUT',
      json: { title: 'Washing', slug: 'washing', content, coverImage: '/media/none/640.jpg' },
    })
    expect(save.status).toBe(507)

    expect((await request('/api/posts/washing')).status).toBe(200)
    expect(await countRows(db)).toEqual(before)
    const ready = await request('/readyz')
    expect(ready.status).toBe(200)
    expect(await ready.json()).toEqual({
      status: 'ready',
      problems: [{ kind: 'disk-full', sentence: expect.stringContaining('The disk is full') }],
    })
    expect(await (await asOwner('/api/problems')).json()).toMatchObject([{ kind: 'disk-full' }])

    await sql`pragma max_page_count = 1000000`.execute(db)
    const health = createHealth({ db, dataDir: undefined, media: undefined })
    health.note(Object.assign(new Error('full'), { code: 'SQLITE_FULL' }))
    expect(await health.problems()).toEqual([])
    expect((await request('/api/contacts', { json: long })).status).toBe(201)
    expect((await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)).rows).toEqual([
      { integrity_check: 'ok' },
    ])
  },
)

test.skipIf(isPostgres)('a database that cannot be written to is read', async () => {
  const { db, request } = await testApp()
  await makePost(db, { slug: 'washing' })
  await sql`pragma query_only = on`.execute(db)
  const refused = await request('/api/contacts', { json: contact })
  expect(refused.status).toBe(503)
  expect(await sentenceOf(refused)).toContain('The data folder cannot be written to')
  expect((await request('/api/posts/washing')).status).toBe(200)
  expect(await (await request('/readyz')).json()).toMatchObject({ status: 'ready', problems: [{ kind: 'read-only' }] })
})

test.skipIf(isPostgres)(
  'a database that another program holds is read, and a write says so',
  { timeout: 30_000 },
  async () => {
    const { db, request, dataDir } = await testApp()
    await makePost(db, { slug: 'washing' })
    const other = new BetterSqlite(path.join(dataDir, 'dewlight.db'))
    onTestFinished(() => void other.close())
    other.exec('begin immediate')
    const refused = await request('/api/contacts', { json: contact })
    expect(refused.status).toBe(503)
    expect(await sentenceOf(refused)).toContain('held by another program')
    expect((await request('/api/posts/washing')).status).toBe(200)
    other.exec('rollback')
    expect((await request('/api/contacts', { json: contact })).status).toBe(201)
  },
)

test('missing image files are reported to the owner, a missing folder by the health check', async () => {
  const { db, request, asOwner, dataDir, mediaDir } = await testApp()
  const image = { alt_text: '', width: 1, height: 1, widths: '[1]', placeholder: '' }
  const created_at = '2026-01-01T00:00:00.000Z'
  for (const key of ['here', 'gone'])
    await db
      .insertInto('images')
      .values({ ...image, key, url: `/media/${key}/1.jpg`, created_at })
      .execute()
  mkdirSync(path.join(mediaDir, 'here'), { recursive: true })
  writeFileSync(path.join(mediaDir, 'here', 'source'), 'a')
  expect(await (await asOwner('/api/problems')).json()).toEqual([
    {
      kind: 'missing-images',
      sentence: 'The file of 1 image is missing from the media store: bring them back from a backup.',
    },
  ])
  expect(await (await request('/readyz')).json()).toEqual({ status: 'ready' })
  expect(dataDir).not.toBe('')
})

test('the owner learns of a proxy that the site does not trust, by requests through it', async () => {
  const kinds = async ({ asOwner }: TestApp, headers: Record<string, string>) =>
    ((await (await asOwner('/api/problems', { headers })).json()) as { kind: string }[]).map(({ kind }) => kind)
  const forwarded = { 'x-forwarded-for': '203.0.113.7' }
  const app = await testApp()
  expect(await kinds(app, forwarded)).toEqual(['untrusted-proxy'])
  expect(await kinds(app, {})).toEqual([])
  expect(await (await app.request('/readyz', { headers: forwarded })).json()).toEqual({ status: 'ready' })
  expect(await kinds(await testApp({ trustedProxies: 1 }), forwarded)).toEqual([])
})

test('readiness is known within two seconds, whatever does not respond', async () => {
  const { db, media } = await testApp()
  const never = new Promise<never>(() => {})
  const health = createHealth({ db, dataDir: undefined, media: { ...media, check: () => never } })
  const checks = Promise.all([health.isReady(), health.problems()])
  expect(await tookInSleeps(checks)).toBeLessThan(2000)
  expect(await checks).toEqual([true, [expect.objectContaining({ kind: 'media-unreachable' })]])
})

test.runIf(isPostgres)('a fault is reported until the database can be written again', async () => {
  const { db } = await testApp()
  const health = createHealth({ db, dataDir: undefined, media: undefined })
  health.note(Object.assign(new Error('gone'), { code: '57P01' }))
  expect(await health.problems()).toEqual([])
})

test('a missing data folder is reported', async () => {
  const { request, dataDir } = await testApp()
  rmSync(dataDir, { recursive: true, force: true })
  expect(await (await request('/readyz')).json()).toMatchObject({
    problems: [{ sentence: 'The data folder cannot be used.' }],
  })
})

test.each([
  ['SQLITE_FULL', 'disk-full'],
  ['ENOSPC', 'disk-full'],
  ['53100', 'disk-full'],
  ['SQLITE_READONLY_DBMOVED', 'read-only'],
  ['EROFS', 'read-only'],
  ['25006', 'read-only'],
  ['SQLITE_BUSY_SNAPSHOT', 'locked'],
  ['SQLITE_CORRUPT_VTAB', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['XX001', 'damaged'],
  ['SQLITE_IOERR_WRITE', 'disk-error'],
  ['ECONNREFUSED', 'unreachable'],
  ['57P01', 'unreachable'],
  ['53300', 'no-connection'],
  ['08006', 'unreachable'],
  ['08007', 'unconfirmed'],
  ['57014', 'unreachable'],
  ['40001', 'locked'],
  ['23505', undefined],
  ['SQLITE_CONSTRAINT_UNIQUE', undefined],
])('%s is %s', (code, kind) => {
  const error = Object.assign(new Error('of the driver'), { code })
  expect(faultOf(error)?.kind).toBe(kind)
  expect(faultOf(new Error('around it', { cause: error }))?.kind).toBe(kind)
})

test('a lost connection is a fault of the machine, an error of the program is not', () => {
  expect(faultOf(new Error('Connection terminated unexpectedly'))?.kind).toBe('unreachable')
  expect(faultOf(new TypeError('undefined is not a function'))).toBeUndefined()
  expect(faultOf('a text')).toBeUndefined()
})

// A full disk can end a transaction early.
test('a transaction that has ended fails with the original error', async () => {
  const { db } = await testApp()
  const failing = db.transaction().execute(async (transaction) => {
    await sql`rollback`.execute(transaction)
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  })
  await expect(failing).rejects.toThrow('database or disk is full')
})

test.runIf(isPostgres)(
  'connections that are cut, at work and idle, end neither the site nor what comes after',
  async () => {
    const { db, request } = await testApp()
    const cut = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database()`.execute(db)
    const atWork = db.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction)
      await cut()
      await sql`select 1`.execute(transaction)
    })
    const error = await atWork.catch((reason: unknown) => reason)
    expect(faultOf(error)?.kind).toBe('unreachable')
    await Promise.all(Array.from({ length: 5 }, () => request('/api/site')))
    await cut()
    const answers = await Promise.all(Array.from({ length: 20 }, () => request('/api/site')))
    for (const { status } of answers) expect([200, 503]).toContain(status)
    expect((await request('/api/contacts', { json: contact })).status).toBe(201)
  },
)

test('a sound database passes its check, and nothing is reported', async () => {
  const { request, asOwner, jobs } = await testApp()
  await jobs.runDueJobs()
  await asOwner('/api/jobs/check-database/run', { method: 'POST' })
  await jobs.settled()
  const checked = ((await (await asOwner('/api/jobs')).json()) as JobStatus[]).find(
    ({ name }) => name === 'check-database',
  )
  expect(checked).toMatchObject({ lastError: null, lastFinishedAt: expect.any(String) })
  expect(await (await request('/readyz')).json()).toEqual({ status: 'ready' })
})

test.skipIf(isPostgres)('damage that the nightly check finds is reported by every process', async () => {
  const { db, request, asOwner, jobs, setNow, dataDir, logged } = await testApp()
  for (let i = 0; i < 50; i++) await makePost(db, { content: `<p>${'a long text '.repeat(300)}</p>` })
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  const file = path.join(dataDir, 'dewlight.db')
  const bytes = readFileSync(file)
  const at = bytes.lastIndexOf('a long text') - 2000
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(100_000, 0xa5), 0, 100_000, at - 100_000)
  closeSync(handle)
  await jobs.runDueJobs()
  setNow('2026-03-11T08:00:00.000Z')
  expect(await jobs.runDueJobs()).toContain('check-database')
  const sentence = 'The check of the database found damage: please bring it back from a backup.'
  expect(await (await request('/readyz')).json()).toMatchObject({ problems: [{ kind: 'damaged', sentence }] })
  expect(await (await asOwner('/api/problems')).json()).toMatchObject([{ kind: 'damaged', sentence }])
  expect(logged.join('\n')).toContain(sentence)
  // Another process, or this one after a restart.
  const other = createHealth({ db, dataDir: undefined, media: undefined })
  expect(await other.problems()).toEqual([{ kind: 'damaged', sentence }])
})
