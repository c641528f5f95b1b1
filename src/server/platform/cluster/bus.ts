import type { MetricObject } from 'prom-client'
import type { Purge } from '../db/purge-notices.ts'
import { createTokenBuckets, type TokenBuckets } from '../http/token-bucket.ts'
import { createLocalExclusive, type Exclusive } from '../mutex.ts'
import type { FromPrimary, FromWorker } from './messages.ts'

type Measure = () => Promise<MetricObject[]>

/** Connects the processes that serve the site. */
export type Bus = {
  /** Purges in all other processes of this host. Resolves when they have acknowledged it. */
  broadcast(purge: Purge): Promise<void>
  /** Calls `purge` for each purge that another process or host broadcasts. */
  listen(purge: (purge: Purge) => void): void
  /** Calls `onSync` now and when it changes: whether purges of other hosts are known to arrive. */
  onSync(onSync: (isInSync: boolean) => void): void
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
    onSync: (onSync) => onSync(true),
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
  let purge: (purge: Purge) => void = () => {}
  let onSync: (isInSync: boolean) => void = () => {}
  // Until the primary process says otherwise.
  let isInSync = false
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
      else if (message.type === 'ping') send({ type: 'pong' })
      else if (message.type === 'measure') void sendMeasured(message.broadcastId)
      else if (message.type === 'sync') {
        isInSync = message.isInSync
        onSync(isInSync)
      } else if ('id' in message) {
        waiting.get(message.id)?.(message)
        waiting.delete(message.id)
      } else {
        purge(message.purge)
        send({ type: 'purged', broadcastId: message.broadcastId })
      }
    }
  })

  return {
    send,
    prepared,
    async broadcast(purge) {
      await request((id) => ({ type: 'changed', id, purge }))
    },
    listen(listener) {
      purge = listener
      send({ type: 'open' })
    },
    onSync(listener) {
      onSync = listener
      listener(isInSync)
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
