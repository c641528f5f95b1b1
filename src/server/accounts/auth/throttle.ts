import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { foldUsername } from '../../../contract/platform/typed-text.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ClientNetwork } from '../../platform/http/client-network.ts'
import { HttpError } from '../../platform/http/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { countAttempt, deleteAttempts, uncountAttempt } from './sign-in-attempts.repo.ts'

export type ThrottleOptions = {
  db: Db
  clock: () => Date
  isPublic: boolean
  secrets: Secrets
  clientOf: ClientNetwork
  /** Called for each sign-in during a pause. */
  onRefused(): void
}
export type Throttle = ReturnType<typeof createThrottle>

/** An attempt, counted as a failure until its outcome is reported. */
export type Attempt = {
  /** Resets the counts. */
  succeeded(): Promise<void>
  /** Neither success nor failure: a correct password without its code. */
  cancel(): Promise<void>
}

/** Failures without a pause. The next ones wait 5 seconds, doubled each time, up to a quarter of an hour. */
const free = { network: 5, account: 10, browser: 5, password: 5, code: 5 }
const FIRST_PAUSE_MS = 5000
const LONGEST_PAUSE_MS = 15 * 60 * 1000

/** Lifetime of the known-browser cookie after the last sign-in. */
const KNOWN_FOR_S = 365 * 24 * 60 * 60

/**
 * Throttles password guessing by client network and by account. The counts are in the database, so they hold across
 * processes and restarts; they contain keyed hashes instead of addresses. A browser that has signed in before has an
 * encrypted cookie and a count of its own, so that others cannot lock the owner out.
 */
export function createThrottle(options: ThrottleOptions) {
  const { isPublic, secrets, clientOf } = options
  const cookie = isPublic ? '__Host-known-browser' : 'known-browser'

  const readCookie = (c: Context) => (secrets.open('known browser', getCookie(c, cookie) ?? '') ?? '').split(' ')

  /** The id of this browser if it is known for the account. */
  function knownBrowser(c: Context, userId: number): string | undefined {
    const [owner, name] = readCookie(c)
    return owner === String(userId) ? name : undefined
  }

  return {
    /** Counts an attempt to sign in. Throws 429 during a pause. `userId` is undefined for an unknown username. */
    signIn(c: Context, username: string, userId: number | undefined): Promise<Attempt> {
      const browser = userId === undefined ? undefined : knownBrowser(c, userId)
      return begin(
        options,
        browser
          ? [['browser', browser]]
          : [
              ['network', clientOf(c)],
              ['account', foldUsername(username)],
            ],
      )
    },
    /** Counts a password check in an open session. */
    confirm: (userId: number) => begin(options, [['password', String(userId)]]),
    /** Counts a code that would turn on two-step verification. */
    confirmCode: (userId: number) => begin(options, [['code', String(userId)]]),
    /** Who a request to sign in comes from: a known browser, of whichever account, else a network. */
    clientOf(c: Context): string {
      const [, browser] = readCookie(c)
      return browser === undefined ? clientOf(c) : `browser ${browser}`
    },
    isKnown: (c: Context, userId: number) => knownBrowser(c, userId) !== undefined,
    /** Marks this browser as known. */
    remember(c: Context, userId: number): void {
      const name = knownBrowser(c, userId) ?? crypto.randomUUID()
      setCookie(c, cookie, secrets.seal('known browser', `${userId} ${name}`), {
        httpOnly: true,
        secure: isPublic,
        sameSite: 'Lax',
        path: '/',
        maxAge: KNOWN_FOR_S,
      })
    },
  }
}

/** Counts an attempt of each subject. Throws 429 if one of them is paused. */
async function begin(
  { db, clock, secrets, onRefused }: ThrottleOptions,
  subjects: [kind: keyof typeof free, name: string][],
): Promise<Attempt> {
  const now = clock()
  const hashed = subjects.map(([kind, name]) => ({
    kind,
    subject: secrets.hmac('attempts', `${kind} ${name}`),
  }))
  await db.transaction().execute(async (transaction) => {
    for (const { kind, subject } of hashed) {
      const until = await countAttempt(transaction, {
        subject,
        now,
        longestPause: LONGEST_PAUSE_MS,
        pauseAfter: (count) => pause(count, free[kind]),
      })
      if (!until) continue
      if (kind !== 'password' && kind !== 'code') onRefused()
      throw tooMany(until, now)
    }
  })
  return {
    succeeded: () =>
      deleteAttempts(
        db,
        hashed.map(({ subject }) => subject),
      ),
    async cancel() {
      for (const { subject } of hashed) await uncountAttempt(db, subject, now)
    },
  }
}

function pause(count: number, freeFailures: number): number {
  return count < freeFailures ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(20, count - freeFailures))
}

function tooMany(until: Date, now: Date): HttpError {
  const seconds = Math.ceil((until.getTime() - now.getTime()) / 1000)
  const minutes = Math.ceil(seconds / 60)
  const wait = seconds < 60 ? plural(seconds, 'second') : plural(minutes, 'minute')
  return new HttpError(429, `Too many attempts. Please try again in ${wait}.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`
