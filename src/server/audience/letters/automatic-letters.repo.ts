import type { AutomaticLetter } from '../../../contract/automatic-letters.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/schema.ts'
import { readNumbers } from './letters.repo.ts'
import { freezeContent, type LetterContent } from './sending.repo.ts'

const KINDS = ['welcome', 'series'] as const
/** The states of a letter that is switched on. */
const ON = ['sending', 'paused'] as const

const DAY = 24 * 60 * 60 * 1000
/** Later than this a letter that was switched off is not sent any more, in milliseconds. */
const LATE = 2 * DAY

/** The welcome letter and the series, those of the first days first. */
export async function listAutomaticLetters(db: Db): Promise<AutomaticLetter[]> {
  const rows = await rowsOf(db).orderBy('delay_days').orderBy('post_id').execute()
  if (rows.length === 0) return []
  const numbers = await readNumbers(
    db,
    rows.map(({ post_id }) => post_id),
  )
  return rows.map((row) => toAutomaticLetter(row, numbers))
}

export async function findAutomaticLetter(db: Db, id: number): Promise<AutomaticLetter | undefined> {
  const row = await rowsOf(db).where('letters.post_id', '=', id).executeTakeFirst()
  return row && toAutomaticLetter(row, await readNumbers(db, [id]))
}

function rowsOf(db: Db) {
  return db
    .selectFrom('letters')
    .innerJoin('posts', 'posts.id', 'letters.post_id')
    .select([
      ...(['letters.post_id', 'letters.kind', 'letters.state', 'letters.delay_days'] as const),
      ...(['letters.note', 'letters.started_at', 'posts.title', 'posts.updated_at'] as const),
    ])
    .where('letters.kind', 'in', KINDS)
    .where('posts.deleted_at', 'is', null)
}

type LetterRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

function toAutomaticLetter(row: LetterRow, numbers: Awaited<ReturnType<typeof readNumbers>>): AutomaticLetter {
  const state = row.state === 'sending' ? 'on' : row.state === 'paused' ? 'paused' : 'off'
  return {
    id: row.post_id,
    kind: row.kind === 'welcome' ? 'welcome' : 'series',
    delayDays: row.delay_days ?? 0,
    state,
    subject: row.title,
    hasNewText: state !== 'off' && row.started_at !== null && row.updated_at > row.started_at,
    note: row.note,
    numbers: numbers.get(row.post_id)!,
  }
}

/** Makes a letter an automatic one. Without a page: it is written for one reader at a time. */
export async function makeAutomatic(
  db: Db,
  id: number,
  { kind, delayDays }: { kind: 'welcome' | 'series'; delayDays: number },
): Promise<void> {
  await db
    .updateTable('letters')
    .set({ kind, delay_days: delayDays, has_page: false })
    .where('post_id', '=', id)
    .execute()
}

/** Serialises changes that compare the letters with each other. Call it in a transaction. */
export function lockAutomaticLetters(db: Db): Promise<void> {
  return lockTable(db, 'automatic letters')
}

/** Another letter that is switched on and sent on the same day after the confirmation. */
export async function findLetterOfDay(db: Db, delayDays: number, exceptId: number): Promise<string | undefined> {
  const row = await rowsOf(db)
    .where('letters.delay_days', '=', delayDays)
    .where('letters.post_id', '<>', exceptId)
    .where('letters.state', 'in', ON)
    .executeTakeFirst()
  return row?.title
}

export async function writeDelay(db: Db, id: number, delayDays: number, now: string): Promise<void> {
  await db
    .updateTable('letters')
    .set((eb) => ({ delay_days: delayDays, version: eb('version', '+', 1), updated_at: now }))
    .where('post_id', '=', id)
    .where('kind', '=', 'series')
    .execute()
}

/**
 * Switches a letter on with its present text, or uses that from now on. Those who waited too long while it was off do not get
 * it any more. False if the text was changed since `content` was made. Call it in a transaction.
 */
export async function switchOn(db: Db, id: number, content: LetterContent, now: string): Promise<boolean> {
  const wasOff = (await findAutomaticLetter(db, id))?.state === 'off'
  if (!(await freezeContent(db, id, { content, now, kinds: [...KINDS], from: ['draft', ...ON] }))) return false
  if (!wasOff) return true
  await db
    .updateTable('letter_recipients')
    .set({ state: 'cancelled', settled_at: now, response: 'The letter was switched off at their time' })
    .where('letter_id', '=', id)
    .where('state', 'in', ['waiting', 'deferred'])
    .where('next_at', '<', new Date(Date.parse(now) - LATE).toISOString())
    .execute()
  return true
}

export async function switchOff(db: Db, id: number, now: string): Promise<void> {
  await db
    .updateTable('letters')
    .set((eb) => ({ state: 'draft' as const, note: null, version: eb('version', '+', 1), updated_at: now }))
    .where('post_id', '=', id)
    .where('kind', 'in', KINDS)
    .where('state', 'in', ON)
    .execute()
}

/**
 * Plans the letters that are switched on for a subscriber who has just confirmed; those of earlier confirmations stay as they
 * are. Call it in the transaction of the confirmation, so that no one is missed.
 */
export async function planAutomaticLetters(db: Db, subscriberId: number, now: string): Promise<void> {
  const letters = await rowsOf(db).where('letters.state', 'in', ON).execute()
  if (letters.length === 0) return
  const subscriber = await db
    .selectFrom('subscribers')
    .leftJoin('suppressions', 'suppressions.email', 'subscribers.email')
    .select(['subscribers.email', 'suppressions.reason'])
    .where('subscribers.id', '=', subscriberId)
    .where('subscribers.letters', '=', 'all')
    .executeTakeFirst()
  if (!subscriber) return
  const { email, reason } = subscriber
  const settled = reason === null ? {} : { settled_at: now, response: 'The address is suppressed' }
  await db
    .insertInto('letter_recipients')
    .values(
      letters.map(({ post_id, delay_days }) => ({
        ...{ letter_id: post_id, subscriber_id: subscriberId, email },
        state: reason === null ? ('waiting' as const) : ('suppressed' as const),
        next_at: new Date(Date.parse(now) + (delay_days ?? 0) * DAY).toISOString(),
        ...settled,
      })),
    )
    .onConflict((conflict) => conflict.columns(['letter_id', 'email']).doNothing())
    .execute()
}
