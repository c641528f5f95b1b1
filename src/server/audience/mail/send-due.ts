import type { Db, Row } from '../../platform/db/schema.ts'
import { within } from '../../platform/within.ts'
import { claimDueMail, claimMail, finishAttempt } from './mail.repo.ts'
import type { MailTransport, Sender } from './mail-transport.ts'

export type SendOptions = {
  /** Of the current settings, where it is not always the same. */
  transport: MailTransport | (() => Promise<MailTransport>)
  clock: () => Date
  /** The current setting. */
  readSender: () => Promise<Sender>
  /** Milliseconds that an attempt takes at most; absent: the time limits of the transport. */
  timeout?: number
  /** Stops after the mail in flight. */
  signal?: AbortSignal
}

const MINUTE = 60_000
/** Longer than any attempt takes. */
const LEASE = 5 * MINUTE
/** Minutes until the next attempt, by failed attempts; three days in total. */
const BACKOFF_MINUTES = [1, 5, 15, 60, 180, 360, 720, 1440, 1440]
/** Plus an hour of clock skew. */
const LONGEST_BACKOFF = (1440 + 60) * MINUTE

/** Sends the due mails one by one. Returns the number of attempts. */
export async function sendDue(db: Db, options: SendOptions): Promise<number> {
  for (let tried = 0; ; tried++) {
    if (options.signal?.aborted) return tried
    const now = options.clock()
    const latest = new Date(now.getTime() + LONGEST_BACKOFF).toISOString()
    const mail = await claimDueMail(db, { now: now.toISOString(), leaseUntil: leaseFrom(now), latest })
    if (!mail) return tried
    await attempt(db, mail, options)
  }
}

/** Sends one waiting mail now, due or not. */
export async function sendOne(db: Db, id: number, options: SendOptions): Promise<void> {
  const mail = await claimMail(db, id, leaseFrom(options.clock()))
  if (mail) await attempt(db, mail, options)
}

async function attempt(db: Db, mail: Row<'mails'>, options: SendOptions): Promise<void> {
  const { transport, clock, readSender, timeout } = options
  let response: string | null = null
  const send = async (from: Sender) => {
    const current = typeof transport === 'function' ? await transport() : transport
    const sending = current.send(mail, from, (line) => {
      response = plain(line)
    })
    return timeout === undefined ? sending : within(timeout, sending, tooSlow)
  }
  try {
    const from = await readSender()
    const state = await send(from)
    await finishAttempt(db, mail, { state, from: from.address, at: clock().toISOString(), response })
  } catch (error) {
    const backoff = isFinal(error) ? undefined : BACKOFF_MINUTES[mail.attempts - 1]
    const reason = reasonOf(error)
    if (backoff === undefined) return finishAttempt(db, mail, { state: 'failed', error: reason })
    const nextAt = new Date(clock().getTime() + backoff * MINUTE).toISOString()
    await finishAttempt(db, mail, { state: 'waiting', error: reason, nextAt })
  }
}

function leaseFrom(now: Date): string {
  return new Date(now.getTime() + LEASE).toISOString()
}

/** A permanent (5xx) rejection of the recipient or the message; failed authentication is retried, since the owner can fix it. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  return Number(error.responseCode) >= 500 && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
}

/** Without what a server that does not speak SMTP said, so that a test mail does not read the banners of other services. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return plain(text.replace(/(Invalid greeting).*/s, '$1: that is no mail server'))
}

const plain = (text: string) => text.replace(/[\p{Cc}]+/gu, ' ').slice(0, 500)

function tooSlow(): never {
  throw new Error('The mail server did not answer in time')
}
