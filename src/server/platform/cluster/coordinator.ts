import type { MetricObject } from 'prom-client'
import { createTokenBuckets } from '../http/token-bucket.ts'
import type { FromPrimary, FromWorker } from './messages.ts'

/** A worker as the coordinator sees it. */
export type WorkerHandle = {
  send(messages: FromPrimary[]): void
  /** Ends a worker that does not answer. */
  kill(): void
}

/** The other machines that serve the site. */
export type OtherHosts = {
  broadcast(tag: string): Promise<void>
  listen(purge: (tag: string) => void): void
}

/** A message to several workers that is waiting for their acknowledgements. */
type Broadcast = {
  pending: Set<WorkerHandle>
  responses: MetricObject[][]
  finish(responses: MetricObject[][]): void
  timeout: NodeJS.Timeout
}

/** How long a worker may take to drop what it keeps, in milliseconds. One that is stuck for longer is ended, and shows nobody anything old. */
const ACK_TIMEOUT_MS = 5000

/**
 * The primary process's half of the bus: a purge is broadcast to all workers and done when each has acknowledged it;
 * token buckets and metrics of all workers are held here.
 */
export function createCoordinator(otherHosts?: OtherHosts) {
  const buckets = createTokenBuckets()
  const open = new Set<WorkerHandle>()
  const broadcasts = new Map<number, Broadcast>()
  let lastBroadcast = 0

  /** Asks workers and resolves with what they answered when each has. */
  function broadcastTo(
    workers: WorkerHandle[],
    message: (broadcastId: number) => FromPrimary,
  ): Promise<MetricObject[][]> {
    if (workers.length === 0) return Promise.resolve([])
    const id = ++lastBroadcast
    const pending = new Set(workers)
    return new Promise((finish) => {
      const timeout = setTimeout(() => {
        for (const worker of pending) worker.kill()
      }, ACK_TIMEOUT_MS)
      broadcasts.set(id, { pending, responses: [], finish, timeout })
      for (const worker of workers) worker.send([message(id)])
    })
  }

  function ack(id: number, worker: WorkerHandle, response?: MetricObject[]): void {
    const broadcastId = broadcasts.get(id)
    if (!broadcastId?.pending.delete(worker)) return
    if (response) broadcastId.responses.push(response)
    if (broadcastId.pending.size > 0) return
    clearTimeout(broadcastId.timeout)
    broadcasts.delete(id)
    broadcastId.finish(broadcastId.responses)
  }

  const purge = (tag: string, from?: WorkerHandle) =>
    broadcastTo(
      [...open].filter((worker) => worker !== from),
      (broadcastId) => ({ type: 'purge', broadcastId, tag }),
    )

  async function change(id: number, tag: string, from: WorkerHandle): Promise<void> {
    // The write is done already: that other machines cannot be told is no reason to say that it failed.
    await Promise.all([purge(tag, from), otherHosts?.broadcast(tag).catch(() => {})])
    from.send([{ type: 'done', id }])
  }

  async function measure(id: number, from: WorkerHandle): Promise<void> {
    const metrics = await broadcastTo([...open], (broadcastId) => ({ type: 'measure', broadcastId }))
    from.send([{ type: 'all-measured', id, metrics }])
  }

  function receive(worker: WorkerHandle, message: FromWorker): void {
    if (message.type === 'open') open.add(worker)
    else if (message.type === 'purged') ack(message.broadcastId, worker)
    else if (message.type === 'measured') ack(message.broadcastId, worker, message.metrics)
    else if (message.type === 'changed') void change(message.id, message.tag, worker)
    else if (message.type === 'measure') void measure(message.id, worker)
  }

  otherHosts?.listen((tag) => void purge(tag))
  return {
    receive(worker: WorkerHandle, messages: FromWorker[]): void {
      const consumed: FromPrimary[] = []
      for (const message of messages) {
        if (message.type !== 'consume') receive(worker, message)
        else {
          const wait = buckets.consume(message.name, message.client, message.rule)
          consumed.push({ type: 'consumed', id: message.id, wait })
        }
      }
      if (consumed.length > 0) worker.send(consumed)
    },
    /** A worker has ended. It may have changed something and died before it could say so: the others forget all they keep. */
    remove(worker: WorkerHandle): void {
      open.delete(worker)
      for (const id of [...broadcasts.keys()]) ack(id, worker)
      void purge('')
    },
  }
}
