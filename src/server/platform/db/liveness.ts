import pg from 'pg'
import { DatabaseUnreachable } from './errors.ts'
import type { PostgresClient } from './postgres-client.ts'
import type { PostgresLimits } from './postgres-limits.ts'

export type Liveness = {
  /** Why nothing is sent at the moment; undefined while the server responds. */
  readonly fault: DatabaseUnreachable | undefined
  /** Rejects and closes the connection when the response takes longer than `limitMs` or the server is gone. */
  watch<T>(client: PostgresClient, limitMs: number, query: () => Promise<T>): Promise<T>
  /** Probes the server: call when a connection could not be opened, or not for a while. */
  suspect(): void
  close(): void
}

type LivenessOptions = {
  limits: Pick<PostgresLimits, 'probeAfterMs' | 'probeMs'>
  /** A client that is not connected yet. */
  connect(): PostgresClient
  onDown(error: DatabaseUnreachable): void
}

type Flight = { client: PostgresClient; since: number; until: number; error: DatabaseUnreachable | undefined }

const SWEEP_MS = 250
/** Between two probes of a server that responds, and of one that does not. */
const PROBE_EVERY_MS = 1000
const RETRY_EVERY_MS = 250

type State = LivenessOptions & {
  flights: Set<Flight>
  fault: DatabaseUnreachable | undefined
  isProbing: boolean
  isClosed: boolean
  probedAt: number
  respondedAt: number
  sweeping: NodeJS.Timeout | undefined
  sweptAt: number
}

/**
 * Watches the queries of a pool. A server that is paused, or whose network drops packets, closes no connection: a query
 * without a response makes this probe the server on a new connection, and a failed probe fails all queries at once.
 */
export function createLiveness(options: LivenessOptions): Liveness {
  const state: State = {
    ...options,
    flights: new Set(),
    fault: undefined,
    isProbing: false,
    isClosed: false,
    probedAt: Number.NEGATIVE_INFINITY,
    respondedAt: Number.NEGATIVE_INFINITY,
    sweeping: undefined,
    sweptAt: 0,
  }
  return {
    get fault() {
      return state.fault
    },
    watch: (client, limitMs, query) => watch(state, client, limitMs, query),
    suspect: () => suspect(state),
    close() {
      state.isClosed = true
      clearInterval(state.sweeping)
    },
  }
}

async function watch<T>(state: State, client: PostgresClient, limitMs: number, query: () => Promise<T>): Promise<T> {
  const since = performance.now()
  const flight: Flight = { client, since, until: since + limitMs, error: undefined }
  state.flights.add(flight)
  startSweeping(state)
  try {
    const result = await query()
    state.respondedAt = performance.now()
    return result
  } catch (error) {
    if (error instanceof pg.DatabaseError) state.respondedAt = performance.now()
    throw flight.error ?? error
  } finally {
    state.flights.delete(flight)
  }
}

function startSweeping(state: State): void {
  if (state.sweeping) return
  state.sweptAt = performance.now()
  // Immediates run after the responses that have arrived are read.
  state.sweeping = setInterval(() => setImmediate(() => sweep(state)), SWEEP_MS).unref()
}

function sweep(state: State): void {
  const { flights, limits } = state
  const now = performance.now()
  const late = now - state.sweptAt - SWEEP_MS
  state.sweptAt = now
  if (flights.size === 0) {
    clearInterval(state.sweeping)
    state.sweeping = undefined
    return
  }
  let oldest = now
  for (const flight of flights) {
    // A process that was itself blocked or suspended has not read the responses yet.
    if (late > SWEEP_MS) {
      flight.since += late
      flight.until += late
    }
    oldest = Math.min(oldest, flight.since)
    if (now < flight.until) continue
    flight.client.cancelStatement()
    fail(flight, new DatabaseUnreachable('the database did not respond in time'))
  }
  if (now - oldest >= limits.probeAfterMs) suspect(state)
}

function fail(flight: Flight, error: DatabaseUnreachable): void {
  flight.error ??= error
  flight.client.destroy()
}

function suspect(state: State): void {
  if (!state.fault && performance.now() - state.probedAt >= PROBE_EVERY_MS) void probe(state)
}

async function probe(state: State): Promise<void> {
  if (state.isProbing || state.isClosed) return
  state.isProbing = true
  const startedAt = performance.now()
  const error = await probeServer(state.connect(), state.limits.probeMs)
  state.isProbing = false
  state.probedAt = performance.now()
  if (!error) state.fault = undefined
  else if (state.respondedAt < startedAt) setDown(state, error)
}

function setDown(state: State, error: DatabaseUnreachable): void {
  const wasDown = state.fault !== undefined
  state.fault = error
  for (const flight of state.flights) fail(flight, error)
  if (wasDown || state.isClosed) return
  state.onDown(error)
  void waitForReturn(state)
}

async function waitForReturn(state: State): Promise<void> {
  while (state.fault && !state.isClosed) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS).unref())
    await probe(state)
  }
}

/** Undefined if the server responds, also with an error such as too many connections. */
async function probeServer(client: PostgresClient, limitMs: number): Promise<DatabaseUnreachable | undefined> {
  client.on('error', () => {})
  let isOver = false
  const limit = setTimeout(
    () =>
      setImmediate(() => {
        isOver = true
        client.destroy()
      }),
    limitMs,
  )
  try {
    await client.connect()
    await client.query('select 1')
    client.end().catch(() => {})
    return undefined
  } catch (error) {
    client.destroy()
    const isAlive = error instanceof pg.DatabaseError && !/^(?:57P|08)/.test(error.code ?? '')
    if (isAlive && !isOver) return undefined
    return new DatabaseUnreachable('the database does not respond', { cause: error })
  } finally {
    clearTimeout(limit)
  }
}
