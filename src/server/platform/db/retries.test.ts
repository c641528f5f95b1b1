import { sql } from 'kysely'
import { expect, inject, test, vi } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { testApp } from '../../../../test/test-app.ts'
import { migratedDatabase } from '../../../../test/test-database.ts'
import { faultOf } from '../health/faults.ts'
import { CommitUnknown, DatabaseUnreachable } from './errors.ts'
import { runTransaction } from './retries.ts'
import type { Db } from './schema.ts'

// PGlite has one session for all connections.
const isPostgres = inject('postgres')?.template !== undefined
const insert = (db: Db, key: string) =>
  db.insertInto('settings').values({ key, value: 'a', updated_at: '2026-01-01T00:00:00.000Z' }).execute()
const keys = async (db: Db) => (await db.selectFrom('settings').select('key').execute()).map(({ key }) => key)

const withCode = (code: string) => Object.assign(new Error('of the database'), { code })

test.each(['40001', '40P01', '57P01', '25006'])('a transaction that ended with %s is run again', async (code) => {
  const { db } = await migratedDatabase()
  let attempts = 0
  await runTransaction(db, async (transaction) => {
    await insert(transaction, 'once')
    if (++attempts < 3) throw withCode(code)
  })
  expect(attempts).toBe(3)
  expect(await keys(db)).toEqual(['once'])
})

test.each([
  [withCode('23505'), 1],
  [new TypeError('of the program'), 1],
  [withCode('40001'), 3],
  [new DatabaseUnreachable('lost'), 3],
])('%s: %i attempts', async (error, expected) => {
  const { db } = await migratedDatabase()
  let attempts = 0
  const running = runTransaction(db, async () => {
    attempts += 1
    throw error
  })
  await expect(running).rejects.toBe(error)
  expect(attempts).toBe(expected)
})

test('after an unknown commit only an idempotent transaction is run again', async () => {
  const { db } = await migratedDatabase()
  const run = async (isIdempotent: boolean) => {
    let attempts = 0
    const act = async () => {
      attempts += 1
      throw new CommitUnknown('lost')
    }
    await runTransaction(db, act, { isIdempotent }).catch(() => {})
    return attempts
  }
  expect([await run(false), await run(true)]).toEqual([1, 3])
})

test('attempts end when a second has passed, so that a response does not take longer', async () => {
  const { db } = await migratedDatabase()
  let attempts = 0
  const running = runTransaction(db, async () => {
    attempts += 1
    await new Promise((resolve) => setTimeout(resolve, 1100))
    throw withCode('40001')
  })
  await expect(running).rejects.toThrow()
  expect(attempts).toBe(1)
})

/** Terminates the connection that `db` works on. */
async function terminate(db: Db, pid: number): Promise<void> {
  await sql`select pg_terminate_backend(${pid}::int)`.execute(db)
}

const pidOf = async (db: Db) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid

test.runIf(isPostgres)('a transaction whose connection is terminated is run again and acts once', async () => {
  const { db } = await migratedDatabase()
  let attempts = 0
  await runTransaction(db, async (transaction) => {
    await insert(transaction, 'once')
    if (++attempts === 1) await terminate(db, await pidOf(transaction))
    await insert(transaction, 'twice')
  })
  expect(attempts).toBe(2)
  expect((await keys(db)).sort()).toEqual(['once', 'twice'])
})

test.runIf(isPostgres)('a connection terminated during a commit leaves its outcome unknown', async () => {
  const { db } = await migratedDatabase()
  const running = db.transaction().execute(async (transaction) => {
    await insert(transaction, 'once')
    await terminate(db, await pidOf(transaction))
  })
  const error = await running.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(CommitUnknown)
  expect(faultOf(error)?.sentence).toBe(
    'The database does not answer: it could not be confirmed that this was saved. Please look before you try again.',
  )
})

test.runIf(isPostgres)('two transactions that deadlock both succeed', async () => {
  const { db } = await migratedDatabase()
  for (const key of ['a', 'b']) await insert(db, key)
  const update = (transaction: Db, key: string) =>
    transaction.updateTable('settings').set({ value: key }).where('key', '=', key).execute()
  let attempts = 0
  const both = (first: string, second: string) =>
    runTransaction(db, async (transaction) => {
      attempts += 1
      await sql`set local deadlock_timeout = '50ms'`.execute(transaction)
      await update(transaction, first)
      await new Promise((resolve) => setTimeout(resolve, 100))
      await update(transaction, second)
    })
  await Promise.all([both('a', 'b'), both('b', 'a')])
  expect(attempts).toBeGreaterThan(2)
})

test('a request with an Idempotency-Key succeeds when its commit is not confirmed, and acts once', async () => {
  const { db, request, queries } = await testApp()
  const insertInto = queries.set.bind(queries)
  let lost = 0
  const set = vi.spyOn(queries, 'set').mockImplementation((text, parameters) => {
    if (text === 'commit' && lost++ === 0) throw new CommitUnknown('the response to the commit was lost')
    return insertInto(text, parameters)
  })
  const response = await request('/api/contacts', {
    json: { name: 'Ann Lee', email: 'ann@example.com', subject: 'Hello', message: 'I like your articles.' },
    headers: { 'idempotency-key': 'key-of-message' },
  })
  set.mockRestore()
  expect(response.status).toBe(201)
  expect(response.headers.get('idempotent-replayed')).toBe('true')
  expect((await countRows(db)).contacts).toBe(1)
})
