import { mkdirSync } from 'node:fs'
import path from 'node:path'
import {
  type CompiledQuery,
  type Dialect,
  Kysely,
  type LogEvent,
  type Logger,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { openPostgresPool } from './open-postgres-pool.ts'
import { createPostgresDriver, type DriverOptions } from './postgres-driver.ts'
import { longWorkLimits } from './postgres-limits.ts'
import type { Db, Schema } from './schema.ts'
import { createSqliteDriver } from './sqlite-driver.ts'
import { createDatabaseFile, restrictDatabase } from './sqlite-files.ts'
import { createStatementNames } from './statement-names.ts'

export type ConnectOptions = {
  databaseUrl: string | undefined
  /** Leads to the same database without a pooler. Absent: `databaseUrl` does. */
  databaseListenUrl?: string | undefined
  dataDir: string
  /** Whether it serves work of many transactions that can begin again after a power cut. */
  isBulk?: boolean
  /** Called after each query, for metrics and tests; with the error of one that failed. */
  onQuery?: (query: CompiledQuery, milliseconds: number, error?: unknown) => void
}

/**
 * Connects to PostgreSQL if `databaseUrl` is set, else opens SQLite in the data folder. Throws if SQLite cannot be opened. For
 * commands and long work: a statement has no time limit as long as the server responds, and no pooler lies between.
 */
export function connect({
  databaseUrl,
  databaseListenUrl = databaseUrl,
  dataDir,
  isBulk = false,
  onQuery,
}: ConnectOptions): Db {
  const log = toLogger(onQuery)
  if (!databaseListenUrl) return connectSqlite(path.join(dataDir, 'dewlight.db'), isBulk, log)
  const pool = openPostgresPool({ url: databaseListenUrl, limits: longWorkLimits, max: 10 })
  const names = createStatementNames()
  return connectPostgres({ pool, limitMs: Number.POSITIVE_INFINITY, names, destroy: pool.end }, log)
}

export function toLogger(onQuery: ConnectOptions['onQuery']): Logger | undefined {
  if (!onQuery) return undefined
  return (event: LogEvent) =>
    onQuery(event.query, event.queryDurationMillis, event.level === 'error' ? event.error : undefined)
}

function connectSqlite(file: string, isBulk: boolean, log: Logger | undefined): Db {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  createDatabaseFile(file)
  const driver = createSqliteDriver(file, isBulk)
  restrictDatabase(file)
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

export function connectPostgres(options: DriverOptions, log: Logger | undefined): Db {
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => createPostgresDriver(options),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  return new Kysely<Schema>({ dialect, log })
}
