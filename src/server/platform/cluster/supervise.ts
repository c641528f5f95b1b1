import cluster, { type Worker } from 'node:cluster'
import { readFileSync } from 'node:fs'
import type { Logger } from 'pino'
import { mallocSettings } from '../../../../bin/malloc-settings.js'
import { createCoordinator, type OtherHosts, type WorkerHandle } from './coordinator.ts'
import type { FromWorker } from './messages.ts'
import { stopSignals } from './stop-signals.ts'

export type Supervision = {
  /** The program that each worker process runs. */
  entry: string
  /** Number of worker processes. */
  count: number
  log: Logger
  /** Runs once before any worker opens the database. */
  prepare(): Promise<void>
  /** The other hosts that serve the site from the same database. */
  otherHosts: OtherHosts
  /** Called when the first worker listens. */
  onListening(): void
}

/** A worker that exits earlier than this after its start is restarted with exponential backoff. */
const SHORT_LIFE_MS = 5000
const BACKOFF_MS = { first: 250, max: 10_000 }
/** Less than the ten seconds after which service managers kill the site. */
const STOP_TIMEOUT_MS = 9500

type State = Pick<Supervision, 'count' | 'log' | 'onListening'> & {
  coordinator: ReturnType<typeof createCoordinator>
  workers: Set<Worker>
  listening: WeakSet<Worker>
  isStopping: boolean
  hasListened: boolean
  failure: string | undefined
  backoff: number
  /** Called when the last worker has exited. */
  finish(): void
}

/**
 * Runs the site in several worker processes that share its port, restarts a worker that exits, and stops all on the
 * `stopSignals`. Resolves when all have exited, with the reason if the first start failed.
 */
export async function supervise(options: Supervision): Promise<string | undefined> {
  const { entry, count, log, prepare, otherHosts, onListening } = options
  // Workers accept connections from one shared queue. With round robin, connections that the primary process has assigned
  // to a worker that dies would hang. Node reads the policy in `setupPrimary`.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: entry, args: [] })
  const { promise: exited, resolve: finish } = Promise.withResolvers<void>()
  const state: State = {
    count,
    log,
    onListening,
    coordinator: createCoordinator(otherHosts),
    workers: new Set(),
    listening: new WeakSet(),
    isStopping: false,
    hasListened: false,
    failure: undefined,
    backoff: BACKOFF_MS.first,
    finish,
  }
  for (const signal of stopSignals) process.on(signal, () => stop(state))
  const prepared = prepare()
  start(state, prepared)
  try {
    await Promise.race([prepared, exited])
  } catch (error) {
    stop(state)
    await exited
    throw error
  }
  await exited
  if (state.hasListened) return undefined
  if (state.failure !== undefined) return state.failure
  // Stopped before the start was complete: the preparation may wait for another host, and what it began is rolled back.
  process.exit(0)
}

function stop(state: State): void {
  const { workers, listening, finish } = state
  if (state.isStopping) return
  state.isStopping = true
  for (const worker of workers) {
    // This also closes the listening socket in this process, which would keep connections that no worker accepts.
    if (listening.has(worker)) worker.disconnect()
    else worker.process.kill('SIGTERM')
  }
  setTimeout(() => {
    for (const worker of workers) worker.process.kill('SIGKILL')
  }, STOP_TIMEOUT_MS).unref()
  if (workers.size === 0) finish()
}

function start(state: State, prepared: Promise<void>): void {
  const { coordinator, workers, listening, log } = state
  const startedAt = performance.now()
  const worker = forkWorker(coordinator, prepared, {
    onFailed(reason) {
      state.failure = reason
    },
    onListening() {
      listening.add(worker)
      if (state.hasListened) return
      state.hasListened = true
      state.onListening()
      // The others start only now, because they would compete with the first for the CPU.
      for (let i = 1; i < state.count; i++) start(state, Promise.resolve())
    },
    onExit(code, signal) {
      workers.delete(worker)
      if (!state.isStopping && !state.hasListened && state.failure) stop(state)
      if (state.isStopping) {
        if (workers.size === 0) state.finish()
        return
      }
      log.error({ code, signal, pid: worker.process.pid }, 'a worker process ended and is replaced')
      restart(state, performance.now() - startedAt < SHORT_LIFE_MS)
    },
  })
  workers.add(worker)
}

function restart(state: State, wasShortLived: boolean): void {
  const { backoff } = state
  setTimeout(() => state.isStopping || start(state, Promise.resolve()), wasShortLived ? backoff : 0)
  state.backoff = wasShortLived ? Math.min(backoff * 2, BACKOFF_MS.max) : BACKOFF_MS.first
}

type WorkerEvents = {
  onListening(): void
  onFailed(reason: string): void
  onExit(code: number, signal: string): void
}

/** Forks a worker and connects it to the coordinator. The worker loads its modules while the database is prepared. */
function forkWorker(
  coordinator: ReturnType<typeof createCoordinator>,
  prepared: Promise<void>,
  { onListening, onFailed, onExit }: WorkerEvents,
): Worker {
  const worker = cluster.fork({ ...mallocSettings, ...process.env })
  const handle: WorkerHandle = {
    send(messages) {
      // Without a callback, a worker that ends at this moment (EPIPE) would end this process; its exit is handled below.
      if (worker.isConnected()) worker.send(messages, () => {})
    },
    isPaused: () => isPaused(worker.process.pid),
    kill: () => worker.process.kill('SIGKILL'),
  }
  prepared.then(
    () => handle.send([{ type: 'begin' }]),
    () => {},
  )
  worker.on('message', (messages: FromWorker[]) => {
    coordinator.receive(handle, messages)
    for (const message of messages) {
      if (message.type === 'failed') onFailed(message.reason)
      else if (message.type === 'listening') onListening()
    }
  })
  worker.on('exit', (code, signal) => {
    coordinator.remove(handle)
    onExit(code, signal)
  })
  return worker
}

/** Whether a process is stopped by a signal or a debugger; false where the system does not tell. */
function isPaused(pid: number | undefined): boolean {
  try {
    // The state follows the name in parentheses, which may contain any character.
    const [, state] = /.*\) (.)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return state === 'T' || state === 't'
  } catch {
    return false
  }
}
