import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ServerFault } from '../mail/server-fault.ts'
import type { AttemptQueue } from './attempt-queue.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { Attempt } from './lease-attempts.ts'
import type { MessageComposers } from './message-composers.ts'
import { type Connections, connect, type NewsletterServer } from './open-server.ts'
import type { Pace } from './pace.ts'
import type { Outcome } from './recipients.repo.ts'
import { ServerRefusal } from './server-refusal.ts'
import type { Delivery, SmtpSession, SmtpTimeouts } from './smtp-session.ts'
import type { TemporaryFaults } from './temporary-faults.ts'
import type { Timers } from './timers.ts'
import { isTooLarge, toOutcome } from './to-outcome.ts'
import type { Held, WriteQueue } from './write-queue.ts'

/** Called by the connections of a batch when they notice something about the mail server. */
export type BatchEvents = {
  /** Called when the first connection is open. */
  onOpen: () => Promise<void>
  /** Called at once when the owner has to act; the other connections finish what they have started. */
  onFinalRefusal: (refusal: ServerRefusal) => Promise<void>
  /** Called when the mail server takes nothing for now; the other connections finish what they have started. */
  onFault: (fault: ServerFault) => Promise<void>
  /** Called when a trial met a fault of its recipient, which says nothing about the mail server. */
  onUndecided: () => Promise<void>
  /** Called when it takes messages again. */
  onRecovery: () => Promise<void>
  /** Called with a newsletter that the mail server rejects for its size. */
  onTooLarge: (newsletterId: number, reply: string) => Promise<void>
}

export type BatchOptions = BatchEvents & {
  /** The mail server as it is set up now; undefined while there is none. */
  findServer: () => Promise<NewsletterServer | undefined>
  connections: number
  timeouts?: SmtpTimeouts | undefined
  queue: AttemptQueue
  composers: MessageComposers
  writes: WriteQueue
  /** Milliseconds between two renewals of the lease of a message that is being handed over. */
  renewMs: number
  breaker: CircuitBreaker
  pace: Pace
  sleep: Timers['sleep']
  temporaryFaults: TemporaryFaults
  clock: () => Date
  signal: AbortSignal
}

/** State that the connections of a batch share. */
type Shared = Connections & {
  isStopped: boolean
  /** Ends the pauses of connections that wait to be opened again: there is nothing left for them. */
  ended: AbortController
}

/** Pauses until a lost connection is opened again while others are open. */
const REOPEN_MS = { least: 1000, most: 30_000 }

/** Sends what the queue gives out, over several connections. Throws a `ServerRefusal` if none of them can be opened any more. */
export async function sendBatch(options: BatchOptions): Promise<void> {
  const shared: Shared = { sessions: new Set(), isStopped: false, ended: new AbortController() }
  const results = await Promise.allSettled(
    Array.from({ length: options.connections }, () => runConnection(options, shared)),
  )
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  const final = failures.find((error) => error instanceof ServerRefusal && error.isFinal)
  if (final) throw final
  const unexpected = failures.find((error) => !(error instanceof ServerRefusal))
  if (unexpected) throw unexpected
  if (failures.length > 0) throw failures[0]
}

/** One connection, opened again when it ends or the settings of the mail server change. */
async function runConnection(options: BatchOptions, shared: Shared): Promise<void> {
  const { queue, findServer, breaker, signal, onFinalRefusal } = options
  let session: SmtpSession | undefined
  let opened: NewsletterServer | undefined
  // The next message is handed over while the result of the one before is stored.
  let stored: Promise<void> = Promise.resolve()
  let failures = 0
  try {
    for (
      let attempt = await takeNext(options, shared, failures);
      attempt;
      attempt = await takeNext(options, shared, failures)
    ) {
      let isUsed = false
      try {
        const server = shared.isStopped || signal.aborted ? undefined : await findServer()
        if (!server) return
        if (!isDeepStrictEqual(server.smtp, opened?.smtp)) session?.close()
        if (!session?.isOpen()) {
          session = await reopen(server, options, shared)
          failures = session ? 0 : failures + 1
          if (!session) continue
          opened = server
        }
        await waitFor(attempt, options)
        const result = await sendOne(attempt, { session, from: server.from }, options)
        isUsed = result !== undefined
        if (!result) {
          if (attempt.isTrial) await options.onUndecided()
          continue
        }
        const before = stored
        stored = recordWithRetries(options.writes, result.outcome)
        // Awaited after the next message.
        stored.catch(() => {})
        await before
        breaker.record(attempt.recipient, result.delivery)
        if (await meetsFault(attempt, result.delivery, options)) {
          stop(shared)
          return
        }
      } finally {
        if (!isUsed) queue.giveBack(attempt)
      }
    }
  } catch (error) {
    if (error instanceof ServerRefusal && error.isFinal && !shared.isStopped) {
      stop(shared)
      await onFinalRefusal(error)
    }
    throw error
  } finally {
    session?.close()
    await stored
  }
}

function stop(shared: Shared): void {
  shared.isStopped = true
  shared.ended.abort()
}

/** The next attempt, after a pause that grows with the failures in a row. */
async function takeNext(
  { queue, signal }: BatchOptions,
  { ended }: Shared,
  failures: number,
): Promise<Attempt | undefined> {
  if (failures > 0) {
    const pauseMs = Math.min(REOPEN_MS.most, REOPEN_MS.least * 2 ** (failures - 1))
    await pause(pauseMs, undefined, { signal: AbortSignal.any([signal, ended.signal]) }).catch(() => {})
  }
  const attempt = await queue.take()
  if (!attempt) ended.abort()
  return attempt
}

/** Undefined if it cannot be opened while other connections are open, so that it is worth another attempt. */
async function reopen(
  server: NewsletterServer,
  options: BatchOptions,
  shared: Shared,
): Promise<SmtpSession | undefined> {
  try {
    return await connect(server, options, shared)
  } catch (error) {
    const isFinal = !(error instanceof ServerRefusal) || error.isFinal
    if (isFinal || ![...shared.sessions].some((session) => session.isOpen())) throw error
    return undefined
  }
}

/** Whether the result shows that the mail server takes nothing for now. */
async function meetsFault(
  { recipient, isTrial, endsFault }: Attempt,
  delivery: Delivery,
  options: BatchOptions,
): Promise<boolean> {
  const { temporaryFaults, onFault, onRecovery, onTooLarge, onUndecided, queue } = options
  if (endsFault && delivery.kind === 'accepted') await onRecovery()
  if (isTooLarge(delivery) && delivery.kind === 'refused') {
    await onTooLarge(recipient.newsletter_id, delivery.response)
    queue.clear()
  }
  const fault = temporaryFaults.record({ ...recipient, isTrial }, delivery)
  if (fault) await onFault(fault)
  else if (isTrial && delivery.kind === 'refused' && delivery.stage !== 'sender') await onUndecided()
  return fault !== undefined
}

async function waitFor(attempt: Attempt, { pace, clock, sleep, signal }: BatchOptions): Promise<void> {
  const pause = pace.reserve(attempt, clock().getTime())
  if (pause > 0) await sleep(pause, signal)
}

/** Undefined if there was no attempt, so that it does not count against the limits. */
async function sendOne(
  { recipient, lease }: Attempt,
  { session, from }: { session: SmtpSession; from: NewsletterServer['from'] },
  { composers, writes, queue, renewMs, clock, temporaryFaults }: BatchOptions,
): Promise<{ delivery: Delivery; outcome: Outcome & Held } | undefined> {
  const { id, email } = recipient
  if (!recipient.isActive) {
    const response = 'Unsubscribed or suppressed before its turn'
    await writes.record({ id, lease, state: 'suppressed', response, isMarked: false })
    return undefined
  }
  const content = await composers.compose(recipient, from)
  if (!content) return undefined
  // The next renewal is tried whatever becomes of this one.
  const renewing = setInterval(() => void writes.renew({ id, lease }).catch(() => {}), renewMs).unref()
  const delivery = await session
    .deliver({ from: from.address, to: email, content }, () => writes.mark({ id, lease }))
    .finally(() => clearInterval(renewing))
  const outcome = toOutcome(recipient, delivery, clock(), temporaryFaults.isServers(recipient, delivery))
  if (outcome) return { delivery, outcome: { ...outcome, lease } }
  // After a pause the others would be withdrawn too, each at the cost of a connection.
  queue.clear()
  return undefined
}

/** Attempts to store a result, and the pause before the second. */
const RECORD = { attempts: 6, pauseMs: 200 }

/** Without its result an accepted newsletter would be in doubt. */
async function recordWithRetries(writes: WriteQueue, outcome: Outcome & Held): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writes.record(outcome)
    } catch (error) {
      if (attempt >= RECORD.attempts) throw error
      await pause(RECORD.pauseMs * 2 ** attempt)
    }
  }
}
