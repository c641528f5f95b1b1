import { mkdirSync } from 'node:fs'
import path from 'node:path'
import BetterSqlite from 'better-sqlite3'
import {
  type CompiledQuery,
  Kysely,
  type LogEvent,
  type Logger,
  PostgresDialect,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely'
import pg from 'pg'
import type { Db, Schema } from './schema.ts'

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
  const sqlite = new BetterSqlite(file)
  // An acknowledged write survives a power cut: in WAL mode only `full` syncs the log at each commit.
  for (const pragma of ['journal_mode = wal', 'synchronous = full', 'foreign_keys = on', 'busy_timeout = 5000']) {
    sqlite.pragma(pragma)
  }
  sqlite.pragma('cache_size = -32000')
  const dialect = new SqliteDialect({ database: { prepare: cachedPrepare(sqlite), close: () => void sqlite.close() } })
  return new Kysely<Schema>({
    dialect: Object.assign(dialect, { createAdapter: () => new TransactionalDdlAdapter() }),
    log,
  })
}

/** DDL is transactional in SQLite; with this flag the migrator runs all migrations in one transaction. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

const noChanges = { changes: 0, lastInsertRowid: 0 }

type Bound = BetterSqlite.Statement<unknown[]>

/**
 * Caches prepared statements, since preparing costs more than running a short query. Converts booleans, which
 * better-sqlite3 does not bind. `iterate` prepares a separate statement, because an iterated statement is busy.
 */
function cachedPrepare(sqlite: BetterSqlite.Database) {
  const cachedStatements = new Map<string, Bound>()
  const bind = (parameters: readonly unknown[]) =>
    parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value))
  return (query: string) => {
    // A deferred transaction that reads first fails with SQLITE_BUSY if another process writes before it does.
    const sql = query === 'begin' ? 'begin immediate' : query
    let statement = cachedStatements.get(sql)
    if (!statement) {
      if (cachedStatements.size >= 500) cachedStatements.clear()
      statement = sqlite.prepare(sql)
      cachedStatements.set(sql, statement)
    }
    const bound = statement
    return {
      reader: bound.reader,
      all: (parameters: readonly unknown[]) => bound.all(...bind(parameters)),
      // SQLite rolls back by itself when the disk is full; a second rollback would hide the original error.
      run: (parameters: readonly unknown[]) =>
        sql === 'rollback' && !sqlite.inTransaction ? noChanges : bound.run(...bind(parameters)),
      iterate: (parameters: readonly unknown[]) => sqlite.prepare(sql).iterate(...bind(parameters)),
    }
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
