import type { MetricObject } from 'prom-client'
import { type Buckets, createBuckets } from '../http/buckets.ts'
import type { FromPrimary, FromWorker } from './messages.ts'

type Measure = () => Promise<MetricObject[]>

/** The other processes that serve the same site on this machine. */
export type Peers = {
  /** Resolves when no other process shows any more what was made of `what` before; '' for everything. */
  announce(what: string): Promise<void>
  /** Calls `drop` when another process announces. */
  listen(drop: (what: string) => void): void
  /** Counts clients for all processes together. */
  buckets: Buckets
  /** Says how this process is measured. */
  measure(metrics: Measure): void
  /** What every process has measured. */
  measureAll(): Promise<MetricObject[][]>
}

/** A process that serves the site alone. */
export function noPeers(): Peers {
  let own: Measure = async () => []
  return {
    announce: async () => {},
    listen: () => {},
    buckets: createBuckets(),
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

export type WorkerPeers = Peers & {
  say(message: FromWorker): void
  /** Resolves when the database is prepared. */
  begun: Promise<void>
}

/** Reaches the other workers through the primary process. What is said in one turn of the event loop travels together. */
export function createPeers(channel: Channel): WorkerPeers {
  let lastId = 0
  const waiting = new Map<number, (answer: FromPrimary) => void>()
  let measure: Measure = async () => []
  let drop: (what: string) => void = () => {}
  let outbox: FromWorker[] = []
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()

  function say(message: FromWorker): void {
    if (outbox.length === 0) {
      setImmediate(() => {
        const messages = outbox
        outbox = []
        channel.send(messages)
      })
    }
    outbox.push(message)
  }

  function ask(message: (id: number) => FromWorker): Promise<FromPrimary> {
    const id = ++lastId
    return new Promise((resolve) => {
      waiting.set(id, resolve)
      say(message(id))
    })
  }

  async function tellMeasured(round: number): Promise<void> {
    const metrics = await measure().catch(() => [])
    say({ type: 'measured', round, metrics })
  }

  channel.onMessages((messages) => {
    for (const message of messages) {
      if (message.type === 'begin') begin()
      else if (message.type === 'measure') void tellMeasured(message.round)
      else if ('id' in message) {
        waiting.get(message.id)?.(message)
        waiting.delete(message.id)
      } else {
        drop(message.what)
        say({ type: 'dropped', round: message.round })
      }
    }
  })

  return {
    say,
    begun,
    async announce(what) {
      await ask((id) => ({ type: 'changed', id, what }))
    },
    listen(listener) {
      drop = listener
      say({ type: 'open' })
    },
    buckets: {
      async take(name, client, rule) {
        const answer = await ask((id) => ({ type: 'take', id, name, client, rule }))
        return answer.type === 'taken' ? answer.wait : 0
      },
    },
    measure(metrics) {
      measure = metrics
    },
    async measureAll() {
      const answer = await ask((id) => ({ type: 'measure', id }))
      return answer.type === 'all-measured' ? answer.metrics : []
    },
  }
}
