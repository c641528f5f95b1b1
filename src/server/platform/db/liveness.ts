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

/**
 * Watches the queries of a pool. A server that is paused, or whose network drops packets, closes no connection: a query
 * without a response makes this probe the server on a new connection, and a failed probe fails all queries at once.
 */
export function createLiveness({ limits, connect, onDown }: LivenessOptions): Liveness {
  const flights = new Set<Flight>()
  let fault: DatabaseUnreachable | undefined
  let isProbing = false
  let isClosed = false
  let probedAt = Number.NEGATIVE_INFINITY
  let respondedAt = Number.NEGATIVE_INFINITY
  let sweeping: NodeJS.Timeout | undefined
  let sweptAt = 0

  function fail(flight: Flight, error: DatabaseUnreachable): void {
    flight.error ??= error
    flight.client.destroy()
  }

  function sweep(): void {
    const now = performance.now()
    const late = now - sweptAt - SWEEP_MS
    sweptAt = now
    if (flights.size === 0) {
      clearInterval(sweeping)
      sweeping = undefined
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
    if (now - oldest >= limits.probeAfterMs) suspect()
  }

  function startSweeping(): void {
    if (sweeping) return
    sweptAt = performance.now()
    // Immediates run after the responses that have arrived are read.
    sweeping = setInterval(() => setImmediate(sweep), SWEEP_MS).unref()
  }

  function suspect(): void {
    if (!fault && performance.now() - probedAt >= PROBE_EVERY_MS) void probe()
  }

  async function probe(): Promise<void> {
    if (isProbing || isClosed) return
    isProbing = true
    const startedAt = performance.now()
    const error = await probeServer(connect(), limits.probeMs)
    isProbing = false
    probedAt = performance.now()
    if (!error) fault = undefined
    else if (respondedAt < startedAt) setDown(error)
  }

  function setDown(error: DatabaseUnreachable): void {
    const wasDown = fault !== undefined
    fault = error
    for (const flight of flights) fail(flight, error)
    if (wasDown || isClosed) return
    onDown(error)
    void waitForReturn()
  }

  async function waitForReturn(): Promise<void> {
    while (fault && !isClosed) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS).unref())
      await probe()
    }
  }

  return {
    get fault() {
      return fault
    },
    async watch(client, limitMs, query) {
      const since = performance.now()
      const flight: Flight = { client, since, until: since + limitMs, error: undefined }
      flights.add(flight)
      startSweeping()
      try {
        const result = await query()
        respondedAt = performance.now()
        return result
      } catch (error) {
        if (error instanceof pg.DatabaseError) respondedAt = performance.now()
        throw flight.error ?? error
      } finally {
        flights.delete(flight)
      }
    },
    suspect,
    close() {
      isClosed = true
      clearInterval(sweeping)
    },
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
