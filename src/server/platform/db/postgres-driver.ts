import { setTimeout as pause } from 'node:timers/promises'
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, type TransactionSettings } from 'kysely'
import type pg from 'pg'
import {
  CommitUnknown,
  DatabaseUnreachable,
  isConflict,
  isConnectionFailure,
  isReadOnlyServer,
  isStaleStatement,
} from './errors.ts'
import type { PostgresClient } from './postgres-client.ts'
import type { PostgresPool } from './postgres-pool.ts'
import type { StatementNames } from './statement-names.ts'

export type DriverOptions = {
  pool: PostgresPool
  /** In milliseconds, for one statement with the wait for its connection. */
  limitMs: number
  names: StatementNames
  destroy(): Promise<void>
}

/** Further attempts, only while the first `RETRY_WITHIN_MS` milliseconds have not passed. */
const RETRIES = 2
const RETRY_WITHIN_MS = 1000
const JITTER_MS = 100
/** Prepared statements of a connection at most; it is replaced then. */
const NAMES_OF_CLIENT_MAX = 300

/**
 * A Kysely driver over a PostgreSQL pool. Statements outside of a transaction are prepared under a name, and tried again
 * after a failure if they read or have certainly not been executed. A lost commit is reported as `CommitUnknown`.
 */
export function createPostgresDriver(options: DriverOptions): Driver {
  const idle: Session[] = []
  return {
    async init() {},
    async acquireConnection() {
      return idle.pop() ?? new Session(options)
    },
    beginTransaction: (connection, settings) => sessionOf(connection).begin(settings),
    commitTransaction: (connection) => sessionOf(connection).commit(),
    rollbackTransaction: (connection) => sessionOf(connection).rollback(),
    async releaseConnection(connection) {
      const session = sessionOf(connection)
      session.release()
      idle.push(session)
    },
    destroy: options.destroy,
  }
}

function sessionOf(connection: DatabaseConnection): Session {
  if (connection instanceof Session) return connection
  throw new Error('This connection belongs to another driver')
}

/** The connection of one query or one transaction of Kysely, taken from the pool at its first query. */
class Session implements DatabaseConnection {
  readonly #pool: PostgresPool
  readonly #limitMs: number
  readonly #names: StatementNames
  #client: PostgresClient | undefined
  #isInTransaction = false
  #isLost = false
  /** The command of the last result: a commit of a failed transaction is a rollback. */
  #command = ''

  constructor({ pool, limitMs, names }: DriverOptions) {
    this.#pool = pool
    this.#limitMs = limitMs
    this.#names = names
  }

  get #connected(): PostgresClient {
    if (!this.#client) throw new Error('The session has no connection')
    return this.#client
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const config = { text: query.sql, values: [...query.parameters] }
    // A later query may depend on the state of the connection, such as a lock.
    const result = this.#client ? await this.#run(config) : await this.#runFirst(config)
    return toQueryResult(result)
  }

  /** Reads all rows at once. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    const modes = [isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ')
    // Also if it fails: the connection is not used again then.
    this.#isInTransaction = true
    await this.executeQuery(CompiledQuery.raw(modes ? `start transaction ${modes}` : 'begin'))
    this.#isInTransaction = true
    if (!this.#connected.isDirect) await this.#run({ text: localSettings(this.#pool) })
  }

  async commit(): Promise<void> {
    try {
      await this.executeQuery(CompiledQuery.raw('commit'))
    } catch (error) {
      if (!isConnectionFailure(error)) throw error
      throw new CommitUnknown('the database did not confirm the commit', { cause: error })
    } finally {
      this.#isInTransaction = false
    }
    if (this.#command === 'ROLLBACK')
      throw new Error('The transaction was rolled back, since one of its statements had failed')
  }

  /** Never throws, since the error that caused the rollback would be lost. */
  async rollback(): Promise<void> {
    if (!this.#isLost && this.#isInTransaction)
      await this.executeQuery(CompiledQuery.raw('rollback')).catch(() => {
        this.#isLost = true
      })
    this.#isInTransaction = false
  }

  release(): void {
    const client = this.#client
    if (!client) return
    const isWornOut = client.names.size > NAMES_OF_CLIENT_MAX
    this.#pool.release(client, this.#isLost || this.#isInTransaction || isWornOut)
    this.#client = undefined
    this.#isLost = false
    this.#isInTransaction = false
  }

  /** Takes a connection and runs the first query on it, with further attempts where they are safe. */
  async #runFirst(query: pg.QueryConfig): Promise<pg.QueryResult> {
    const startedAt = performance.now()
    for (let attempt = 0; ; attempt++) {
      const left = () => this.#limitMs - (performance.now() - startedAt)
      try {
        this.#client = await this.#pool.acquire(left())
        return await this.#run(this.#named(query, attempt), left())
      } catch (error) {
        const wasSent = this.#client !== undefined
        this.release()
        const isOver = attempt >= RETRIES || performance.now() - startedAt > RETRY_WITHIN_MS
        if (isOver || !isRetriable(error, query.text, wasSent)) throw withOutcome(error, query.text, wasSent)
        if (!isStaleStatement(error)) await pause(JITTER_MS * (0.5 + Math.random()) * (attempt + 1))
      }
    }
  }

  async #run(query: pg.QueryConfig, limitMs = this.#limitMs): Promise<pg.QueryResult> {
    try {
      const result = await this.#pool.run(this.#connected, query, limitMs)
      this.#command = result.command
      return result
    } catch (error) {
      const isGone = isConnectionFailure(error)
      this.#isLost ||= isGone || isStaleStatement(error)
      if (isReadOnlyServer(error)) {
        // A demoted primary: the address leads to the new one, or will.
        this.#isLost = true
        this.#pool.renew()
      }
      if (!isGone || error instanceof DatabaseUnreachable) throw error
      throw new DatabaseUnreachable('the connection to the database was lost', { cause: error })
    }
  }

  /** Only outside of transactions, where a statement that no longer fits a changed table is simply run again. */
  #named(query: pg.QueryConfig, attempt: number): pg.QueryConfig {
    const client = this.#connected
    const name = client.isDirect && attempt === 0 && query.values ? this.#names.find(query.text) : undefined
    if (name === undefined) return query
    client.names.add(name)
    return { ...query, name }
  }
}

/** Whether a statement outside of a transaction can be run again without acting twice. */
function isRetriable(error: unknown, sql: string, wasSent: boolean): boolean {
  if (isStaleStatement(error) || isConflict(error) || isReadOnlyServer(error)) return true
  return isConnectionFailure(error) && (!wasSent || isRead(sql))
}

/** A lost connection after an implicit commit was sent. */
function withOutcome(error: unknown, sql: string, wasSent: boolean): unknown {
  if (!wasSent || isRead(sql) || !isConnectionFailure(error)) return error
  return new CommitUnknown('the database did not confirm the write', { cause: error })
}

function isRead(sql: string): boolean {
  return /^\s*(?:select|begin|start transaction|with(?![\s\S]*\b(?:insert|update|delete|merge)\b))/i.test(sql)
}

function localSettings({ limits }: PostgresPool): string {
  const { statementMs, lockMs, idleInTransactionMs } = limits
  return `set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs};
    set local idle_in_transaction_session_timeout = ${idleInTransactionMs}`
}

function toQueryResult<R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> {
  const isWrite = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
  return { rows: rows ?? [], ...(isWrite && { numAffectedRows: BigInt(rowCount ?? 0) }) }
}
