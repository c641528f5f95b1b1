import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dialectOf } from './dialect.ts'
import type { Db } from './schema.ts'
import { sqliteFile } from './sqlite-files.ts'

/** Sentences of the first few damages. */
const MAX_FOUND = 5

/**
 * Checks the database and returns what is damaged. SQLite reads the whole file in a child process. On PostgreSQL, `amcheck`
 * checks the indexes where it is installed and allowed, and page checksums count failed reads.
 */
export function findDamage(db: Db, dataDir: string, signal?: AbortSignal): Promise<string[]> {
  return dialectOf(db) === 'sqlite' ? checkSqlite(sqliteFile(dataDir), signal) : checkPostgres(db, signal)
}

/** The check is one long call of SQLite, which would block the event loop and could not be aborted. */
const QUICK_CHECK = `
const [driver, file] = process.argv.slice(1)
const Database = require(driver)
try {
  const rows = new Database(file, { readonly: true, timeout: 5000 }).pragma('quick_check(${MAX_FOUND})')
  console.log(JSON.stringify(rows.map((row) => row.quick_check).filter((result) => result !== 'ok')))
} catch (error) {
  if (!/^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code)) throw error
  console.log(JSON.stringify([error.message]))
}`

const execute = promisify(execFile)

async function checkSqlite(file: string, signal: AbortSignal | undefined): Promise<string[]> {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3')
  const { stdout } = await execute(process.execPath, ['-e', QUICK_CHECK, driver, file], { signal })
  return z.array(z.string()).parse(JSON.parse(stdout))
}

async function checkPostgres(db: Db, signal: AbortSignal | undefined): Promise<string[]> {
  const { rows } = await sql<{ failures: number | null }>`
    select checksum_failures as failures from pg_stat_database where datname = current_database()`.execute(db)
  const failures = Number(rows[0]?.failures ?? 0)
  const found = failures > 0 ? [`${failures} pages failed their checksum`] : []
  return [...found, ...(await checkIndexes(db, signal))].slice(0, MAX_FOUND)
}

async function checkIndexes(db: Db, signal: AbortSignal | undefined): Promise<string[]> {
  const { rows: installed } = await sql`select 1 from pg_extension where extname = 'amcheck'`.execute(db)
  if (installed.length === 0) return []
  const { rows: indexes } = await sql<{ oid: number; name: string }>`
    select pg_class.oid, relname as name from pg_class
    join pg_index on indexrelid = pg_class.oid join pg_am on pg_am.oid = relam
    where amname = 'btree' and relkind = 'i' and relpersistence = 'p' and indisready and indisvalid
      and relnamespace = current_schema()::regnamespace`.execute(db)
  const found: string[] = []
  for (const { oid, name } of indexes) {
    signal?.throwIfAborted()
    try {
      await sql`select bt_index_check(${sql.lit(oid)}::regclass)`.execute(db)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      // The account may not call it.
      if (code === '42501') return found
      if (!/^XX00[12]$/.test(code)) throw error
      found.push(`index ${name}: ${(error as Error).message}`)
    }
  }
  return found
}
