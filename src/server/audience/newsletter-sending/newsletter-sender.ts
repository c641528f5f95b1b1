import { randomUUID } from 'node:crypto'
import { runTransaction } from '../../platform/db/retries.ts'
import { heldSentence } from '../../platform/db/write-hold.ts'
import { describeFault, isTemporary, type ServerFault } from '../mail/server-fault.ts'
import {
  beginTrial,
  endFault,
  holdServer,
  readServerHealth,
  repeatTrial,
  serverKeyOf,
} from '../mail/server-health.repo.ts'
import { createCircuitBreaker, type Rejection } from './circuit-breaker.ts'
import { endDelay, noteDelay } from './delays.repo.ts'
import { leaseRecipients, releaseRecipients } from './leases.repo.ts'
import { addAttempts, countLatestAttempts, lockAttempts, readPermits, refundAttempts } from './limits.repo.ts'
import { createMessageComposers } from './message-composers.ts'
import { readNewsletterLimits } from './newsletter-limits.repo.ts'
import type { MessageIdOf } from './newsletter-message.ts'
import type { NewsletterServer } from './open-server.ts'
import { createPace } from './pace.ts'
import { uncountDeferrals } from './recipients.repo.ts'
import { takeBackRejections } from './rejections.repo.ts'
import { type BatchOptions, sendBatch, type Turn } from './send-batch.ts'
import { finishNewsletters, hasOpenNewsletters, pauseAll, pauseOne } from './sending.repo.ts'
import { ServerRefusal } from './server-refusal.ts'
import { spreadNewsletters } from './spread-newsletters.repo.ts'
import { createTemporaryFaults } from './temporary-faults.ts'
import { createTending, type TendOptions } from './tend-newsletters.ts'
import { realTimers, type Timers } from './timers.ts'
import { createTurns } from './turns.ts'
import { createWakeLoop } from './wake-loop.ts'
import { createWriteQueue } from './write-queue.ts'

export type NewsletterSenderOptions = TendOptions & {
  origin: string
  messageIdOf: MessageIdOf
  /** The mail server and the sender of the site; undefined without one. Throws a `ServerRefusal` if something else is missing. */
  findServer: () => Promise<NewsletterServer | undefined>
  /** Composes an automatic newsletter again, of which the sender has an older mail. */
  recompose?: (newsletterId: number) => Promise<void>
  connections?: number
  timeouts?: BatchOptions['timeouts']
  renewMs?: number
  /** Pauses after the mail server could not be reached, in milliseconds. */
  backoff?: { least: number; most: number }
  timers?: Timers
  /** After how many milliseconds changed settings of the mail server and changed texts are used. */
  refreshMs?: number
}

export type NewsletterSender = {
  /** Begins what is due and sends until nothing is left that may be sent now. */
  sendDue(): Promise<void>
  wake(): void
  /** Starts polling. */
  open(): void
  close(): Promise<void>
}

/** In milliseconds. */
const POLL = 5000
const CLOSING = 10_000
const SECOND = 1000
const MINUTE = 60 * SECOND
/** Longer than a message waits for its turn; renewed every minute while it is handed over. */
const LEASE = 3 * MINUTE
/** For how long an attempt may be made after the beginning of the minute in which it was counted: that minute, and a wait for the pace. */
const COUNTED_FOR = MINUTE + 5 * SECOND
/** Attempts in a minute from which a pace is learned. */
const PACE_ATTEMPTS = 20
/** Recipients that are leased at once. */
const BATCH = 100
const WITHOUT_SERVER = 'It is sent once the mail server is set up under Settings, Mail.'
const BACKOFF = { least: 5 * SECOND, most: 15 * MINUTE }

/** Sends newsletters; any number of processes may run one. */
export function createNewsletterSender(options: NewsletterSenderOptions): NewsletterSender {
  const {
    db,
    origin,
    messageIdOf,
    clock,
    log,
    isOutage,
    recompose = async () => {},
    connections = 5,
    timeouts,
    renewMs = MINUTE,
    backoff = BACKOFF,
    timers = realTimers,
    refreshMs = POLL,
  } = options
  const closing = new AbortController()
  const { signal } = closing
  const timesNow = () => {
    const now = clock()
    return { now: now.toISOString(), until: new Date(now.getTime() + LEASE).toISOString() }
  }
  const writes = createWriteQueue(db, timesNow)
  const breaker = createCircuitBreaker()
  const temporaryFaults = createTemporaryFaults()
  const pace = createPace(timers)
  /** Rejections by a server at fault, until they are taken back: the database may fail just then. */
  const untaken: { rejections: Rejection[]; message: string }[] = []
  let failures = 0
  let resumeAt = 0

  async function sendLeased(): Promise<void> {
    await takeBackDrained()
    if (performance.now() < resumeAt) return
    const findServer = keepFor(refreshMs, options.findServer)
    try {
      const server = await findServer()
      if (server) while (await sendThrough(findServer, serverKeyOf(server.smtp)));
      // Most polls of a site without mail have nothing to write.
      else if (await hasOpenNewsletters(db)) return await noteDelay(db, WITHOUT_SERVER)
    } catch (error) {
      await handleRefusal(error)
    }
    await finishNewsletters(db, clock().toISOString())
  }

  /** Resolves to whether more can be sent at once: the mail server is well again, or the trial said nothing about it. */
  async function sendThrough(findServer: NewsletterSenderOptions['findServer'], server: string): Promise<boolean> {
    const composing = { db, origin, messageIdOf, clock, log, isOutage }
    const turns = createTurns({
      lease: () => leaseTurns(server),
      release: releaseTurns,
      isOld,
      sleep: timers.sleep,
      signal,
    })
    let isRecovered = false
    let isUndecided = false
    const composers = createMessageComposers({ ...composing, refreshMs, recompose })
    try {
      const { take, giveBack, renew } = turns
      const shared = {
        findServer,
        connections,
        timeouts,
        renewMs,
        composers,
        writes,
        breaker,
        pace,
        sleep: timers.sleep,
        clock,
        signal,
      }
      await sendBatch({
        ...{ ...shared, temporaryFaults, take, giveBack, renew, onFinalRefusal },
        async onOpen() {
          await endFault(db, server, clock(), ['unreachable', 'wrong-account'])
          if ((await readServerHealth(db, server, clock())).fault === null) await endDelay(db)
        },
        async onRecovery() {
          await endFault(db, server, clock())
          isRecovered = true
        },
        onFault: (fault) => hold(server, fault),
        async onUndecided() {
          await repeatTrial(db, server, clock())
          isUndecided = true
        },
        async onTooLarge(newsletterId, reply) {
          await pauseOne(db, newsletterId, `The mail is too large for the mail server: ${reply}`, clock().toISOString())
        },
      })
      failures = 0
    } catch (error) {
      await handleRefusal(error)
      await recordRefusal(server, error)
    } finally {
      await turns.close()
    }
    const { fault, access } = await readServerHealth(db, server, clock())
    await uncountDeferrals(db, temporaryFaults.drain(), access === 'held' ? fault!.nextTryAt : clock().toISOString())
    if (fault === null && failures === 0) await endDelay(db)
    else if (fault && isTemporary(fault))
      await noteDelay(
        db,
        `${describeFault(fault.state)} It is tried again by itself. The mail server said: ${fault.reply}`,
      )
    return ((isRecovered && fault === null) || isUndecided) && !signal.aborted
  }

  async function hold(server: string, fault: ServerFault): Promise<void> {
    const now = clock()
    log.warn({ state: fault.state, reply: fault.reply }, 'the mail server takes nothing for now')
    if (fault.state !== 'busy') return holdServer(db, server, fault, now)
    const [{ perSecond }, limits] = [await readServerHealth(db, server, now), await readNewsletterLimits(db)]
    const made = await countLatestAttempts(db, now.getTime())
    // A few messages say nothing about a pace.
    const paces = [perSecond, limits.perSecond, made < PACE_ATTEMPTS ? null : made / 60].filter((pace) => pace !== null)
    await holdServer(db, server, { ...fault, ...(paces.length > 0 && { perSecond: Math.min(...paces) }) }, now)
  }

  async function recordRefusal(server: string, error: unknown): Promise<void> {
    if (!(error instanceof ServerRefusal)) return
    const { fault } = await readServerHealth(db, server, clock())
    if (error.isFinal || !fault) await holdServer(db, server, { state: error.state, reply: error.message }, clock())
  }

  function onFinalRefusal({ message }: ServerRefusal): Promise<void> {
    return pauseAll(db, message, clock().toISOString())
  }

  /** Throws every other error. */
  async function handleRefusal(error: unknown): Promise<void> {
    if (!(error instanceof ServerRefusal)) throw error
    const { message, isFinal } = error
    log.warn({ reason: message }, 'newsletters cannot be sent now')
    if (isFinal) {
      const rejections = breaker.drain()
      if (rejections.length > 0) untaken.push({ rejections, message })
      return takeBackDrained()
    }
    resumeAt = performance.now() + Math.min(backoff.most, backoff.least * 2 ** failures)
    failures += 1
    await noteDelay(db, `It is tried again by itself. ${message}`)
  }

  async function takeBackDrained(): Promise<void> {
    for (let next = untaken[0]; next; next = untaken[0]) {
      const { rejections, message } = next
      const now = clock().toISOString()
      await runTransaction(db, (transaction) => takeBackRejections(transaction, rejections, message, now), {
        isIdempotent: true,
      })
      untaken.shift()
    }
  }

  /** Leases as many recipients as the limits allow, under an id of their own. */
  async function leaseTurns(server: string): Promise<{ turns: Turn[]; wait?: number }> {
    const limits = await readNewsletterLimits(db)
    return db.transaction().execute(async (transaction) => {
      const now = clock().getTime()
      // Before the state is read, so that two processes make one trial.
      await lockAttempts(transaction)
      const { fault, access, perSecond } = await readServerHealth(transaction, server, new Date(now))
      // Other faults end with a sign-in or the owner.
      const isTrial = fault !== null && isTemporary(fault)
      if (isTrial && access === 'held') return { turns: [] }
      // A server that delays first attempts takes those that it has seen before.
      const startsWith = isTrial && fault.trials % 2 === 1 ? 'deferred' : 'waiting'
      const limited = { ...limits, perSecond: least(limits.perSecond, perSecond) }
      const permits = await readPermits(transaction, limited, now, isTrial ? 1 : BATCH)
      if (permits.count === 0) return { turns: [], wait: permits.retryAt! - now }
      await spreadNewsletters(transaction, new Date(now).toISOString())
      const lease = randomUUID()
      const recipients = await leaseRecipients(transaction, { ...timesNow(), lease, limit: permits.count, startsWith })
      if (recipients.length === 0) return { turns: [] }
      if (isTrial) await beginTrial(transaction, server, new Date(now))
      const minute = await addAttempts(transaction, permits, recipients.length, now)
      const turns = recipients.map((recipient, index) => ({
        ...{ recipient, lease, minute, isTrial, endsFault: fault !== null },
        ...{ at: permits.from + index * permits.spacing, spacing: permits.spacing },
      }))
      return { turns }
    })
  }

  const isOld = ({ minute }: Turn) => clock().getTime() - Date.parse(minute) > COUNTED_FOR

  /** Gives recipients back, with the attempts that were counted for them. */
  async function releaseTurns(turns: Turn[]): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      for (const [minute, { length }] of Map.groupBy(turns, (turn) => turn.minute))
        await refundAttempts(transaction, minute, length)
      for (const [lease, group] of Map.groupBy(turns, (turn) => turn.lease)) {
        const ids = group.map(({ recipient }) => recipient.id)
        await releaseRecipients(transaction, ids, lease, clock().toISOString())
      }
    })
  }

  const logged = (work: () => Promise<void>) => () =>
    work().catch((error: unknown) => {
      if (!signal.aborted && heldSentence(error) === undefined)
        log.error({ err: error }, 'newsletters could not be sent')
    })
  const tend = createTending(options)
  const sending = createWakeLoop(logged(sendLeased), signal)
  // A loop of its own, so that what is due begins while a large newsletter is being sent.
  const tending = createWakeLoop(
    logged(async () => {
      if ((await tend()) > 0) sending.wake()
    }),
    signal,
  )
  let timer: ReturnType<typeof setInterval> | undefined
  const wake = () => {
    if (!timer) return
    tending.wake()
    sending.wake()
  }

  return {
    async sendDue() {
      await tend()
      await sendLeased()
    },
    wake,
    open() {
      timer = setInterval(wake, POLL).unref()
      wake()
    },
    async close() {
      clearInterval(timer)
      closing.abort()
      const done = Promise.all([tending.done(), sending.done()])
      await Promise.race([done, new Promise((resolve) => setTimeout(resolve, CLOSING).unref())])
    },
  }
}

/** The smaller of two limits; null means unlimited. */
const least = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

/** Reads a value again once it is older. */
function keepFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let kept: { value: Promise<Value>; at: number } | undefined
  return () => {
    if (!kept || performance.now() - kept.at >= ms) kept = { value: read(), at: performance.now() }
    return kept.value
  }
}
