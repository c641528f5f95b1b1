import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { createCoordinator, type OtherHosts, type WorkerHandle } from './coordinator.ts'
import type { FromWorker } from './messages.ts'

export type Supervision = {
  /** The program that each worker process runs. */
  entry: string
  /** How many worker processes. */
  count: number
  log: Logger
  /** What has to be done once before any worker opens the database. */
  prepare(): Promise<void>
  /** The other machines that serve the site from the same database. */
  otherHosts: OtherHosts | undefined
  /** Called with the first worker that listens. */
  onListening(): void
}

/** In milliseconds. */
const SECOND = 1000
/** A worker that lived for less is started again only after a pause, which doubles up to the longest. */
const SHORT_LIFE = 5 * SECOND
const PAUSE = { first: SECOND / 4, longest: 10 * SECOND }
/** Less than the ten seconds that whoever stops the site waits. */
const STOPPING = 9 * SECOND

/**
 * Runs the site in several worker processes that share its port, replaces one that dies, and ends them all on SIGTERM
 * and SIGINT. Resolves when all have ended, with the sentence of a first start that failed.
 */
export async function supervise({
  entry,
  count,
  log,
  prepare,
  otherHosts,
  onListening,
}: Supervision): Promise<string | undefined> {
  cluster.setupPrimary({ exec: entry, args: [] })
  // Workers take connections from one queue. Handed out by the primary process, those that are on their way to a worker
  // that dies would hang for good.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const coordinator = createCoordinator(otherHosts)
  const workers = new Set<Worker>()
  let isStopping = false
  let hasListened = false
  let failure: string | undefined
  let pause = PAUSE.first
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()

  const stop = () => {
    if (isStopping) return
    isStopping = true
    for (const worker of workers) worker.process.kill('SIGTERM')
    setTimeout(() => {
      for (const worker of workers) worker.process.kill('SIGKILL')
    }, STOPPING).unref()
    if (workers.size === 0) end()
  }

  function start(ready: Promise<void>): void {
    const worker = cluster.fork()
    const startedAt = performance.now()
    workers.add(worker)
    const handle: WorkerHandle = {
      send(messages) {
        if (worker.isConnected()) worker.send(messages)
      },
      kill: () => worker.process.kill('SIGKILL'),
    }
    // The worker loads its modules meanwhile.
    ready.then(
      () => handle.send([{ type: 'begin' }]),
      () => {},
    )
    worker.on('message', (messages: FromWorker[]) => {
      coordinator.receive(handle, messages)
      for (const message of messages) {
        if (message.type === 'failed') failure = message.reason
        if (message.type !== 'listening') continue
        if (hasListened) continue
        hasListened = true
        onListening()
        // Only now the others: all at once they would keep each other from the first answer.
        for (let i = 1; i < count; i++) start(Promise.resolve())
      }
    })
    worker.on('exit', (code, signal) => {
      workers.delete(worker)
      coordinator.remove(handle)
      if (!isStopping && !hasListened && failure) stop()
      if (isStopping) {
        if (workers.size === 0) end()
        return
      }
      log.error({ code, signal, pid: worker.process.pid }, 'a worker process ended and is replaced')
      const isBrief = performance.now() - startedAt < SHORT_LIFE
      setTimeout(() => isStopping || start(Promise.resolve()), isBrief ? pause : 0)
      pause = isBrief ? Math.min(pause * 2, PAUSE.longest) : PAUSE.first
    })
  }

  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const prepared = prepare()
  start(prepared)
  try {
    await prepared
  } catch (error) {
    stop()
    await ended
    throw error
  }
  await ended
  return hasListened ? undefined : failure
}
