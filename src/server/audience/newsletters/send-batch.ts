import { setTimeout as sleep } from 'node:timers/promises'
import type { Smtp } from '../../platform/smtp-url.ts'
import type { ComposeMessage } from './newsletter-message.ts'
import type { LeasedRecipient, Settlement } from './recipients.repo.ts'
import { openSession, type SmtpSession, type SmtpTimeouts } from './smtp-session.ts'
import { toSettlement } from './to-settlement.ts'
import type { WriteQueue } from './write-queue.ts'

/** A recipient with the time from which it may be sent, in milliseconds. */
export type Turn = { recipient: LeasedRecipient; at: number }

export type BatchOptions = {
  smtp: Smtp
  from: string
  connections: number
  timeouts?: SmtpTimeouts | undefined
  /** The next turn; undefined when none is left. */
  take: () => Promise<Turn | undefined>
  /** Returns a turn that was not used. */
  giveBack: (turn: Turn) => void
  messagesOf: (newsletterId: number) => Promise<ComposeMessage | undefined>
  writes: WriteQueue
  clock: () => Date
  signal: AbortSignal
}

/** A reason for which nothing can be sent at all. */
export class ServerRefusal extends Error {
  /** Whether the owner has to act. */
  readonly isFinal: boolean
  constructor(message: string, isFinal: boolean) {
    super(message)
    this.isFinal = isFinal
  }
}

/** Refusals of the sender in a row after which a newsletter waits for the owner. */
const SENDER_REFUSALS_MAX = 5
/** Attempts of one worker to connect, and the milliseconds before the second. */
const CONNECT = { attempts: 3, pause: 100 }

/** Sends what `take` gives out, over several connections. Throws a `ServerRefusal` if none of them can be opened. */
export async function sendBatch(options: BatchOptions): Promise<void> {
  const state = { senderRefusals: 0, sessions: 0 }
  const results = await Promise.allSettled(
    Array.from({ length: options.connections }, () => runConnection(options, state)),
  )
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  const final = failures.find((error) => error instanceof ServerRefusal && error.isFinal)
  if (final) throw final
  const unexpected = failures.find((error) => !(error instanceof ServerRefusal))
  if (unexpected) throw unexpected
  if (state.sessions === 0 && failures.length > 0) throw failures[0]
}

type Shared = { senderRefusals: number; sessions: number }

/** One connection, opened again when it ends. */
async function runConnection(options: BatchOptions, shared: Shared): Promise<void> {
  const { take, giveBack, signal } = options
  let session: SmtpSession | undefined
  try {
    for (let turn = await take(); turn && !signal.aborted; turn = await take()) {
      try {
        if (!session?.isOpen()) {
          session = await connect(options)
          shared.sessions += 1
        }
        await waitUntil(turn.at, options)
      } catch (error) {
        giveBack(turn)
        throw error
      }
      await sendOne(turn, session, options, shared)
    }
  } finally {
    session?.close()
  }
}

async function connect({ smtp, timeouts, signal }: BatchOptions): Promise<SmtpSession> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    try {
      return await openSession(smtp, timeouts)
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      if (code === 'EAUTH') throw new ServerRefusal(`The mail server refuses to sign in: ${message}`, true)
      if (attempt >= CONNECT.attempts) throw new ServerRefusal(`The mail server cannot be reached: ${message}`, false)
      await sleep(CONNECT.pause * 2 ** attempt, undefined, { signal })
    }
  }
}

async function waitUntil(at: number, { clock, signal }: BatchOptions): Promise<void> {
  const pause = at - clock().getTime()
  if (pause > 0) await sleep(pause, undefined, { signal })
}

async function sendOne(
  turn: Turn,
  session: SmtpSession,
  { from, messagesOf, writes, clock, giveBack }: BatchOptions,
  shared: Shared,
): Promise<void> {
  const { recipient } = turn
  const { id, newsletter_id, email } = recipient
  const left = {
    id,
    state: 'suppressed',
    response: 'Unsubscribed or suppressed before its turn',
    isMarked: false,
  } as const
  if (!recipient.isActive) return writes.settle(left)
  const compose = await messagesOf(newsletter_id)
  if (!compose) return giveBack(turn)
  const content = await compose(recipient)
  const delivery = await session.deliver({ from, to: email, content }, () => writes.mark(id))
  const settlement = toSettlement(recipient, delivery, clock())
  if (settlement) await settleSurely(writes, settlement)
  else giveBack(turn)
  if (delivery.kind === 'accepted') shared.senderRefusals = 0
  if (delivery.kind === 'refused' && delivery.stage === 'sender' && delivery.code >= 500) {
    shared.senderRefusals += 1
    if (shared.senderRefusals >= SENDER_REFUSALS_MAX)
      throw new ServerRefusal(`The mail server refuses the sender: ${delivery.response}`, true)
  }
}

/** Attempts to store a result, and the milliseconds before the second. */
const SETTLE = { attempts: 6, pause: 200 }

/** Without its result an accepted newsletter would be in doubt. */
async function settleSurely(writes: WriteQueue, settlement: Settlement): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writes.settle(settlement)
    } catch (error) {
      if (attempt >= SETTLE.attempts) throw error
      await sleep(SETTLE.pause * 2 ** attempt)
    }
  }
}
