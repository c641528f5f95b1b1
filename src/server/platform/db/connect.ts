import { mkdirSync } from 'node:fs'
import path from 'node:path'
import {
  type CompiledQuery,
  type Dialect,
  Kysely,
  type LogEvent,
  type Logger,
  PostgresDialect,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import pg from 'pg'
import type { Db, Schema } from './schema.ts'
import { createSqliteDriver } from './sqlite-driver.ts'

export type ConnectOptions = {
  databaseUrl: string | undefined
  dataDir: string
  /** Called after each query, for metrics and tests. */
  onQuery?: (query: CompiledQuery, milliseconds: number) => void
}

/** Connects to PostgreSQL if `databaseUrl` is set, else opens SQLite in the data folder. Throws if SQLite cannot be opened. */
export function connect({ databaseUrl, dataDir, onQuery }: ConnectOptions): Db {
  const log = onQuery && ((event: LogEvent) => onQuery(event.query, event.queryDurationMillis))
  return databaseUrl ? connectPostgres(databaseUrl, log) : connectSqlite(path.join(dataDir, 'dewlight.db'), log)
}

function connectSqlite(file: string, log: Logger | undefined): Db {
  mkdirSync(path.dirname(file), { recursive: true })
  const driver = createSqliteDriver(file)
  const dialect: Dialect = {
    createAdapter: () => new ConcurrentSqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
  return new Kysely<Schema>({ dialect, log })
}

class ConcurrentSqliteAdapter extends SqliteAdapter {
  /** With this flag the migrator runs all migrations in one transaction. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** Otherwise Kysely would run one query at a time. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

function connectPostgres(connectionString: string, log: Logger | undefined): Db {
  const pool = new pg.Pool({ connectionString, max: 10, types: { getTypeParser } })
  // The pool replaces a lost idle connection; an unhandled error event would end the process.
  pool.on('error', () => {})
  // The same for a connection in use, whose query rejects as well.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), log })
}

/** Parses counts as numbers and timestamps as ISO 8601 in UTC, as in SQLite. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === pg.types.builtins.INT8) return Number
  if (oid === pg.types.builtins.TIMESTAMPTZ) return (text: string) => new Date(text).toISOString()
  return pg.types.getTypeParser(oid, format as 'text')
}
