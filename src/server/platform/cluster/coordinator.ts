import type { MetricObject } from 'prom-client'
import { createTokenBuckets } from '../http/token-bucket.ts'
import { createMutexes } from '../mutex.ts'
import type { FromPrimary, FromWorker } from './messages.ts'

/** A worker as the coordinator sees it. */
export type WorkerHandle = {
  send(messages: FromPrimary[]): void
  /** Kills a worker that does not respond. */
  kill(): void
}

/** The other hosts that serve the site from the same database. */
export type OtherHosts = {
  broadcast(tag: string): Promise<void>
  listen(purge: (tag: string) => void): void
}

/** A message to several workers, until all have acknowledged it. */
type Broadcast = {
  pending: Set<WorkerHandle>
  responses: MetricObject[][]
  finish(responses: MetricObject[][]): void
  timeout: NodeJS.Timeout
}

/** A worker that does not acknowledge a broadcast in time is killed, so that it cannot serve stale pages. */
const ACK_TIMEOUT_MS = 5000

/**
 * The bus in the primary process: forwards a purge to all workers and confirms it when each has acknowledged; holds the
 * token buckets of all workers and collects their metrics.
 */
export function createCoordinator(otherHosts?: OtherHosts) {
  const buckets = createTokenBuckets()
  const mutexes = createMutexes<WorkerHandle>()
  const open = new Set<WorkerHandle>()
  const broadcasts = createBroadcasts()

  const purge = (tag: string, from?: WorkerHandle) =>
    broadcasts.send(
      [...open].filter((worker) => worker !== from),
      (broadcastId) => ({ type: 'purge', broadcastId, tag }),
    )

  async function change(id: number, tag: string, from: WorkerHandle): Promise<void> {
    // The write is committed already, so it must not fail because other hosts are unreachable.
    await Promise.all([purge(tag, from), otherHosts?.broadcast(tag).catch(() => {})])
    from.send([{ type: 'done', id }])
  }

  async function measure(id: number, from: WorkerHandle): Promise<void> {
    const metrics = await broadcasts.send([...open], (broadcastId) => ({ type: 'measure', broadcastId }))
    from.send([{ type: 'all-measured', id, metrics }])
  }

  function receive(worker: WorkerHandle, message: FromWorker): void {
    if (message.type === 'open') open.add(worker)
    else if (message.type === 'purged') broadcasts.ack(message.broadcastId, worker)
    else if (message.type === 'measured') broadcasts.ack(message.broadcastId, worker, message.metrics)
    else if (message.type === 'changed') void change(message.id, message.tag, worker)
    else if (message.type === 'measure') void measure(message.id, worker)
  }

  otherHosts?.listen((tag) => void purge(tag))
  return {
    receive(worker: WorkerHandle, messages: FromWorker[]): void {
      const consumed: FromPrimary[] = []
      for (const message of messages) {
        if (message.type === 'lock')
          mutexes.lock(message.name, worker, () => worker.send([{ type: 'locked', id: message.id }]))
        else if (message.type === 'unlock') mutexes.unlock(message.name, worker)
        else if (message.type !== 'consume') receive(worker, message)
        else {
          const wait = buckets.consume(message.name, message.client, message.rule)
          consumed.push({ type: 'consumed', id: message.id, wait })
        }
      }
      if (consumed.length > 0) worker.send(consumed)
    },
    /** Call when a worker has exited. The others purge everything, because it may have died between a write and its purge. */
    remove(worker: WorkerHandle): void {
      open.delete(worker)
      broadcasts.remove(worker)
      void purge('')
      mutexes.release(worker)
    },
  }
}

function createBroadcasts() {
  const broadcasts = new Map<number, Broadcast>()
  let lastId = 0

  function ack(id: number, worker: WorkerHandle, response?: MetricObject[]): void {
    const broadcast = broadcasts.get(id)
    if (!broadcast?.pending.delete(worker)) return
    if (response) broadcast.responses.push(response)
    if (broadcast.pending.size > 0) return
    clearTimeout(broadcast.timeout)
    broadcasts.delete(id)
    broadcast.finish(broadcast.responses)
  }

  return {
    ack,
    /** Resolves with the responses when all workers have acknowledged the message or exited. */
    send(workers: WorkerHandle[], message: (broadcastId: number) => FromPrimary): Promise<MetricObject[][]> {
      if (workers.length === 0) return Promise.resolve([])
      const id = ++lastId
      const pending = new Set(workers)
      return new Promise((finish) => {
        const timeout = setTimeout(() => {
          for (const worker of pending) worker.kill()
        }, ACK_TIMEOUT_MS)
        broadcasts.set(id, { pending, responses: [], finish, timeout })
        for (const worker of workers) worker.send([message(id)])
      })
    },
    /** Does not wait any longer for a worker that has exited. */
    remove(worker: WorkerHandle): void {
      for (const id of [...broadcasts.keys()]) ack(id, worker)
    },
  }
}
