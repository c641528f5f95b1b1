import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseUnreachable, isConnectionFailure, isOutOfConnections, NoConnectionLeft } from './errors.ts'
import { createLiveness, type Liveness } from './liveness.ts'
import { PostgresClient } from './postgres-client.ts'
import type { PostgresLimits } from './postgres-limits.ts'

export type PostgresPool = {
  readonly limits: PostgresLimits
  /** Throws `DatabaseUnreachable` at the latest after `limitMs`, or `limits.acquireMs` if that is shorter. */
  acquire(limitMs?: number): Promise<PostgresClient>
  /** Rejects with `DatabaseUnreachable` after `limitMs` or when the server is gone; the connection is closed then. */
  run(client: PostgresClient, query: pg.QueryConfig, limitMs?: number): Promise<pg.QueryResult>
  release(client: PostgresClient, isLost: boolean): void
  /** Closes all connections as soon as they are idle, after a failover. */
  renew(): void
  end(): Promise<void>
}

export type PoolOptions = { url: string; limits: PostgresLimits; max: number }

/** Waiting requests at most; further ones fail at once. */
const WAITING_MAX = 1000
/** At most, until the next attempt when the server has no connection left. */
const FULL_RETRY_MS = 250
const IDLE_MS = 60_000
/** Connections are replaced, so that a changed address of the server is noticed. */
const LIFETIME_S = 30 * 60
const KEEP_ALIVE_MS = 10_000
/** After this time a server that does not respond is not waited for when the pool closes. */
const CLOSING_MS = 500

type State = Pick<PoolOptions, 'limits'> & {
  pool: pg.Pool
  liveness: Liveness
  open: Set<PostgresClient>
  /** Rejects what waits for a connection. */
  waiting: Set<(error: Error) => void>
  /** Connections of an earlier generation are closed. */
  generation: number
}

/** A connection pool whose every wait has a limit, also if the server is paused and neither responds nor closes anything. */
export function createPostgresPool({ url, limits, max }: PoolOptions): PostgresPool {
  const settings = {
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: { getTypeParser },
  }
  /** The parameter names poolers that are not detected. */
  const isPooled = new URL(url).searchParams.get('pgbouncer') === 'true'
  const state: State = {
    limits,
    pool: new pg.Pool({
      ...settings,
      max,
      Client: PostgresClient,
      connectionTimeoutMillis: limits.acquireMs,
      idleTimeoutMillis: IDLE_MS,
      maxLifetimeSeconds: LIFETIME_S,
      onConnect: async (client) => prepareClient(state, ours(client), isPooled),
    }),
    liveness: createLiveness({
      limits,
      connect: () => new PostgresClient(settings),
      onDown: (error) => renewAfter(state, error),
    }),
    open: new Set(),
    waiting: new Set(),
    generation: 0,
  }
  // The pool replaces a lost idle connection; an unhandled error event would end the process.
  state.pool.on('error', () => {})
  // The same for a connection in use, whose query rejects as well.
  state.pool.on('connect', (client) => void client.on('error', () => {}))
  return {
    limits,
    acquire: (limitMs) => acquire(state, limitMs),
    run: (client, query, limitMs) => run(state, client, query, limitMs),
    release: (client, isLost) => client.release(isLost),
    renew() {
      state.generation += 1
    },
    end: () => end(state),
  }
}

function renewAfter(state: State, error: Error): void {
  state.generation += 1
  for (const reject of state.waiting) reject(error)
  state.waiting.clear()
}

async function prepareClient(state: State, client: PostgresClient, isPooled: boolean): Promise<void> {
  const { open, limits } = state
  open.add(client)
  client.once('end', () => open.delete(client))
  client.generation = state.generation
  if (isPooled) return
  const { rows } = await run(state, client, { text: settingsOf(client, limits) }, limits.acquireMs)
  client.isDirect = rows[0].is_direct
}

function run(
  { liveness }: State,
  client: PostgresClient,
  query: pg.QueryConfig,
  limitMs = Number.POSITIVE_INFINITY,
): Promise<pg.QueryResult> {
  return liveness.watch(client, limitMs, () => client.query(query))
}

async function acquire(state: State, limitMs = state.limits.acquireMs): Promise<PostgresClient> {
  const endsAt = performance.now() + Math.min(limitMs, state.limits.acquireMs)
  for (;;) {
    const left = endsAt - performance.now()
    const client = await connect(state, Math.max(0, left)).catch(async (error: unknown) => {
      // Others release theirs within moments.
      if (!(error instanceof NoConnectionLeft) || left < FULL_RETRY_MS) throw error
      await pause(FULL_RETRY_MS * (0.5 + Math.random() / 2))
    })
    if (client?.generation === state.generation) return client
    client?.release(true)
  }
}

function connect({ pool, liveness, waiting, limits }: State, limitMs: number): Promise<PostgresClient> {
  if (liveness.fault) throw liveness.fault
  if (pool.waitingCount >= WAITING_MAX) throw new DatabaseUnreachable('too many requests wait for a connection')
  return new Promise((resolve, reject) => {
    waiting.add(reject)
    const suspecting = setTimeout(liveness.suspect, limits.probeAfterMs).unref()
    // The pool's own limit is the same for all.
    const givingUp = setTimeout(
      () => {
        if (waiting.delete(reject)) reject(new DatabaseUnreachable('no connection was free in time'))
      },
      Math.min(limitMs, limits.acquireMs),
    ).unref()
    pool.connect().then(
      (connected) => {
        clearTimeout(suspecting)
        clearTimeout(givingUp)
        const client = ours(connected)
        if (waiting.delete(reject)) resolve(client)
        else client.release(false)
      },
      (error: unknown) => {
        clearTimeout(suspecting)
        clearTimeout(givingUp)
        waiting.delete(reject)
        if (isConnectionFailure(error) && !isOutOfConnections(error)) liveness.suspect()
        reject(toFault(error))
      },
    )
  })
}

async function end({ pool, liveness, open }: State): Promise<void> {
  liveness.close()
  const cut = setTimeout(() => {
    for (const client of open) client.destroy()
  }, CLOSING_MS)
  cut.unref()
  await pool.end()
}

function ours(client: pg.ClientBase): PostgresClient {
  if (client instanceof PostgresClient) return client
  throw new Error('This connection belongs to another pool')
}

function toFault(error: unknown): unknown {
  if (error instanceof DatabaseUnreachable) return error
  if (error instanceof Error && error.message.startsWith('timeout exceeded'))
    return new DatabaseUnreachable('no connection was free in time', { cause: error })
  if (isOutOfConnections(error)) return new NoConnectionLeft('the database has no connection left', { cause: error })
  if (!isConnectionFailure(error)) return error
  return new DatabaseUnreachable('the database could not be reached', { cause: error })
}

/**
 * Compares the process of the cancel key with the server's own, which differ behind a pooler. Settings are made on a direct
 * connection only: PgBouncer would leave them on a connection of the server that others use as well.
 */
function settingsOf(
  { processID }: PostgresClient,
  { statementMs, lockMs, idleInTransactionMs }: PostgresLimits,
): string {
  const isDirect = `pg_backend_pid() = ${Number(processID ?? 0)}`
  return `select ${isDirect} as is_direct, case when ${isDirect} then concat(
    set_config('statement_timeout', '${statementMs}', false),
    set_config('lock_timeout', '${lockMs}', false),
    set_config('idle_in_transaction_session_timeout', '${idleInTransactionMs}', false)) end`
}

/** Parses counts as numbers and timestamps as ISO 8601 in UTC, as in SQLite. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === pg.types.builtins.INT8) return Number
  if (oid === pg.types.builtins.TIMESTAMPTZ) return (text: string) => new Date(text).toISOString()
  return pg.types.getTypeParser(oid, format as 'text')
}
