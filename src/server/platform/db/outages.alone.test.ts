import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { NO_SERVER, type OwnPostgres, startOwnPostgres } from '../../../../test/own-postgres.ts'
import { testSite } from '../../../../test/test-site.ts'
import { tookInSleeps } from '../../../../test/took-in-sleeps.ts'
import { faultOf } from '../health/faults.ts'
import { CommitUnknown } from './errors.ts'
import { openSiteDatabase } from './site-database.ts'

let server: OwnPostgres | undefined
beforeAll(async () => {
  server = await startOwnPostgres()
})
afterAll(() => server?.stop())
beforeEach(({ skip }) => skip(server === undefined, NO_SERVER))

const PAUSED = { timeout: 60_000 }

function open() {
  const database = openSiteDatabase({ databaseUrl: server!.url, dataDir: '', poolSize: 4 })
  onTestFinished(() => database.close())
  return database
}

/** Milliseconds in sleeps until `act` settles, with its error if it rejects. */
async function timed(act: () => Promise<unknown>): Promise<{ ms: number; error: unknown; value: unknown }> {
  const acting = act()
  const ms = await tookInSleeps(acting)
  const [result] = await Promise.allSettled([acting])
  return result.status === 'fulfilled'
    ? { ms, error: undefined, value: result.value }
    : { ms, error: result.reason, value: undefined }
}

function pauseServer(): void {
  server!.control.pause()
  onTestFinished(() => server!.control.resume())
}

const one = sql<{ one: number }>`select 1 as one`

test(
  'a paused server: pages, writes and readiness respond within three seconds, and work at its return',
  PAUSED,
  async () => {
    const { get, origin } = await testSite({ env: { DATABASE_URL: server!.url } })
    const send = () =>
      fetch(`${origin}/api/contacts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Ann Lee', email: 'ann@example.com', subject: 'Hello', message: 'I like it.' }),
      })
    expect((await get('/blog')).status).toBe(200)
    expect((await send()).status).toBe(201)
    pauseServer()
    const paused = await Promise.all([
      timed(() => get('/readyz')),
      timed(() => get('/shop')),
      timed(() => get('/api/posts')),
      timed(() => get('/search?q=cream')),
      timed(send),
      timed(() => get('/readyz')),
    ])
    for (const { ms, value } of paused) {
      expect(ms).toBeLessThan(3000)
      if (value instanceof Response) expect(value.status).toBeGreaterThanOrEqual(500)
    }
    expect(paused[0]!.ms).toBeLessThan(2000)
    const again = await Promise.all([timed(() => get('/shop')), timed(send), timed(() => get('/readyz'))])
    for (const { ms } of again) expect(ms).toBeLessThan(3000)

    server!.control.resume()
    const resumedAt = performance.now()
    await vi.waitFor(async () => expect((await get('/shop')).status).toBe(200), { timeout: 5000, interval: 100 })
    await vi.waitFor(async () => expect((await send()).status).toBe(201), { timeout: 5000, interval: 100 })
    expect((await get('/readyz')).status).toBe(200)
    expect(performance.now() - resumedAt).toBeLessThan(5000)
  },
)

test('a stopped server: everything responds at once, and works at its return', PAUSED, async () => {
  const { db, publicDb } = open()
  await one.execute(db)
  await server!.control.halt()
  for (const each of [db, publicDb]) {
    const { ms, error } = await timed(() => one.execute(each))
    expect(ms).toBeLessThan(2000)
    expect(faultOf(error)?.kind).toBe('unreachable')
  }
  await server!.control.start()
  const startedAt = performance.now()
  await vi.waitFor(() => one.execute(db), { timeout: 5000, interval: 50 })
  await one.execute(publicDb)
  expect(performance.now() - startedAt).toBeLessThan(2000)
})

test('many requests to a paused server fail together, not one after the other', PAUSED, async () => {
  const { db, publicDb } = open()
  await one.execute(db)
  pauseServer()
  const all = Promise.allSettled(Array.from({ length: 500 }, (_, i) => one.execute(i % 2 ? db : publicDb)))
  expect(await tookInSleeps(all)).toBeLessThan(3500)
  server!.control.resume()
  await vi.waitFor(() => one.execute(db), { timeout: 2000, interval: 50 })
})

test('a reader does not wait longer for a free connection than for a query', PAUSED, async () => {
  const database = openSiteDatabase({ databaseUrl: server!.url, dataDir: '', poolSize: 2 })
  onTestFinished(() => database.close())
  const holding = Array.from({ length: 2 }, () => sql`select pg_sleep(4)`.execute(database.db))
  const { ms, error } = await timed(() => one.execute(database.limitsDb!))
  expect(ms).toBeLessThan(1500)
  expect(faultOf(error)?.kind).toBe('unreachable')
  await Promise.all(holding)
})

test('a commit that is not confirmed says so', PAUSED, async () => {
  const { db } = open()
  await sql`create table if not exists notes (id int)`.execute(db)
  const committing = db.transaction().execute(async (transaction) => {
    await sql`insert into notes values (1)`.execute(transaction)
    pauseServer()
  })
  const error = await committing.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(CommitUnknown)
  expect(faultOf(error)).toMatchObject({ kind: 'unconfirmed', status: 503 })
  server!.control.resume()
})

test('a write that is not confirmed says so; one that never left says that nothing was saved', PAUSED, async () => {
  const { db } = open()
  await sql`create table if not exists notes (id int)`.execute(db)
  pauseServer()
  const sent = await timed(() => sql`insert into notes values (2)`.execute(db))
  expect(faultOf(sent.error)?.kind).toBe('unconfirmed')
  const refused = await timed(() => sql`insert into notes values (3)`.execute(db))
  expect(faultOf(refused.error)?.kind).toBe('unreachable')
  server!.control.resume()
  await vi.waitFor(() => one.execute(db), { timeout: 3000, interval: 50 })
  const { rows } = await sql`select 1 from notes where id = 3`.execute(db)
  expect(rows).toEqual([])
})

test('a slow statement of the owner goes on while the server responds; a slow page is cancelled', PAUSED, async () => {
  const { db, publicDb, jobsDb } = open()
  const sleeping = sql`select pg_sleep(4)`
  const [owner, job, reader] = await Promise.all([
    timed(() => sleeping.execute(db)),
    timed(() => sleeping.execute(jobsDb)),
    timed(() => sql`select pg_sleep(4.5)`.execute(publicDb)),
  ])
  expect([owner.error, job.error]).toEqual([undefined, undefined])
  expect(faultOf(reader.error)?.kind).toBe('unreachable')
  expect(reader.ms).toBeLessThan(2800)
  const { rows } =
    await sql`select 1 from pg_stat_activity where query like 'select pg_sleep(4.5)' and state = 'active'`.execute(db)
  expect(rows).toEqual([])
})

test('a connection whose query timed out is not used again', PAUSED, async () => {
  const { publicDb } = open()
  const pidOf = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(publicDb)).rows[0]!.pid
  const before = await pidOf()
  await expect(sql`select pg_sleep(3)`.execute(publicDb)).rejects.toThrow('did not respond in time')
  expect(await pidOf()).not.toBe(before)
})

test('reads survive connections that are cut and a short restart', PAUSED, async () => {
  const { db, publicDb } = open()
  const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()`
  for (let round = 0; round < 5; round++) {
    await Promise.all(Array.from({ length: 4 }, () => one.execute(publicDb)))
    await cut.execute(db)
    await Promise.all(Array.from({ length: 8 }, () => one.execute(publicDb)))
  }
})

test('a server that has become read-only is left, and the next write goes to a new connection', PAUSED, async () => {
  const { db } = open()
  await sql`create table if not exists notes (id int)`.execute(db)
  const write = () => sql`insert into notes values (4)`.execute(db)
  const setReadOnly = (value: string) => sql.raw(`alter database postgres set default_transaction_read_only = ${value}`)
  await setReadOnly('on').execute(db)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()`
    .execute(db)
    .catch(() => {})
  await sql`select set_config('default_transaction_read_only', 'on', false)`.execute(db)
  const refused = await timed(write)
  expect(faultOf(refused.error)?.kind).toBe('read-only')
  await db.transaction().execute(async (transaction) => {
    await sql`set local transaction_read_only = off`.execute(transaction)
    await setReadOnly('off').execute(transaction)
  })
  await write()
})

test('a process that was itself suspended does not take its queries for lost', PAUSED, async () => {
  const { publicDb } = open()
  await one.execute(publicDb)
  const reading = sql`select pg_sleep(0.2)`.execute(publicDb)
  await sleep(50)
  const until = performance.now() + 2500
  while (performance.now() < until);
  await reading
})
