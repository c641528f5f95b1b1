import { heldSentence } from '../../platform/db/write-hold.ts'
import { MINUTE_MS, SECOND_MS } from '../../platform/durations.ts'
import { createWakeLoop } from '../../platform/wake-loop.ts'
import { within } from '../../platform/within.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { leaseTimes } from './lease-attempts.ts'
import { type MaintenanceOptions, maintainNewsletters } from './maintain-newsletters.ts'
import { createPace } from './pace.ts'
import { type Sender, sendWaiting } from './send-waiting.ts'
import { createTemporaryFaults } from './temporary-faults.ts'
import { realTimers } from './timers.ts'
import { createWriteQueue } from './write-queue.ts'

export type NewsletterSenderOptions = MaintenanceOptions &
  Pick<Sender, 'origin' | 'messageIdOf' | 'findServer'> &
  Partial<Pick<Sender, 'recompose' | 'connections' | 'timeouts' | 'renewMs' | 'backoff' | 'timers' | 'refreshMs'>>

export type NewsletterSender = {
  /** Begins what is due and sends until nothing is left that may be sent now. */
  sendDue(): Promise<void>
  wake(): void
  /** Starts polling. */
  open(): void
  close(): Promise<void>
}

const POLL_MS = 5000
const CLOSING_MS = 10_000
const BACKOFF_MS = { least: 5 * SECOND_MS, most: 15 * MINUTE_MS }

/** Sends newsletters; any number of processes may run one. */
export function createNewsletterSender(options: NewsletterSenderOptions): NewsletterSender {
  const { db, clock, log, timers = realTimers } = options
  const closing = new AbortController()
  const { signal } = closing
  const sender: Sender = {
    db,
    origin: options.origin,
    messageIdOf: options.messageIdOf,
    clock,
    log,
    isOutage: options.isOutage,
    findServer: options.findServer,
    recompose: options.recompose ?? (async () => {}),
    connections: options.connections ?? 5,
    timeouts: options.timeouts,
    renewMs: options.renewMs ?? MINUTE_MS,
    backoff: options.backoff ?? BACKOFF_MS,
    timers,
    refreshMs: options.refreshMs ?? POLL_MS,
    signal,
    writes: createWriteQueue(db, () => leaseTimes(clock())),
    breaker: createCircuitBreaker(),
    temporaryFaults: createTemporaryFaults(),
    pace: createPace(timers),
    unreverted: [],
    failures: 0,
    resumeAt: 0,
  }
  const maintenance = { ...options, failures: new Map<number, number>() }
  const onError = (error: unknown) => {
    if (!signal.aborted && heldSentence(error) === undefined) log.error({ err: error }, 'newsletters could not be sent')
  }
  const sending = createWakeLoop({ work: () => sendWaiting(sender), pollMs: POLL_MS, onError })
  // A loop of its own, so that what is due begins while a large newsletter is being sent.
  const maintaining = createWakeLoop({
    async work() {
      if ((await maintainNewsletters(maintenance)) > 0) sending.wake()
    },
    pollMs: POLL_MS,
    onError,
  })
  const loops = [maintaining, sending]
  return {
    async sendDue() {
      await maintainNewsletters(maintenance)
      await sendWaiting(sender)
    },
    wake() {
      for (const loop of loops) loop.wake()
    },
    open() {
      for (const loop of loops) loop.open()
    },
    async close() {
      closing.abort()
      await within(CLOSING_MS, Promise.all(loops.map((loop) => loop.close())), () => [])
    },
  }
}
