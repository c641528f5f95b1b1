import type { MetricObject } from 'prom-client'
import { createTokenBuckets, type TokenBuckets } from '../http/token-bucket.ts'
import type { FromPrimary, FromWorker } from './messages.ts'

type Measure = () => Promise<MetricObject[]>

/** The other processes that serve the same site on this machine. */
export type Bus = {
  /** Resolves when no other process shows any more what was made of `what` before; '' for everything. */
  broadcast(tag: string): Promise<void>
  /** Calls `drop` when another process announces. */
  listen(purge: (tag: string) => void): void
  /** Counts clients for all processes together. */
  buckets: TokenBuckets
  /** Says how this process is measured. */
  measure(metrics: Measure): void
  /** What every process has measured. */
  measureAll(): Promise<MetricObject[][]>
}

/** A process that serves the site alone. */
export function createLocalBus(): Bus {
  let own: Measure = async () => []
  return {
    broadcast: async () => {},
    listen: () => {},
    buckets: createTokenBuckets(),
    measure(metrics) {
      own = metrics
    },
    measureAll: async () => [await own()],
  }
}

/** The part of `process` that talks to the primary process. */
export type Channel = {
  send(messages: FromWorker[]): void
  onMessages(receive: (messages: FromPrimary[]) => void): void
}

export type WorkerBus = Bus & {
  send(message: FromWorker): void
  /** Resolves when the database is prepared. */
  prepared: Promise<void>
}

/** Reaches the other workers through the primary process. Messages of one event loop turn are sent as one batch. */
export function createBus(channel: Channel): WorkerBus {
  let lastId = 0
  const waiting = new Map<number, (response: FromPrimary) => void>()
  let measure: Measure = async () => []
  let purge: (tag: string) => void = () => {}
  let outbox: FromWorker[] = []
  const { promise: prepared, resolve: begin } = Promise.withResolvers<void>()

  function send(message: FromWorker): void {
    if (outbox.length === 0) {
      setImmediate(() => {
        const messages = outbox
        outbox = []
        channel.send(messages)
      })
    }
    outbox.push(message)
  }

  function request(message: (id: number) => FromWorker): Promise<FromPrimary> {
    const id = ++lastId
    return new Promise((resolve) => {
      waiting.set(id, resolve)
      send(message(id))
    })
  }

  async function sendMeasured(broadcastId: number): Promise<void> {
    const metrics = await measure().catch(() => [])
    send({ type: 'measured', broadcastId, metrics })
  }

  channel.onMessages((messages) => {
    for (const message of messages) {
      if (message.type === 'begin') begin()
      else if (message.type === 'measure') void sendMeasured(message.broadcastId)
      else if ('id' in message) {
        waiting.get(message.id)?.(message)
        waiting.delete(message.id)
      } else {
        purge(message.tag)
        send({ type: 'purged', broadcastId: message.broadcastId })
      }
    }
  })

  return {
    send,
    prepared,
    async broadcast(tag) {
      await request((id) => ({ type: 'changed', id, tag }))
    },
    listen(listener) {
      purge = listener
      send({ type: 'open' })
    },
    buckets: {
      async consume(name, client, rule) {
        const response = await request((id) => ({ type: 'consume', id, name, client, rule }))
        return response.type === 'consumed' ? response.wait : 0
      },
    },
    measure(metrics) {
      measure = metrics
    },
    async measureAll() {
      const response = await request((id) => ({ type: 'measure', id }))
      return response.type === 'all-measured' ? response.metrics : []
    },
  }
}
