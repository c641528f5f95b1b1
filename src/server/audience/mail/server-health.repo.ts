import * as z from 'zod/mini'
import { MailServerState } from '../../../contract/audience/mails.ts'
import { readStored, saveStored } from '../../accounts/settings/settings.repo.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/schema.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import type { Smtp } from '../../platform/smtp-url.ts'
import type { ServerFault } from './server-fault.ts'

/** A row of the settings that is not one of their fields. */
const KEY = '#mail-health'
/** Minutes until one message is tried, by trials that failed. */
const BACKOFF_MINUTES = {
  busy: [0.5, 1, 2, 4, 8, 15, 30, 60],
  'over-quota': [15, 30, 60],
  refusing: [1, 2, 4, 8, 15, 30, 60],
  // A link to reset a password counts for half an hour.
  'wrong-account': [1, 2, 4, 8, 10],
  unreachable: [1, 1, 2, 4, 5],
} as const
const PAUSE_MAX_MS = 60 * MINUTE_MS
/** The learned pace in messages a second: never below the first, and no limit above the second. */
const PACE = { least: 0.05, most: 50, growth: 1.1 }

const StoredHealth = z.object({
  /** Whose health it is. */
  server: z.string(),
  fault: z.nullable(
    z.object({
      state: MailServerState,
      reply: z.string(),
      since: z.string(),
      trials: z.number(),
      nextTryAt: z.string(),
    }),
  ),
  /** Messages a second that it took when it was last busy, halved, and when that was. */
  pace: z.nullable(z.object({ perSecond: z.number(), at: z.string() })),
})
type StoredHealth = z.infer<typeof StoredHealth>

export type ServerHealth = {
  fault: StoredHealth['fault']
  /** 'held': nothing is tried before its time; 'trial': one message may be. */
  access: 'open' | 'held' | 'trial'
  /** Messages a second; grows with time until nothing limits it. */
  perSecond: number | null
  /** Messages that it took an hour when it was last busy; null if it never was, or nothing limits it any more. */
  learnedPerHour: number | null
}

/** Identifies the server that a fault belongs to: another server or account starts without one. */
export const serverKeyOf = ({ host, port, credentials }: Pick<Smtp, 'host' | 'port' | 'credentials'>) =>
  `${host}:${port}:${credentials?.user ?? ''}`

export async function readServerHealth(db: Db, server: string, now: Date): Promise<ServerHealth> {
  const { fault, pace } = await read(db, server)
  const perSecond = paceAt(pace, now)
  const next = fault ? Date.parse(fault.nextTryAt) : 0
  // A time further ahead was written while the clock was wrong.
  const isHeld = next > now.getTime() && next <= now.getTime() + PAUSE_MAX_MS
  return {
    fault,
    access: fault === null ? 'open' : isHeld ? 'held' : 'trial',
    perSecond,
    learnedPerHour: perSecond === null || pace === null ? null : Math.floor(pace.perSecond * 3600),
  }
}

/** The pace that was learned at the last server, in messages a second; null if nothing limits it. */
export async function readLearnedPace(db: Db, now: Date): Promise<number | null> {
  const stored = StoredHealth.safeParse((await readStored(db, KEY)).value)
  return stored.success ? paceAt(stored.data.pace, now) : null
}

/** Seconds that `count` messages take at a learned pace that grows up to `limit`, both in messages a second. */
export function secondsAtPace(count: number, perSecond: number, limit: number | null): number {
  const most = limit ?? PACE.most
  if (perSecond >= most) return count / most
  const growth = Math.log(PACE.growth) / 60
  const untilLimit = (most - perSecond) / growth
  return count <= untilLimit
    ? Math.log(1 + (count * growth) / perSecond) / growth
    : Math.log(most / perSecond) / growth + (count - untilLimit) / most
}

/** Records that the server takes nothing. `perSecond` is the pace at which it was busy, of which half is kept. */
export async function holdServer(
  db: Db,
  server: string,
  { state, reply, perSecond }: ServerFault & { perSecond?: number },
  now: Date,
): Promise<void> {
  await change(db, server, now, ({ fault, pace }) => {
    const same = fault?.state === state ? fault : undefined
    const trials = same?.trials ?? 0
    return {
      fault: { state, reply, since: same?.since ?? now.toISOString(), trials, nextTryAt: nextTry(state, trials, now) },
      pace:
        // Several connections report the same fault.
        perSecond === undefined || fault
          ? pace
          : { perSecond: Math.max(PACE.least, perSecond / 2), at: now.toISOString() },
    }
  })
}

/** Counts a trial and puts off the next one, so that no other process tries at the same time. */
export async function beginTrial(db: Db, server: string, now: Date): Promise<void> {
  await change(db, server, now, ({ fault, pace }) => {
    if (!fault) return undefined
    const trials = fault.trials + 1
    return { pace, fault: { ...fault, trials, nextTryAt: nextTry(fault.state, trials, now) } }
  })
}

/** The last trial said nothing about the server, as with a mailbox that does not exist: another message may be tried at once. */
export async function repeatTrial(db: Db, server: string, now: Date): Promise<void> {
  await change(db, server, now, ({ fault, pace }) =>
    fault
      ? { pace, fault: { ...fault, trials: Math.max(0, fault.trials - 1), nextTryAt: now.toISOString() } }
      : undefined,
  )
}

/** The server took a message: it is well. `states`: ends only these faults. */
export async function endFault(
  db: Db,
  server: string,
  now: Date,
  states: readonly MailServerState[] = MailServerState.options,
): Promise<void> {
  const { fault } = await read(db, server)
  if (!fault || !states.includes(fault.state)) return
  await change(db, server, now, (health) =>
    health.fault && states.includes(health.fault.state) ? { ...health, fault: null } : undefined,
  )
}

async function read(db: Db, server: string): Promise<StoredHealth> {
  const { value } = await readStored(db, KEY)
  const stored = StoredHealth.safeParse(value)
  return stored.success && stored.data.server === server ? stored.data : { server, fault: null, pace: null }
}

async function change(
  db: Db,
  server: string,
  now: Date,
  next: (health: StoredHealth) => Omit<StoredHealth, 'server'> | undefined,
): Promise<void> {
  const write = async (transaction: Db) => {
    await lockTable(transaction, 'mail server health')
    const value = next(await read(transaction, server))
    if (value) await saveStored(transaction, { key: KEY, value: { server, ...value }, now: now.toISOString() })
  }
  await (db.isTransaction ? write(db) : db.transaction().execute(write))
}

function nextTry(state: MailServerState, trials: number, now: Date): string {
  const pauses = BACKOFF_MINUTES[state]
  return new Date(now.getTime() + pauses[Math.min(trials, pauses.length - 1)]! * MINUTE_MS).toISOString()
}

/** Grows by a tenth a minute, so that a limit that was lifted is noticed. */
function paceAt(pace: StoredHealth['pace'], now: Date): number | null {
  if (!pace) return null
  const minutes = Math.max(0, (now.getTime() - Date.parse(pace.at)) / MINUTE_MS)
  const perSecond = pace.perSecond * PACE.growth ** minutes
  return perSecond > PACE.most ? null : perSecond
}
