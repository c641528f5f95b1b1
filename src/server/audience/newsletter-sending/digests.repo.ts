import * as z from 'zod/mini'
import { DigestInput } from '../../../contract/audience/automatic-newsletters.ts'
import { readStored, saveStored } from '../../accounts/settings/settings.repo.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/schema.ts'
import { DAY_MS } from '../../platform/durations.ts'

/** A row of the settings that is not one of their fields. */
const KEY = '#digest'

/** The choices of the owner, and what follows from when they were made. */
const StoredDigest = z.extend(DigestInput, {
  /** Only times after it are due, so that a new schedule is not late from the start. */
  startsAt: z.string(),
  /** The first digest has the posts that were published after it. */
  postsFrom: z.string(),
})
export type StoredDigest = z.infer<typeof StoredDigest>

const defaults: StoredDigest = {
  isOn: false,
  every: 'week',
  weekday: 1,
  day: 1,
  hour: 9,
  subject: 'New on the blog',
  intro: '',
  startsAt: '',
  postsFrom: '',
}

export async function readDigest(db: Db): Promise<StoredDigest> {
  const { value } = await readStored(db, KEY)
  return value === undefined ? defaults : StoredDigest.parse(value)
}

/** Call it in a transaction. */
export async function writeDigest(db: Db, input: DigestInput, now: string): Promise<void> {
  await lockTable(db, 'digests')
  const before = await readDigest(db)
  const isSameTime = (['isOn', 'every', 'weekday', 'day', 'hour'] as const).every((key) => before[key] === input[key])
  const startsAt = isSameTime ? before.startsAt : now
  const postsFrom = before.isOn ? before.postsFrom : periodBefore(input, now)
  await saveStored(db, { key: KEY, value: { ...input, startsAt, postsFrom }, now })
}

/** From when on posts are new: the last digest, or the time of one period before it was switched on. */
export async function findNewSince(db: Db, digest: StoredDigest, now: string): Promise<string> {
  const { until } = await db
    .selectFrom('digests')
    .select((eb) => eb.fn.max('posts_until').as('until'))
    // A later time was written while the clock was wrong.
    .where('posts_until', '<=', now)
    .executeTakeFirstOrThrow()
  const from = digest.isOn ? digest.postsFrom : periodBefore(digest, now)
  return until !== null && until > from ? until : from
}

function periodBefore({ every }: Pick<DigestInput, 'every'>, now: string): string {
  return new Date(Date.parse(now) - (every === 'week' ? 7 : 31) * DAY_MS).toISOString()
}

export async function hasDigest(db: Db, period: string): Promise<boolean> {
  const row = await db.selectFrom('digests').select('period').where('period', '=', period).executeTakeFirst()
  return row !== undefined
}

/** Takes a period for this transaction. False if it has been taken, by another process too. */
export async function takePeriod(db: Db, period: string, postsUntil: string): Promise<boolean> {
  await lockTable(db, 'digests')
  const row = await db
    .insertInto('digests')
    .values({ period, newsletter_id: null, posts_until: postsUntil })
    .onConflict((conflict) => conflict.column('period').doNothing())
    .returning('period')
    .executeTakeFirst()
  return row !== undefined
}

/** Makes a newsletter the digest of a period, which begins as a scheduled one. */
export async function setDigest(
  db: Db,
  { period, newsletterId, intro, now }: { period: string; newsletterId: number; intro: string; now: string },
): Promise<void> {
  await db
    .updateTable('newsletters')
    .set({ kind: 'digest', state: 'scheduled', scheduled_at: now, intro })
    .where('post_id', '=', newsletterId)
    .execute()
  await db.updateTable('digests').set({ newsletter_id: newsletterId }).where('period', '=', period).execute()
}

/** The newest digest that is not deleted. */
export async function findLastDigest(db: Db): Promise<{ id: number; subject: string } | null> {
  const row = await db
    .selectFrom('digests')
    .innerJoin('posts', 'posts.id', 'digests.newsletter_id')
    .select(['posts.id', 'posts.title'])
    .where('posts.deleted_at', 'is', null)
    .orderBy('digests.period', 'desc')
    .executeTakeFirst()
  return row ? { id: row.id, subject: row.title } : null
}
