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

/** How long a worker may take to drop what it keeps, in milliseconds. One that is stuck for longer shows nobody anything old: it is ended. */
const ANSWER_MS = 5000

/**
 * The primary process's half of what worker processes tell each other: a change goes to all of them and is done when
 * each has dropped what it kept; tokens of rate limits are counted here for all.
 */
export function createSwitchboard(beyond?: Beyond) {
  const buckets = createBuckets()
  const open = new Set<Extension>()
  const rounds = new Map<number, { missing: Set<Extension>; finish: () => void; late: NodeJS.Timeout }>()
  let lastRound = 0

  function begin(what: string, from: Extension | undefined, finish: () => void): void {
    const missing = new Set([...open].filter((worker) => worker !== from))
    if (missing.size === 0) {
      finish()
      return
    }
    const round = ++lastRound
    const late = setTimeout(() => {
      for (const worker of missing) worker.kill()
    }, ANSWER_MS)
    rounds.set(round, { missing, finish, late })
    for (const worker of missing) worker.send([{ type: 'drop', round, what }])
  }

  function heard(round: number, worker: Extension): void {
    const open = rounds.get(round)
    if (!open?.missing.delete(worker) || open.missing.size > 0) return
    clearTimeout(open.late)
    rounds.delete(round)
    open.finish()
  }

  /** The write is done already: that other machines cannot be told is no reason to say that it failed. */
  async function change(what: string, from: Extension): Promise<void> {
    await Promise.all([
      new Promise<void>((resolve) => begin(what, from, resolve)),
      beyond?.announce(what).catch(() => {}),
    ])
  }

  beyond?.listen((what) => begin(what, undefined, () => {}))
  return {
    receive(worker: Extension, messages: FromWorker[]): void {
      const answers: FromPrimary[] = []
      for (const message of messages) {
        if (message.type === 'open') open.add(worker)
        else if (message.type === 'dropped') heard(message.round, worker)
        else if (message.type === 'changed') {
          void change(message.what, worker).then(() => worker.send([{ type: 'done', id: message.id }]))
        } else if (message.type === 'take') {
          const wait = buckets.take(message.name, message.client, message.rule)
          answers.push({ type: 'taken', id: message.id, wait })
        }
      }
      if (answers.length > 0) worker.send(answers)
    },
    /** A worker has ended. It may have changed something and died before it could say so: the others forget all they keep. */
    remove(worker: Extension): void {
      open.delete(worker)
      for (const round of [...rounds.keys()]) heard(round, worker)
      begin('', undefined, () => {})
    },
  }
}
