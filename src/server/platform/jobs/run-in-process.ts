import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { stopSignals } from '../cluster/stop-signals.ts'
import type { Exclusive } from '../mutex.ts'
import { lowerPriority } from './lower-priority.ts'
import { BEAT_MS, SILENT_BEATS_MAX, watchBeats } from './watch-beats.ts'

const HEAP_MAX_MB = 192
/** In milliseconds, between two reports of the progress: for each the site writes to its database. */
const PROGRESS_MS = 5000

type ToProcess = { type: 'start'; data: object } | { type: 'stop' } | { type: 'granted'; id: number }
type FromProcess =
  | { type: 'alive' }
  | { type: 'progress'; progress: unknown }
  | { type: 'lock'; id: number; name: string }
  | { type: 'unlock'; id: number }
  | { type: 'failed'; error: Failure }

type Failure = { message: string; stack?: string | undefined; code?: unknown }

type ProgressReport = (progress: unknown) => void

export type ProcessOptions = {
  signal: AbortSignal
  /** The locks of the site, which the job takes too. */
  exclusive: Exclusive
  reportProgress: ProgressReport
  /** Old generation in megabytes; a job that needs more fails, and the site goes on. */
  heapMaxMb?: number
  silentBeatsMax?: number
}

/** A job needed more memory than it may take. */
export class OutOfMemory extends Error {}

/**
 * Runs the module of a job in a process of its own: unlike a thread, all that works for it has a lower priority, also the
 * threads that decode images. `data` is copied. Resolves when the process has ended; rejects with its error. `signal` reaches
 * the job as its own signal. A process whose event loop stands still for a minute is killed; it ends with this one.
 */
export async function runInProcess(
  file: string,
  data: object,
  { signal, exclusive, reportProgress, heapMaxMb = HEAP_MAX_MB, silentBeatsMax = SILENT_BEATS_MAX }: ProcessOptions,
): Promise<void> {
  signal.throwIfAborted()
  const child = fork(file, {
    execArgv: [`--max-old-space-size=${heapMaxMb}`, '--max-semi-space-size=8'],
    serialization: 'advanced',
  })
  const send = (message: ToProcess) => void (child.connected && child.send(message, () => {}))
  const stop = () => send({ type: 'stop' })
  signal.addEventListener('abort', stop)
  const beats = watchBeats(() => child.kill('SIGKILL'), silentBeatsMax)
  const locks = lockFor(child, exclusive, send)
  let failure: Error | undefined
  child.on('message', (message: FromProcess) => {
    beats.beat()
    if (message.type === 'progress') reportProgress(message.progress)
    if (message.type === 'failed') failure = Object.assign(new Error(), message.error)
    locks.receive(message)
  })
  try {
    send({ type: 'start', data })
    const [code, killedBy] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    if (beats.isSilent()) throw new Error('The process of a job did not respond and was ended')
    if (failure) throw failure
    // V8 aborts the process.
    if (killedBy === 'SIGABRT' || code === 134) throw new OutOfMemory('A job needed too much memory')
    if (code !== 0) throw new Error(`The process of a job ended with ${code ?? killedBy}`)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    beats.close()
    locks.close()
    signal.removeEventListener('abort', stop)
  }
}

/** Holds locks of the site for a process. */
function lockFor(child: ChildProcess, exclusive: Exclusive, send: (message: ToProcess) => void) {
  const held = new Map<number, () => void>()
  const lock = (id: number, name: string) =>
    exclusive(name, async () => {
      // It ended while it waited.
      if (!child.connected) return
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(id, resolve)
      send({ type: 'granted', id })
      await promise
    })
  return {
    receive(message: FromProcess) {
      if (message.type === 'lock') void lock(message.id, message.name)
      if (message.type === 'unlock') {
        held.get(message.id)?.()
        held.delete(message.id)
      }
    },
    close() {
      for (const unlock of held.values()) unlock()
    },
  }
}

export type ProcessRun = { signal: AbortSignal; exclusive: Exclusive; reportProgress: ProgressReport }

/** The other side: runs `act` with the data at a lower priority, then ends the process, as it does when the site is gone. */
export async function runAsProcess<Data>(act: (data: Data, run: ProcessRun) => Promise<void>): Promise<void> {
  // The site stops its jobs; a terminal or a service manager sends signals to all of its processes.
  for (const signal of stopSignals) process.on(signal, () => {})
  process.on('disconnect', () => process.exit(1))
  const stopping = new AbortController()
  const granted = new Map<number, () => void>()
  const { promise: started, resolve: start } = Promise.withResolvers<Data>()
  process.on('message', (message: ToProcess) => {
    if (message.type === 'start') start(message.data as Data)
    if (message.type === 'stop') stopping.abort()
    if (message.type === 'granted') granted.get(message.id)?.()
  })
  setInterval(() => send({ type: 'alive' }), BEAT_MS)
  try {
    const run = { signal: stopping.signal, exclusive: createRemoteExclusive(granted), reportProgress: createReport() }
    await lowerPriority()
    await act(await started, run)
    process.exit(0)
  } catch (error) {
    await send({ type: 'failed', error: toFailure(error) })
    process.exit(1)
  }
}

/** Errors lose their own properties on the way, of which `code` tells an outage. */
function toFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error) }
  const { message, stack } = error
  return { message, stack, code: 'code' in error ? error.code : undefined }
}

function send(message: FromProcess): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()))
}

function createRemoteExclusive(granted: Map<number, () => void>): Exclusive {
  let lastId = 0
  return async (name, act) => {
    const id = ++lastId
    const { promise, resolve } = Promise.withResolvers<void>()
    granted.set(id, resolve)
    void send({ type: 'lock', id, name })
    await promise
    granted.delete(id)
    try {
      return await act()
    } finally {
      void send({ type: 'unlock', id })
    }
  }
}

function createReport(): ProgressReport {
  let reportedAt = Number.NEGATIVE_INFINITY
  return (progress) => {
    if (performance.now() - reportedAt < PROGRESS_MS) return
    reportedAt = performance.now()
    void send({ type: 'progress', progress })
  }
}
