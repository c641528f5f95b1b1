import BetterSqlite from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import { foldTriggers, HAS_FOLD_INDEX } from './search-fold-index.ts'
import { foldText } from './search-folds.ts'
import { createWriteLock } from './write-lock.ts'

/**
 * A Kysely driver with two connections to one SQLite file in WAL mode: one runs writes and transactions, the other selects
 * outside of transactions, so that a select never waits for an open transaction. A read-only transaction opens its own
 * connection, because its snapshot would hide later commits from other selects. Throws if the file cannot be opened.
 */
export function createSqliteDriver(file: string, isBulk = false): Driver {
  const writer = openWriter(file, isBulk)
  const reader = openReader(file)
  const writing = createWriteLock()
  const idle: Session[] = []

  async function executeQuery<R>(session: Session, { sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (session.transaction) return session.transaction.run(sql, parameters)
    const read = reader.prepareRead(sql)
    if (read) return { rows: read.all(...bindable(parameters)) as R[] }
    const result = await writing.lock(() => writer.run<R>(sql, parameters))
    // The transaction that it began keeps the lock.
    if (writer.isInTransaction()) session.transaction = writer
    else writing.unlock()
    return result
  }

  return {
    async init() {},
    async acquireConnection() {
      return idle.pop() ?? new Session(executeQuery)
    },
    async beginTransaction(connection, { accessMode }) {
      const session = sessionOf(connection)
      if (accessMode === 'read only') {
        session.transaction = openReader(file)
        await session.executeQuery(CompiledQuery.raw('begin'))
        return
      }
      // A deferred transaction that reads first fails with SQLITE_BUSY if another process writes before it does.
      await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    },
    async commitTransaction(connection) {
      await connection.executeQuery(CompiledQuery.raw('commit'))
    },
    async rollbackTransaction(connection) {
      // SQLite rolls back by itself when the disk is full; a second rollback would hide the original error.
      if (sessionOf(connection).transaction?.isInTransaction())
        await connection.executeQuery(CompiledQuery.raw('rollback'))
    },
    async releaseConnection(connection) {
      const session = sessionOf(connection)
      const { transaction } = session
      session.transaction = undefined
      if (transaction === writer) writing.unlock()
      else transaction?.close()
      idle.push(session)
    },
    async destroy() {
      writer.writeLog()
      writer.close()
      // Last, because a reader leaves `-wal` and `-shm` in place. Without them the next start could not even read on a disk
      // that is full or read-only by then.
      reader.close()
    },
  }
}

/** The connection of one query or one transaction of Kysely. */
class Session implements DatabaseConnection {
  transaction: Connection | undefined
  readonly #execute: (session: Session, query: CompiledQuery) => Promise<QueryResult<unknown>>

  constructor(execute: <R>(session: Session, query: CompiledQuery) => Promise<QueryResult<R>>) {
    this.#execute = execute
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#execute(this, query) as Promise<QueryResult<R>>
  }

  /** Reads all rows at once: an open cursor would pin the snapshot of its connection, which others read from. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }
}

function sessionOf(connection: DatabaseConnection): Session {
  if (connection instanceof Session) return connection
  throw new Error('This connection belongs to another driver')
}

type Statement = BetterSqlite.Statement<unknown[]>
type Connection = ReturnType<typeof openConnection>

/** In KiB. A batch of rows changes pages all over the indexes: with too few in memory each is read again for each batch. */
const writerCache = { usual: 8000, bulk: 32_000 }
/** Pages of the log after which bulk work writes it into the database, so that a page which many batches change is written once. */
const BULK_CHECKPOINT_PAGES = 8000

function openWriter(file: string, isBulk: boolean): Connection {
  const sqlite = new BetterSqlite(file)
  try {
    // An acknowledged write survives a power cut: in WAL mode only `full` syncs the log at each commit.
    for (const pragma of ['journal_mode = wal', 'synchronous = full', 'foreign_keys = on']) sqlite.pragma(pragma)
    // Overwrites what is deleted; `fast` would leave what stood on pages that become free.
    sqlite.pragma('secure_delete = on')
    foldOnWrite(sqlite)
  } catch (error) {
    sqlite.close()
    throw error
  }
  const writer = openConnection(sqlite, isBulk ? writerCache.bulk : writerCache.usual)
  // A power cut may undo the last transactions, but none on which an acknowledged write of another connection builds: that
  // one syncs the log as a whole.
  if (isBulk)
    for (const pragma of ['synchronous = normal', `wal_autocheckpoint = ${BULK_CHECKPOINT_PAGES}`])
      sqlite.pragma(pragma)
  // The write lock waits without blocking the event loop.
  sqlite.pragma('busy_timeout = 0')
  return writer
}

/** Keeps the index of folded texts up to date with what this connection writes. */
function foldOnWrite(sqlite: BetterSqlite.Database): void {
  sqlite.function('search_folds_of', { deterministic: true }, (text) => foldText(String(text ?? '')))
  if (sqlite.prepare(HAS_FOLD_INDEX).pluck().get()) for (const trigger of foldTriggers) sqlite.exec(trigger)
}

function openReader(file: string): Connection {
  return openConnection(new BetterSqlite(file, { readonly: true }), 32_000)
}

/** Statements kept for each connection. */
const MAX_STATEMENTS = 500

/** A connection with its prepared statements, since preparing costs more than running a short query. */
function openConnection(sqlite: BetterSqlite.Database, cacheKib: number) {
  sqlite.pragma('busy_timeout = 5000')
  sqlite.pragma(`cache_size = -${cacheKib}`)
  /** Null for a `with` that writes. */
  const statements = new Map<string, Statement | null>()

  function remember<S extends Statement | null>(sql: string, statement: S): S {
    if (statements.size >= MAX_STATEMENTS) statements.clear()
    statements.set(sql, statement)
    return statement
  }

  return {
    run<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
      const statement = statements.get(sql) ?? remember(sql, sqlite.prepare<unknown[]>(sql))
      if (statement.reader) return { rows: statement.all(...bindable(parameters)) as R[] }
      const { changes, lastInsertRowid } = statement.run(...bindable(parameters))
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    },
    /** Undefined for a statement that writes or concerns the connection itself, such as a pragma. */
    prepareRead(sql: string): Statement | undefined {
      const known = statements.get(sql)
      if (known !== undefined) return known ?? undefined
      if (!/^\s*(?:select|with)\b/i.test(sql)) return undefined
      const statement = sqlite.prepare<unknown[]>(sql)
      return remember(sql, statement.reader && statement.readonly ? statement : null) ?? undefined
    },
    isInTransaction: () => sqlite.inTransaction,
    /** Writes the log into the database and empties it; what others still read, and what has no room, stays in the log. */
    writeLog(): void {
      try {
        sqlite.pragma('busy_timeout = 0')
        sqlite.pragma('wal_checkpoint(truncate)')
      } catch (error) {
        if (!(error instanceof BetterSqlite.SqliteError)) throw error
      }
    },
    close: () => void sqlite.close(),
  }
}

/** better-sqlite3 does not bind booleans. */
function bindable(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value))
}
