/**
 * Databases for tests. On SQLite each test opens a copy of a migrated file. On PostgreSQL each worker has one database:
 * a copy of a migrated template for each test file, whose rows are deleted between tests.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, inject, onTestFinished } from 'vitest'
import { type ConnectOptions, connect } from '../src/server/platform/db/connect.ts'
import { migrateToLatest } from '../src/server/platform/db/migrate.ts'
import type { Db } from '../src/server/platform/db/schema.ts'

type OnQuery = ConnectOptions['onQuery']
export type TestDatabase = { db: Db; dataDir: string; databaseUrl: string | undefined }

/** An empty database of the tested kind, without tables. Deleted when the test ends. */
export async function emptyDatabase(onQuery?: OnQuery): Promise<TestDatabase> {
  const dataDir = temporaryFolder()
  const databaseUrl = workerDatabase()
  if (!databaseUrl) return { db: await connectForTest({ databaseUrl, dataDir, onQuery }), dataDir, databaseUrl }
  await copyTemplate(databaseUrl)
  const db = await connectForTest({ databaseUrl, dataDir, onQuery })
  await dropTables(db)
  return { db, dataDir, databaseUrl }
}

/** A migrated database of the tested kind, without rows unless SQLite copies `file`. Deleted when the test ends. */
export async function migratedDatabase(
  onQuery?: OnQuery,
  file: string = inject('sqliteTemplate'),
): Promise<TestDatabase> {
  const dataDir = temporaryFolder()
  const databaseUrl = workerDatabase()
  if (databaseUrl) await resetDatabase(databaseUrl)
  else copyFileSync(file, path.join(dataDir, 'dewlight.db'))
  return { db: await connectForTest({ databaseUrl, dataDir, onQuery }), dataDir, databaseUrl }
}

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Vitest runs these hooks in reverse order, so the connection is closed before its folder is deleted. */
async function connectForTest(options: ConnectOptions): Promise<Db> {
  const db = connect(options)
  onTestFinished(() => db.destroy())
  // A Kysely that was never used connects even after `destroy`.
  await db.connection().execute(async () => {})
  return db
}

function workerDatabase(): string | undefined {
  const worker = Number(process.env.VITEST_POOL_ID ?? 1)
  return inject('postgres')?.databases[worker - 1]
}

/** The worker's connection to its copy of the template, and the copy's catalog before the first test. */
let copy: { client: pg.Client; catalog: string } | undefined
if (inject('postgres')) afterAll(closeCopy)

/** Deletes all rows. If a test changed the schema itself or the list of migrations, the template is copied again. */
async function resetDatabase(databaseUrl: string): Promise<void> {
  // It cannot be read where a test has dropped what it names.
  if (copy && (await readCatalog(copy.client).catch(() => undefined)) === copy.catalog) {
    await copy.client.query(DELETE_ALL_ROWS)
    return
  }
  await copyTemplate(databaseUrl)
  const client = await connectClient(databaseUrl)
  const made = { client, catalog: await readCatalog(client) }
  // A test may terminate all connections; the next one then copies the template again.
  client.on('error', () => {
    if (copy === made) copy = undefined
  })
  copy = made
}

async function closeCopy(): Promise<void> {
  await copy?.client.end()
  copy = undefined
}

async function readCatalog(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ catalog: string }>(CATALOG_HASH)
  return rows[0]!.catalog
}

async function copyTemplate(databaseUrl: string): Promise<void> {
  await closeCopy()
  const { serverUrl, template } = inject('postgres')!
  if (template === undefined) return migrateAgain(databaseUrl)
  const name = new URL(databaseUrl).pathname.slice(1)
  const client = await connectClient(serverUrl)
  try {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  } finally {
    await client.end()
  }
}

/** PGlite has one database and no templates. */
async function migrateAgain(databaseUrl: string): Promise<void> {
  const db = connect({ databaseUrl, dataDir: '' })
  try {
    await dropTables(db)
    await migrateToLatest(db)
  } finally {
    await db.destroy()
  }
}

async function dropTables(db: Db): Promise<void> {
  await sql`drop schema if exists public cascade`.execute(db)
  await sql`create schema public`.execute(db)
}

async function connectClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

/** Changes when a table, column, constraint, trigger or function is created, altered or dropped. */
const CATALOG_HASH = `select md5(concat(
  (select string_agg(concat(oid, relname), ',' order by oid) from pg_class where relnamespace = 'public'::regnamespace),
  (select string_agg(concat(attrelid, attname, atttypid, attnotnull, atthasdef, attisdropped), ',' order by attrelid, attnum)
    from pg_attribute where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)),
  (select string_agg(concat(oid, conname), ',' order by oid) from pg_constraint where connamespace = 'public'::regnamespace),
  (select string_agg(concat(oid, tgname, tgenabled), ',' order by oid) from pg_trigger),
  (select string_agg(concat(oid, prosrc), ',' order by oid) from pg_proc where pronamespace = 'public'::regnamespace),
  (select string_agg(name, ',' order by name) from kysely_migration)
)) as catalog`

/**
 * Deletes, since truncating a table of few rows takes ten times as long, and also restarts the sequences. Triggers and
 * foreign keys do not apply to replicas.
 */
const DELETE_ALL_ROWS = `do $$
declare
  name text;
  has_rows boolean;
begin
  set local session_replication_role = replica;
  for name in select oid::regclass from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
  loop
    execute format('select exists (select from %s)', name) into has_rows;
    if has_rows then
      execute format('delete from %s', name);
    end if;
  end loop;
  perform setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences
    where schemaname = 'public' and last_value is not null;
end $$`
