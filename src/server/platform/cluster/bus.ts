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

type State = {
  send(message: FromWorker): void
  lastId: number
  /** Requests that wait for the response of the primary process. */
  waiting: Map<number, (response: FromPrimary) => void>
  begin(): void
  measure: Measure
  purge(purge: Purge): void
  onSync(isInSync: boolean): void
  isInSync: boolean
}

/** Reaches the other workers through the primary process. */
export function createBus(channel: Channel): WorkerBus {
  const { promise: prepared, resolve: begin } = Promise.withResolvers<void>()
  const state: State = {
    send: createBatchedSend(channel),
    lastId: 0,
    waiting: new Map(),
    begin,
    measure: async () => [],
    purge() {},
    onSync() {},
    // Until the primary process says otherwise.
    isInSync: false,
  }
  channel.onMessages((messages) => {
    for (const message of messages) receive(state, message)
  })
  return {
    send: state.send,
    prepared,
    async broadcast(purge) {
      await request(state, (id) => ({ type: 'changed', id, purge }))
    },
    listen(listener) {
      state.purge = listener
      state.send({ type: 'open' })
    },
    onSync(listener) {
      state.onSync = listener
      listener(state.isInSync)
    },
    async exclusive(name, act) {
      await request(state, (id) => ({ type: 'lock', id, name }))
      try {
        return await act()
      } finally {
        state.send({ type: 'unlock', name })
      }
    },
    buckets: {
      async consume(name, client, rule) {
        const response = await request(state, (id) => ({ type: 'consume', id, name, client, rule }))
        return response.type === 'consumed' ? response.wait : 0
      },
    },
    measure(metrics) {
      state.measure = metrics
    },
    async measureAll() {
      const response = await request(state, (id) => ({ type: 'measure', id }))
      return response.type === 'all-measured' ? response.metrics : []
    },
  }
}

function request(state: State, message: (id: number) => FromWorker): Promise<FromPrimary> {
  const id = ++state.lastId
  return new Promise((resolve) => {
    state.waiting.set(id, resolve)
    state.send(message(id))
  })
}

function receive(state: State, message: FromPrimary): void {
  if (message.type === 'begin') state.begin()
  else if (message.type === 'ping') state.send({ type: 'pong' })
  else if (message.type === 'measure') void sendMeasured(state, message.broadcastId)
  else if (message.type === 'sync') {
    state.isInSync = message.isInSync
    state.onSync(message.isInSync)
  } else if ('id' in message) {
    state.waiting.get(message.id)?.(message)
    state.waiting.delete(message.id)
  } else {
    state.purge(message.purge)
    state.send({ type: 'purged', broadcastId: message.broadcastId })
  }
}

async function sendMeasured({ measure, send }: State, broadcastId: number): Promise<void> {
  send({ type: 'measured', broadcastId, metrics: await measure() })
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
