import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { NO_SERVER, type OwnPostgres, startOwnPostgres } from '../../../../test/own-postgres.ts'
import { NO_PGBOUNCER, type PgBouncer, startPgBouncer } from '../../../../test/pgbouncer.ts'
import { testSite } from '../../../../test/test-site.ts'
import { tookInSleeps } from '../../../../test/took-in-sleeps.ts'
import { lockTable } from './advisory-lock.ts'
import { connect } from './connect.ts'
import { lastMigration, migrateToLatest } from './migrate.ts'
import { openSiteDatabase } from './site-database.ts'
import { inSnapshot } from './snapshot.ts'

let server: OwnPostgres | undefined
let bouncer: PgBouncer | undefined
beforeAll(async () => {
  server = await startOwnPostgres()
  bouncer = server && (await startPgBouncer(server.url))
})
afterAll(async () => {
  await bouncer?.stop()
  await server?.stop()
})
beforeEach(({ skip }) => {
  skip(server === undefined, NO_SERVER)
  skip(bouncer === undefined, NO_PGBOUNCER)
})

function open() {
  const databaseUrl = bouncer!.urlOf(server!.url)
  const database = openSiteDatabase({ databaseUrl, databaseListenUrl: server!.url, dataDir: '', poolSize: 10 })
  onTestFinished(() => database.close())
  return database
}

test('statements that repeat work, though clients share the connections of the server', async () => {
  const { db } = open()
  const read = (i: number) => sql<{ i: number }>`select ${i}::int as i`.execute(db)
  for (let round = 0; round < 10; round++) {
    const results = await Promise.all(Array.from({ length: 30 }, (_, i) => read(i)))
    expect(results.map(({ rows }) => rows[0]!.i)).toEqual(Array.from({ length: 30 }, (_, i) => i))
  }
})

test('the time limits of a transaction end with it', async () => {
  const { db } = open()
  const limit = async (on: typeof db) =>
    (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(on)).rows[0]!.statement_timeout
  expect(await db.transaction().execute(limit)).toBe('30s')
  const after = await Promise.all(Array.from({ length: 20 }, () => limit(db)))
  expect(new Set(after)).toEqual(new Set(['0']))
})

test('an advisory lock holds until its transaction ends', async () => {
  const { db } = open()
  const order: string[] = []
  const locked = (name: string) =>
    db.transaction().execute(async (transaction) => {
      await lockTable(transaction, 'posts')
      order.push(`${name} begins`)
      await sql`select pg_sleep(0.1)`.execute(transaction)
      order.push(`${name} ends`)
    })
  await Promise.all([locked('one'), locked('two')])
  expect(order.map((step) => step.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends'])
})

test('a snapshot is one transaction, and migrations run on the direct connection', async () => {
  const { db, jobsDb } = open()
  const counts = await inSnapshot(db, async (snapshot) => {
    const before = await snapshot.selectFrom('settings').select('key').execute()
    await db
      .insertInto('settings')
      .values({ key: 'brand', value: '"Dew"', updated_at: new Date().toISOString() })
      .execute()
    return [before.length, (await snapshot.selectFrom('settings').select('key').execute()).length]
  })
  expect(counts).toEqual([0, 0])
  await db.deleteFrom('settings').execute()
  await migrateToLatest(jobsDb)
  expect(await lastMigration(db)).not.toBe('')
  const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(jobsDb)
  expect(rows[0]!.port).toBe(Number(new URL(server!.url).port))
  const direct = connect({ databaseUrl: bouncer!.urlOf(server!.url), databaseListenUrl: server!.url, dataDir: '' })
  onTestFinished(() => direct.destroy())
  await migrateToLatest(direct)
})

test('a site reads, writes and is ready', async () => {
  const env = { DATABASE_URL: bouncer!.urlOf(server!.url), DATABASE_LISTEN_URL: server!.url }
  const { get, origin, lines } = await testSite({ env })
  const send = (key: string) =>
    fetch(`${origin}/api/contacts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ name: 'Ann Lee', email: 'ann@example.com', subject: 'Hello', message: 'I like it.' }),
    })
  for (let i = 0; i < 4; i++) expect((await send(`key-of-message-${i % 2}`)).status).toBe(201)
  for (let i = 0; i < 10; i++) {
    const pages = await Promise.all(
      ['/', '/blog', '/shop', `/search?q=cream${i}`, '/api/posts'].map((path) => get(path)),
    )
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  }
  expect(await (await get('/readyz')).json()).toMatchObject({ status: 'ready' })
  expect(lines.filter(({ level }) => level >= 50)).toEqual([])
})

test.each(['paused', 'stopped'] as const)(
  'a server that is %s behind it: everything fails within three seconds, and works at its return',
  {
    timeout: 60_000,
  },
  async (state) => {
    const { db, publicDb } = open()
    const read = (on: typeof db) => sql`select 1`.execute(on)
    const write = () => db.transaction().execute((transaction) => sql`select 1`.execute(transaction))
    await Promise.all([read(db), read(publicDb), write()])
    if (state === 'paused') server!.control.pause()
    else await server!.control.halt()
    onTestFinished(() => server!.control.resume())
    for (let round = 0; round < 3; round++) {
      const settling = Promise.allSettled([read(db), read(publicDb), write()])
      expect(await tookInSleeps(settling)).toBeLessThan(3000)
      expect((await settling).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    }
    if (state === 'paused') server!.control.resume()
    else await server!.control.start()
    const returnedAt = performance.now()
    await vi.waitFor(() => Promise.all([read(db), read(publicDb), write()]), { timeout: 10_000, interval: 50 })
    expect(performance.now() - returnedAt).toBeLessThan(5000)
  },
)
