import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ServerFault } from '../mail/server-fault.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'
import type { LeasedRecipient } from './leases.repo.ts'
import type { MessageComposers } from './message-composers.ts'
import { type Connections, connect, type NewsletterServer } from './open-server.ts'
import type { Pace } from './pace.ts'
import type { Settlement } from './recipients.repo.ts'
import { ServerRefusal } from './server-refusal.ts'
import type { Delivery, SmtpSession, SmtpTimeouts } from './smtp-session.ts'
import type { TemporaryFaults } from './temporary-faults.ts'
import type { Timers } from './timers.ts'
import { isTooLarge, toSettlement } from './to-settlement.ts'
import type { Held, WriteQueue } from './write-queue.ts'

/**
 * A recipient with its lease, the time from which it may be sent and the time until the next one, in milliseconds, and the minute
 * in which it was counted.
 */
export type Turn = {
  recipient: LeasedRecipient
  lease: string
  at: number
  spacing: number
  minute: string
  /** Whether it is sent alone to see whether the mail server is still busy, and whether its acceptance ends a fault. */
  isTrial: boolean
  endsFault: boolean
}

export type BatchOptions = {
  /** The mail server as it is set up now; undefined while there is none. */
  findServer: () => Promise<NewsletterServer | undefined>
  connections: number
  timeouts?: SmtpTimeouts | undefined
  /** The next turn; undefined when none is left. */
  take: () => Promise<Turn | undefined>
  /** Returns a turn for which the server was not needed. */
  giveBack: (turn: Turn) => void
  /** Returns all turns that were not given out yet. */
  renew: () => void
  composers: MessageComposers
  writes: WriteQueue
  /** Milliseconds between two renewals of the lease of a message that is being handed over. */
  renewMs: number
  breaker: CircuitBreaker
  pace: Pace
  sleep: Timers['sleep']
  /** Called when the first connection is open. */
  onOpen: () => Promise<void>
  /** Called at once when the owner has to act; the other connections finish what they have started. */
  onFinalRefusal: (refusal: ServerRefusal) => Promise<void>
  temporaryFaults: TemporaryFaults
  /** Called when the mail server takes nothing for now; the other connections finish what they have started. */
  onFault: (fault: ServerFault) => Promise<void>
  /** Called when a trial met a fault of its recipient, which says nothing about the mail server. */
  onUndecided: () => Promise<void>
  /** Called when it takes messages again. */
  onRecovery: () => Promise<void>
  /** Called with a newsletter that the mail server rejects for its size. */
  onTooLarge: (newsletterId: number, reply: string) => Promise<void>
  clock: () => Date
  signal: AbortSignal
}

/** What the connections of a batch share. */
type Shared = Connections & {
  isStopped: boolean
  /** Ends the pauses of connections that wait to be opened again: there is nothing left for them. */
  ended: AbortController
}

/** Pauses until a lost connection is opened again while others are open, in milliseconds. */
const REOPEN = { least: 1000, most: 30_000 }

/** Sends what `take` gives out, over several connections. Throws a `ServerRefusal` if none of them can be opened any more. */
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
  const { giveBack, findServer, breaker, signal, onFinalRefusal } = options
  let session: SmtpSession | undefined
  let opened: NewsletterServer | undefined
  // The next message is handed over while the result of the one before is stored.
  let stored: Promise<void> = Promise.resolve()
  let failures = 0
  try {
    for (let turn = await takeNext(options, shared, failures); turn; turn = await takeNext(options, shared, failures)) {
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
        await waitFor(turn, options)
        const result = await sendOne(turn, { session, from: server.from }, options)
        isUsed = result !== undefined
        if (!result) {
          if (turn.isTrial) await options.onUndecided()
          continue
        }
        const before = stored
        stored = settleSurely(options.writes, result.settlement)
        // Awaited after the next message.
        stored.catch(() => {})
        await before
        breaker.record(turn.recipient, result.delivery)
        if (await meetsFault(turn, result.delivery, options)) {
          stop(shared)
          return
        }
      } finally {
        if (!isUsed) giveBack(turn)
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

/** The next turn, after a pause that grows with the failures in a row. */
async function takeNext(
  { take, signal }: BatchOptions,
  { ended }: Shared,
  failures: number,
): Promise<Turn | undefined> {
  if (failures > 0) {
    const pauseMs = Math.min(REOPEN.most, REOPEN.least * 2 ** (failures - 1))
    await pause(pauseMs, undefined, { signal: AbortSignal.any([signal, ended.signal]) }).catch(() => {})
  }
  const turn = await take()
  if (!turn) ended.abort()
  return turn
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
  { recipient, isTrial, endsFault }: Turn,
  delivery: Delivery,
  options: BatchOptions,
): Promise<boolean> {
  const { temporaryFaults, onFault, onRecovery, onTooLarge, onUndecided, renew } = options
  if (endsFault && delivery.kind === 'accepted') await onRecovery()
  if (isTooLarge(delivery) && delivery.kind === 'refused') {
    await onTooLarge(recipient.newsletter_id, delivery.response)
    renew()
  }
  const fault = temporaryFaults.record({ ...recipient, isTrial }, delivery)
  if (fault) await onFault(fault)
  else if (isTrial && delivery.kind === 'refused' && delivery.stage !== 'sender') await onUndecided()
  return fault !== undefined
}

async function waitFor(turn: Turn, { pace, clock, sleep, signal }: BatchOptions): Promise<void> {
  const pause = pace.reserve(turn, clock().getTime())
  if (pause > 0) await sleep(pause, signal)
}

/** Undefined if there was no attempt, so that it does not count against the limits. */
async function sendOne(
  { recipient, lease }: Turn,
  { session, from }: { session: SmtpSession; from: NewsletterServer['from'] },
  { composers, writes, renew, renewMs, clock, temporaryFaults }: BatchOptions,
): Promise<{ delivery: Delivery; settlement: Settlement & Held } | undefined> {
  const { id, email } = recipient
  if (!recipient.isActive) {
    const response = 'Unsubscribed or suppressed before its turn'
    await writes.settle({ id, lease, state: 'suppressed', response, isMarked: false })
    return undefined
  }
  const content = await composers.compose(recipient, from)
  if (!content) return undefined
  // The next renewal is tried whatever becomes of this one.
  const renewing = setInterval(() => void writes.renew({ id, lease }).catch(() => {}), renewMs).unref()
  const delivery = await session
    .deliver({ from: from.address, to: email, content }, () => writes.mark({ id, lease }))
    .finally(() => clearInterval(renewing))
  const settlement = toSettlement(recipient, delivery, clock(), temporaryFaults.isServers(recipient, delivery))
  if (settlement) return { delivery, settlement: { ...settlement, lease } }
  // After a pause the others would be withdrawn too, each at the cost of a connection.
  renew()
  return undefined
}

/** Attempts to store a result, and the milliseconds before the second. */
const SETTLE = { attempts: 6, pause: 200 }

/** Without its result an accepted newsletter would be in doubt. */
async function settleSurely(writes: WriteQueue, settlement: Settlement & Held): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writes.settle(settlement)
    } catch (error) {
      if (attempt >= SETTLE.attempts) throw error
      await pause(SETTLE.pause * 2 ** attempt)
    }
  }
}
