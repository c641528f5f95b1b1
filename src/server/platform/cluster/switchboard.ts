import type { MetricObject } from 'prom-client'
import { createBuckets } from '../http/buckets.ts'
import type { FromPrimary, FromWorker } from './messages.ts'

/** A worker as the switchboard sees it. */
export type Extension = {
  send(messages: FromPrimary[]): void
  /** Ends a worker that does not answer. */
  kill(): void
}

/** The other machines that serve the site. */
export type Beyond = {
  announce(what: string): Promise<void>
  listen(drop: (what: string) => void): void
}

/** A question to several workers. */
type Round = {
  missing: Set<Extension>
  heard: MetricObject[][]
  finish(heard: MetricObject[][]): void
  late: NodeJS.Timeout
}

/** How long a worker may take to drop what it keeps, in milliseconds. One that is stuck for longer is ended, and shows nobody anything old. */
const ANSWER_MS = 5000

/**
 * The primary process's half of what worker processes tell each other: a change goes to all of them and is done when
 * each has dropped what it kept; tokens of rate limits are counted and measurements are gathered here for all.
 */
export function createSwitchboard(beyond?: Beyond) {
  const buckets = createBuckets()
  const open = new Set<Extension>()
  const rounds = new Map<number, Round>()
  let lastRound = 0

  /** Asks workers and resolves with what they answered when each has. */
  function askAll(workers: Extension[], message: (round: number) => FromPrimary): Promise<MetricObject[][]> {
    if (workers.length === 0) return Promise.resolve([])
    const id = ++lastRound
    const missing = new Set(workers)
    return new Promise((finish) => {
      const late = setTimeout(() => {
        for (const worker of missing) worker.kill()
      }, ANSWER_MS)
      rounds.set(id, { missing, heard: [], finish, late })
      for (const worker of workers) worker.send([message(id)])
    })
  }

  function hear(id: number, worker: Extension, answer?: MetricObject[]): void {
    const round = rounds.get(id)
    if (!round?.missing.delete(worker)) return
    if (answer) round.heard.push(answer)
    if (round.missing.size > 0) return
    clearTimeout(round.late)
    rounds.delete(id)
    round.finish(round.heard)
  }

  const drop = (what: string, from?: Extension) =>
    askAll(
      [...open].filter((worker) => worker !== from),
      (round) => ({ type: 'drop', round, what }),
    )

  async function change(id: number, what: string, from: Extension): Promise<void> {
    // The write is done already: that other machines cannot be told is no reason to say that it failed.
    await Promise.all([drop(what, from), beyond?.announce(what).catch(() => {})])
    from.send([{ type: 'done', id }])
  }

  async function measure(id: number, from: Extension): Promise<void> {
    const metrics = await askAll([...open], (round) => ({ type: 'measure', round }))
    from.send([{ type: 'all-measured', id, metrics }])
  }

  function receive(worker: Extension, message: FromWorker): void {
    if (message.type === 'open') open.add(worker)
    else if (message.type === 'dropped') hear(message.round, worker)
    else if (message.type === 'measured') hear(message.round, worker, message.metrics)
    else if (message.type === 'changed') void change(message.id, message.what, worker)
    else if (message.type === 'measure') void measure(message.id, worker)
  }

  beyond?.listen((what) => void drop(what))
  return {
    receive(worker: Extension, messages: FromWorker[]): void {
      const taken: FromPrimary[] = []
      for (const message of messages) {
        if (message.type !== 'take') receive(worker, message)
        else {
          const wait = buckets.take(message.name, message.client, message.rule)
          taken.push({ type: 'taken', id: message.id, wait })
        }
      }
      if (taken.length > 0) worker.send(taken)
    },
    /** A worker has ended. It may have changed something and died before it could say so: the others forget all they keep. */
    remove(worker: Extension): void {
      open.delete(worker)
      for (const id of [...rounds.keys()]) hear(id, worker)
      void drop('')
    },
  }
}
