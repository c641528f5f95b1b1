import { setTimeout as pause } from 'node:timers/promises'
import { faultOf } from './faults.ts'

/**
 * A circuit breaker in front of public reads: bounds how long they wait for a database that does not respond, and then fails
 * them at once until it responds again.
 */
export type DatabaseWatch = {
  /**
   * Like `run`, but rejects with a fault of kind `unreachable` when the database has not responded to any query for
   * `SILENCE_MS`, a probe included, and at once while it is known to be away.
   */
  read: GuardRead
  /** Call after each query that succeeded. */
  responded(): void
  isAway(): boolean
  close(): void
}

export type GuardRead = <T>(run: () => Promise<T>) => Promise<T>

export type DatabaseWatchOptions = {
  /** A query that succeeds on any reachable database. */
  probe(): Promise<unknown>
  /** Called once for each outage, and when it ends. */
  onAway(error: unknown): void
  onBack(): void
}

/** Time without any response; together with the rest of a response it stays under three seconds. */
const SILENCE_MS = 1750
/** Silence after which the database is probed: a read may also wait for something else, such as an image in a feed. */
const PROBE_AFTER_MS = 750
const PROBE_EVERY_MS = 500
/** A probe that hangs is given up for another one, in case its connection is dead and the database is not. */
const PROBE_TIMEOUT_MS = 5000

class DatabaseSilence extends Error {
  readonly code = 'ETIMEDOUT'
}

type State = DatabaseWatchOptions & {
  closing: AbortController
  respondedAt: number
  /** One error for all reads of an outage, so that it is logged once. */
  away: unknown
  isProbing: boolean
}

export function createDatabaseWatch(options: DatabaseWatchOptions): DatabaseWatch {
  const state: State = {
    ...options,
    closing: new AbortController(),
    respondedAt: Number.NEGATIVE_INFINITY,
    away: undefined,
    isProbing: false,
  }
  return {
    read: (run) => read(state, run),
    responded() {
      state.respondedAt = performance.now()
    },
    isAway: () => state.away !== undefined,
    close: () => state.closing.abort(),
  }
}

async function read<T>(state: State, run: () => Promise<T>): Promise<T> {
  if (state.away !== undefined) throw state.away
  const startedAt = performance.now()
  const silence = untilSilence(state, startedAt)
  try {
    return await Promise.race([run(), silence.promise])
  } catch (error) {
    // One query without a response in its time does not mean an outage while others get theirs.
    if (state.respondedAt < startedAt && faultOf(error)?.kind === 'unreachable') trip(state, error)
    throw error
  } finally {
    silence.stop()
  }
}

/** Rejects after too long without any response since `startedAt`; while others finish, a slow query is waited for. */
function untilSilence(state: State, startedAt: number) {
  const { promise, reject } = Promise.withResolvers<never>()
  let isStopped = false
  let timer = setTimeout(check, PROBE_AFTER_MS)
  function check(): void {
    // Responses that came while the event loop was blocked are counted before this.
    setImmediate(() => {
      if (isStopped) return
      const silent = performance.now() - Math.max(startedAt, state.respondedAt)
      if (silent < SILENCE_MS) {
        if (silent >= PROBE_AFTER_MS) void probeSilence(state)
        timer = setTimeout(check, (silent < PROBE_AFTER_MS ? PROBE_AFTER_MS : SILENCE_MS) - silent)
        return
      }
      const error = state.away ?? new DatabaseSilence(`The database has not answered for ${SILENCE_MS} ms`)
      reject(error)
      trip(state, error)
    })
  }
  const stop = () => {
    isStopped = true
    clearTimeout(timer)
  }
  return { promise, stop }
}

function trip(state: State, error: unknown): void {
  if (state.away !== undefined || state.closing.signal.aborted) return
  state.away = error
  state.onAway(error)
  void probeUntilBack(state)
}

async function probeUntilBack(state: State): Promise<void> {
  const { signal } = state.closing
  while (!signal.aborted) {
    if (await isAnswered(state)) {
      state.away = undefined
      state.onBack()
      return
    }
    await pause(PROBE_EVERY_MS, undefined, { ref: false, signal }).catch(() => {})
  }
}

/** Probes a silent database, once for all reads that wait. */
async function probeSilence(state: State): Promise<void> {
  if (state.isProbing) return
  state.isProbing = true
  if (await isAnswered(state)) state.respondedAt = performance.now()
  state.isProbing = false
}

/** Whether a probe succeeds in its time. */
function isAnswered({ probe }: State): Promise<boolean> {
  return Promise.race([
    probe().then(
      () => true,
      () => false,
    ),
    pause(PROBE_TIMEOUT_MS, false, { ref: false }),
  ])
}
