import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { emptyDatabase } from '../../../../test/test-database.ts'
import { emptyLog, rewriteOnce } from './maintenance.ts'

const isPostgres = Boolean(inject('postgres'))
const secret = 'ann.lee@mail.example'

test.skipIf(isPostgres)('the log is emptied once no reader needs it any more', async () => {
  const { db, dataDir } = await emptyDatabase()
  const log = path.join(dataDir, 'dewlight.db-wal')
  await sql`create table a (b)`.execute(db)
  const reader = new BetterSqlite(path.join(dataDir, 'dewlight.db'), { readonly: true })
  reader.exec('begin; select * from a')
  await sql`insert into a values (${secret})`.execute(db)
  expect(await emptyLog(db)).toBe(false)
  expect(statSync(log).size).toBeGreaterThan(0)
  reader.close()
  expect(await emptyLog(db)).toBe(true)
  expect(statSync(log).size).toBe(0)
})

test.skipIf(isPostgres)('what an earlier version deleted leaves the file with one rewrite', async () => {
  const { db, dataDir } = await emptyDatabase()
  const file = path.join(dataDir, 'dewlight.db')
  const earlier = new BetterSqlite(file)
  earlier.exec('create table a (b)')
  earlier.prepare('insert into a values (?)').run(`${secret} ${'x'.repeat(9000)}`)
  earlier.exec('delete from a')
  earlier.pragma('wal_checkpoint(truncate)')
  earlier.close()
  expect(readFileSync(file).includes(secret)).toBe(true)
  expect(await rewriteOnce(db)).toBe(true)
  expect(readFileSync(file).includes(secret)).toBe(false)
  expect(await rewriteOnce(db)).toBe(false)
})

test.runIf(isPostgres)('PostgreSQL keeps its own log, and nothing is rewritten', async () => {
  const { db } = await emptyDatabase()
  expect(await emptyLog(db)).toBe(true)
  expect(await rewriteOnce(db)).toBe(false)
})
