import type { MetricObject } from 'prom-client'
import { createTokenBuckets, type TokenBuckets } from '../http/token-bucket.ts'
import { createLocalExclusive, type Exclusive } from '../mutex.ts'
import type { FromPrimary, FromWorker } from './messages.ts'

type Measure = () => Promise<MetricObject[]>

/** Connects the processes that serve the site. */
export type Bus = {
  /** Purges a cache tag in all other processes; '' for everything. Resolves when they have acknowledged it. */
  broadcast(tag: string): Promise<void>
  /** Calls `purge` for each tag that another process broadcasts. */
  listen(purge: (tag: string) => void): void
  exclusive: Exclusive
  /** Token buckets shared by all processes. */
  buckets: TokenBuckets
  /** Sets the function that returns the metrics of this process, and never rejects. */
  measure(metrics: Measure): void
  /** The metrics of every process. */
  measureAll(): Promise<MetricObject[][]>
}

/** The bus of a single process. */
export function createLocalBus(): Bus {
  let own: Measure = async () => []
  return {
    broadcast: async () => {},
    listen: () => {},
    exclusive: createLocalExclusive(),
    buckets: createTokenBuckets(),
    measure(metrics) {
      own = metrics
    },
    measureAll: async () => [await own()],
  }
}

/** The IPC channel to the primary process. */
export type Channel = {
  send(messages: FromWorker[]): void
  onMessages(receive: (messages: FromPrimary[]) => void): void
}

export type WorkerBus = Bus & {
  send(message: FromWorker): void
  /** Resolves when the database is prepared. */
  prepared: Promise<void>
}

/** Reaches the other workers through the primary process. */
export function createBus(channel: Channel): WorkerBus {
  let lastId = 0
  const waiting = new Map<number, (response: FromPrimary) => void>()
  let measure: Measure = async () => []
  let purge: (tag: string) => void = () => {}
  const { promise: prepared, resolve: begin } = Promise.withResolvers<void>()
  const send = createBatchedSend(channel)

  function request(message: (id: number) => FromWorker): Promise<FromPrimary> {
    const id = ++lastId
    return new Promise((resolve) => {
      waiting.set(id, resolve)
      send(message(id))
    })
  }

  async function sendMeasured(broadcastId: number): Promise<void> {
    send({ type: 'measured', broadcastId, metrics: await measure() })
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
    async exclusive(name, act) {
      await request((id) => ({ type: 'lock', id, name }))
      try {
        return await act()
      } finally {
        send({ type: 'unlock', name })
      }
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

/** Sends the messages of one event loop turn as one batch. */
function createBatchedSend(channel: Channel): (message: FromWorker) => void {
  let batch: FromWorker[] = []
  return (message) => {
    if (batch.length === 0) {
      setImmediate(() => {
        const messages = batch
        batch = []
        channel.send(messages)
      })
    }
    batch.push(message)
  }
}
