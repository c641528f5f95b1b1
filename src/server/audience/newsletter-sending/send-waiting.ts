import type { Logger } from 'pino'
import { runTransaction } from '../../platform/db/retries.ts'
import type { Db } from '../../platform/db/schema.ts'
import { describeFault, isTemporary, type ServerFault } from '../mail/server-fault.ts'
import { endFault, holdServer, readServerHealth, repeatTrial, serverKeyOf } from '../mail/server-health.repo.ts'
import { createAttemptQueue } from './attempt-queue.ts'
import type { CircuitBreaker, Rejection } from './circuit-breaker.ts'
import { endDelay, noteDelay } from './delays.repo.ts'
import { isStale, leaseAttempts, releaseAttempts } from './lease-attempts.ts'
import { countLatestAttempts } from './limits.repo.ts'
import { createMessageComposers } from './message-composers.ts'
import { readNewsletterLimits } from './newsletter-limits.repo.ts'
import type { MessageIdOf } from './newsletter-message.ts'
import type { NewsletterServer } from './open-server.ts'
import type { Pace } from './pace.ts'
import { uncountDeferrals } from './recipients.repo.ts'
import { revertRejections } from './rejections.repo.ts'
import { type BatchEvents, type BatchOptions, sendBatch } from './send-batch.ts'
import { finishNewsletters, hasOpenNewsletters, pauseAll, pauseOne } from './sending.repo.ts'
import { ServerRefusal } from './server-refusal.ts'
import type { TemporaryFaults } from './temporary-faults.ts'
import type { Timers } from './timers.ts'
import type { WriteQueue } from './write-queue.ts'

/** The state of a sender, and what it was given. */
export type Sender = {
  db: Db
  origin: string
  messageIdOf: MessageIdOf
  clock: () => Date
  log: Logger
  /** Whether an error says nothing about a newsletter. */
  isOutage: (error: unknown) => boolean
  /** The mail server and the sender of the site; undefined without one. Throws a `ServerRefusal` if something else is missing. */
  findServer: () => Promise<NewsletterServer | undefined>
  /** Composes an automatic newsletter again, of which the sender has an older mail. */
  recompose: (newsletterId: number) => Promise<void>
  connections: number
  timeouts: BatchOptions['timeouts']
  renewMs: number
  /** Pauses after the mail server could not be reached, in milliseconds. */
  backoff: { least: number; most: number }
  timers: Timers
  /** After how many milliseconds changed settings of the mail server and changed texts are used. */
  refreshMs: number
  signal: AbortSignal
  writes: WriteQueue
  breaker: CircuitBreaker
  temporaryFaults: TemporaryFaults
  pace: Pace
  /** Rejections by a server at fault, until they are reverted: the database may fail just then. */
  unreverted: { rejections: Rejection[]; message: string }[]
  /** Batches in a row that ended because the mail server could not be reached. */
  failures: number
  /** When the next batch may begin, by `performance.now()`. */
  resumeAt: number
}

/** Attempts in a minute from which a pace is learned. */
const PACE_ATTEMPTS = 20
const WITHOUT_SERVER = 'It is sent once the mail server is set up under Settings, Mail.'

/** Sends until nothing is left that may be sent now. */
export async function sendWaiting(sender: Sender): Promise<void> {
  const { db, clock } = sender
  await revertDrained(sender)
  if (performance.now() < sender.resumeAt) return
  // Most polls find nothing to send.
  if (!(await hasOpenNewsletters(db))) return
  const findServer = keepFor(sender.refreshMs, sender.findServer)
  try {
    const server = await findServer()
    if (server) while (await sendThrough(sender, findServer, serverKeyOf(server.smtp)));
    else return await noteDelay(db, WITHOUT_SERVER)
  } catch (error) {
    await handleRefusal(sender, error)
  }
  await finishNewsletters(db, clock().toISOString())
}

/** Resolves to whether more can be sent at once: the mail server is well again, or the trial said nothing about it. */
async function sendThrough(sender: Sender, findServer: Sender['findServer'], server: string): Promise<boolean> {
  const { clock, signal, timers } = sender
  const queue = createAttemptQueue({
    lease: () => leaseAttempts(sender, server),
    release: (attempts) => releaseAttempts(sender, attempts),
    isStale: (attempt) => isStale(attempt, clock()),
    sleep: timers.sleep,
    signal,
  })
  const found = { isRecovered: false, isUndecided: false }
  try {
    await sendBatch({
      findServer,
      connections: sender.connections,
      timeouts: sender.timeouts,
      queue,
      composers: createMessageComposers(sender),
      writes: sender.writes,
      renewMs: sender.renewMs,
      breaker: sender.breaker,
      temporaryFaults: sender.temporaryFaults,
      pace: sender.pace,
      sleep: timers.sleep,
      clock,
      signal,
      ...batchEvents(sender, server, found),
    })
    sender.failures = 0
  } catch (error) {
    await handleRefusal(sender, error)
    await recordRefusal(sender, server, error)
  } finally {
    await queue.close()
  }
  const isWell = await recordHealth(sender, server)
  return ((found.isRecovered && isWell) || found.isUndecided) && !signal.aborted
}

/** Records what the connections of a batch notice of the mail server; `found` tells it to the caller. */
function batchEvents(
  sender: Sender,
  server: string,
  found: { isRecovered: boolean; isUndecided: boolean },
): BatchEvents {
  const { db, clock } = sender
  return {
    async onOpen() {
      await endFault(db, server, clock(), ['unreachable', 'wrong-account'])
      if ((await readServerHealth(db, server, clock())).fault === null) await endDelay(db)
    },
    async onRecovery() {
      await endFault(db, server, clock())
      found.isRecovered = true
    },
    onFault: (fault) => hold(sender, server, fault),
    async onUndecided() {
      await repeatTrial(db, server, clock())
      found.isUndecided = true
    },
    async onTooLarge(newsletterId, reply) {
      await pauseOne(db, newsletterId, `The mail is too large for the mail server: ${reply}`, clock().toISOString())
    },
    onFinalRefusal: ({ message }) => pauseAll(db, message, clock().toISOString()),
  }
}

/** Shows the owner the health of the mail server after a batch. Resolves to whether it has no fault. */
async function recordHealth({ db, clock, temporaryFaults, failures }: Sender, server: string): Promise<boolean> {
  const { fault, access } = await readServerHealth(db, server, clock())
  const nextAt = fault && access === 'held' ? fault.nextTryAt : clock().toISOString()
  await uncountDeferrals(db, temporaryFaults.drain(), nextAt)
  if (fault === null && failures === 0) await endDelay(db)
  else if (fault && isTemporary(fault))
    await noteDelay(
      db,
      `${describeFault(fault.state)} It is tried again by itself. The mail server said: ${fault.reply}`,
    )
  return fault === null
}

async function hold({ db, clock, log }: Sender, server: string, fault: ServerFault): Promise<void> {
  const now = clock()
  log.warn({ state: fault.state, reply: fault.reply }, 'the mail server takes nothing for now')
  if (fault.state !== 'busy') return holdServer(db, server, fault, now)
  const [{ perSecond }, limits] = [await readServerHealth(db, server, now), await readNewsletterLimits(db)]
  const made = await countLatestAttempts(db, now.getTime())
  // A few messages say nothing about a pace.
  const paces = [perSecond, limits.perSecond, made < PACE_ATTEMPTS ? null : made / 60].filter((pace) => pace !== null)
  await holdServer(db, server, { ...fault, ...(paces.length > 0 && { perSecond: Math.min(...paces) }) }, now)
}

async function recordRefusal({ db, clock }: Sender, server: string, error: unknown): Promise<void> {
  if (!(error instanceof ServerRefusal)) return
  const { fault } = await readServerHealth(db, server, clock())
  if (error.isFinal || !fault) await holdServer(db, server, { state: error.state, reply: error.message }, clock())
}

/** Throws every other error. */
async function handleRefusal(sender: Sender, error: unknown): Promise<void> {
  if (!(error instanceof ServerRefusal)) throw error
  const { db, log, breaker, backoff } = sender
  const { message, isFinal } = error
  log.warn({ reason: message }, 'newsletters cannot be sent now')
  if (isFinal) {
    const rejections = breaker.drain()
    if (rejections.length > 0) sender.unreverted.push({ rejections, message })
    return revertDrained(sender)
  }
  sender.resumeAt = performance.now() + Math.min(backoff.most, backoff.least * 2 ** sender.failures)
  sender.failures += 1
  await noteDelay(db, `It is tried again by itself. ${message}`)
}

async function revertDrained({ db, clock, unreverted }: Sender): Promise<void> {
  for (let [next] = unreverted; next; [next] = unreverted) {
    const { rejections, message } = next
    const now = clock().toISOString()
    await runTransaction(db, (transaction) => revertRejections(transaction, rejections, message, now), {
      isIdempotent: true,
    })
    unreverted.shift()
  }
}

/** Reads a value again once it is older. */
function keepFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Promise<Value>; at: number } | undefined
  return () => {
    if (!kept || performance.now() - kept.at >= ms) kept = { value: read(), at: performance.now() }
    return kept.value
  }
}
