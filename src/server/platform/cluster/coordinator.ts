import { Gauge, type MetricObject } from 'prom-client'
import { PURGE_ALL, type Purge } from '../db/purge-notices.ts'
import { createTokenBuckets } from '../http/token-bucket.ts'
import { createMutexes } from '../mutex.ts'
import { createHeartbeats } from './heartbeats.ts'
import type { FromPrimary, FromWorker } from './messages.ts'

/** A worker as the coordinator sees it. */
export type WorkerHandle = {
  send(messages: FromPrimary[]): void
  /** Whether the operating system has stopped the process. */
  isPaused(): boolean
  /** Kills a worker that does not respond. */
  kill(): void
}

/** The other hosts that serve the site from the same database. */
export type OtherHosts = {
  /** Calls `purge` for each purge that a host announces. */
  listen(purge: (purge: Purge) => void): void
  /** Calls `onSync` now and when it changes: whether their purges are known to arrive. */
  onSync(onSync: (isInSync: boolean) => void): void
}

/** A message to several workers, until all have acknowledged it. */
type Broadcast = {
  pending: Set<WorkerHandle>
  finish(): void
  timeout: NodeJS.Timeout | undefined
}

type Deadline = {
  /** In milliseconds. */
  timeout: number
  /** Called with the number of workers that have not responded. */
  onTimeout(pending: number): void
}

/** A scrape does not wait longer for a busy worker and reports its last values; Prometheus itself waits for ten seconds. */
const MEASURE_TIMEOUT_MS = 2000

type State = {
  buckets: ReturnType<typeof createTokenBuckets>
  mutexes: ReturnType<typeof createMutexes<WorkerHandle>>
  open: Set<WorkerHandle>
  broadcasts: ReturnType<typeof createBroadcasts>
  heartbeats: ReturnType<typeof createHeartbeats<WorkerHandle>>
  /** The newest metrics of each worker. Without those of a busy one, the sums of counters would go backwards. */
  measured: Map<WorkerHandle, MetricObject[]>
  isInSync: boolean
}

/**
 * The bus in the primary process: forwards a purge to all workers and confirms it when each has acknowledged; holds the
 * token buckets of all workers and collects their metrics.
 */
export function createCoordinator(otherHosts?: OtherHosts) {
  const state: State = {
    buckets: createTokenBuckets(),
    mutexes: createMutexes<WorkerHandle>(),
    open: new Set(),
    broadcasts: createBroadcasts(),
    heartbeats: createHeartbeats<WorkerHandle>((worker) => worker.send([{ type: 'ping' }])),
    measured: new Map(),
    isInSync: true,
  }
  otherHosts?.listen((purge) => void sendPurge(state, purge))
  otherHosts?.onSync((isInSync) => {
    state.isInSync = isInSync
    for (const worker of state.open) worker.send([{ type: 'sync', isInSync }])
  })
  return {
    receive(worker: WorkerHandle, messages: FromWorker[]): void {
      state.heartbeats.heard(worker)
      const consumed = messages.flatMap((message) => receive(state, worker, message) ?? [])
      if (consumed.length > 0) worker.send(consumed)
    },
    /** Call when a worker has exited. The others purge everything, because it may have died between a write and its purge. */
    remove(worker: WorkerHandle): void {
      state.open.delete(worker)
      state.heartbeats.remove(worker)
      state.measured.delete(worker)
      state.broadcasts.remove(worker)
      void sendPurge(state, PURGE_ALL)
      state.mutexes.release(worker)
    },
  }
}

/** Returns the response to a request for a token, which is sent with others; anything else gets its own message. */
function receive(state: State, worker: WorkerHandle, message: FromWorker): FromPrimary | undefined {
  const { buckets, mutexes, open, broadcasts, measured } = state
  if (message.type === 'lock')
    mutexes.lock(message.name, worker, () => worker.send([{ type: 'locked', id: message.id }]))
  else if (message.type === 'unlock') mutexes.unlock(message.name, worker)
  else if (message.type === 'consume') {
    const wait = buckets.consume(message.name, message.client, message.rule)
    return { type: 'consumed', id: message.id, wait }
  } else if (message.type === 'open') {
    open.add(worker)
    worker.send([{ type: 'sync', isInSync: state.isInSync }])
    state.heartbeats.add(worker)
  } else if (message.type === 'purged') broadcasts.ack(message.broadcastId, worker)
  else if (message.type === 'measured') {
    // A response that is late for its scrape is good for the next one.
    if (open.has(worker)) measured.set(worker, message.metrics)
    broadcasts.ack(message.broadcastId, worker)
  } else if (message.type === 'changed') void change(state, message.id, message.purge, worker)
  else if (message.type === 'measure') void measure(state, message.id, worker)
  return undefined
}

/** Waits for every worker: one that is silent is killed by the heartbeats, so that it cannot serve stale pages. */
function sendPurge({ broadcasts, open }: State, purge: Purge, from?: WorkerHandle): Promise<void> {
  return broadcasts.send(
    [...open].filter((worker) => worker !== from),
    (broadcastId) => ({ type: 'purge', broadcastId, purge }),
  )
}

async function change(state: State, id: number, purge: Purge, from: WorkerHandle): Promise<void> {
  await sendPurge(state, purge, from)
  from.send([{ type: 'done', id }])
}

async function measure({ broadcasts, open, measured }: State, id: number, from: WorkerHandle): Promise<void> {
  let silent = 0
  await broadcasts.send([...open], (broadcastId) => ({ type: 'measure', broadcastId }), {
    timeout: MEASURE_TIMEOUT_MS,
    onTimeout(pending) {
      silent = pending
    },
  })
  from.send([{ type: 'all-measured', id, metrics: [...measured.values(), [await silentProcesses(silent)]] }])
}

function silentProcesses(count: number): Promise<MetricObject> {
  const help = 'Processes that did not respond to this scrape in time, whose values are of an earlier one'
  const gauge = new Gauge({ name: 'dewlight_processes_silent', help, registers: [] })
  gauge.set(count)
  return gauge.get()
}

function createBroadcasts() {
  const broadcasts = new Map<number, Broadcast>()
  let lastId = 0

  function ack(id: number, worker: WorkerHandle): void {
    const broadcast = broadcasts.get(id)
    if (broadcast?.pending.delete(worker) && broadcast.pending.size === 0) finish(id, broadcast)
  }

  function finish(id: number, broadcast: Broadcast): void {
    clearTimeout(broadcast.timeout)
    broadcasts.delete(id)
    broadcast.finish()
  }

  return {
    ack,
    /** Resolves when all workers have acknowledged the message or exited, or after the deadline. */
    send(workers: WorkerHandle[], message: (broadcastId: number) => FromPrimary, deadline?: Deadline): Promise<void> {
      if (workers.length === 0) return Promise.resolve()
      const id = ++lastId
      const pending = new Set(workers)
      return new Promise((resolve) => {
        const broadcast: Broadcast = { pending, finish: resolve, timeout: undefined }
        if (deadline)
          broadcast.timeout = setTimeout(() => {
            deadline.onTimeout(pending.size)
            finish(id, broadcast)
          }, deadline.timeout)
        broadcasts.set(id, broadcast)
        for (const worker of workers) worker.send([message(id)])
      })
    },
    /** Does not wait any longer for a worker that has exited. */
    remove(worker: WorkerHandle): void {
      for (const id of [...broadcasts.keys()]) ack(id, worker)
    },
  }
}
