import type { LetterKind, LetterState } from '../../../contract/letters.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { FrozenLetter } from './letter-message.ts'
import { type Audience, addRecipients } from './recipients.repo.ts'

/** The frozen parts of a letter and the version of the text and of the settings that they were made from. */
export type LetterContent = {
  subject: string
  preview: string
  html: string
  text: string
  content: string
  slug: string
  postVersion: number
  version: number
}

/**
 * Begins a letter: freezes its content and fixes its recipients. Call it in a transaction. False if it was changed since
 * `content` was made, or may not begin any more.
 */
export async function beginSending(
  db: Db,
  id: number,
  { content, audience, now }: { content: LetterContent; audience: Audience; now: string },
): Promise<boolean> {
  const isFrozen = await freezeContent(db, id, {
    ...{ content, now, kinds: ['letter', 'digest'], from: ['draft', 'scheduled'] },
  })
  if (!isFrozen) return false
  await addRecipients(db, id, audience)
  return true
}

type Freezing = { content: LetterContent; now: string; kinds: LetterKind[]; from: LetterState[] }

/** Stores what is sent from now on, and moves the letter to 'sending'. False if it was changed or is in another state. */
export async function freezeContent(db: Db, id: number, { content, now, kinds, from }: Freezing): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('letters')
    .set((eb) => ({
      state: 'sending' as const,
      version: eb('version', '+', 1),
      note: null,
      sent_subject: content.subject,
      sent_preview: content.preview,
      sent_html: content.html,
      sent_text: content.text,
      sent_content: content.content,
      started_at: now,
      updated_at: now,
    }))
    .where('post_id', '=', id)
    .where('kind', 'in', kinds)
    .where('state', 'in', from)
    .where('version', '=', content.version)
    .where('post_id', 'in', (eb) =>
      eb
        .selectFrom('posts')
        .select('id')
        .where('id', '=', id)
        .where('version', '=', content.postVersion)
        .where('deleted_at', 'is', null),
    )
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await db.updateTable('posts').set({ slug: content.slug, draft_slug: null }).where('id', '=', id).execute()
  return true
}

/** The scheduled letters whose time has come. */
export async function listDueLetters(db: Db, now: string): Promise<number[]> {
  const rows = await db
    .selectFrom('letters')
    .innerJoin('posts', 'posts.id', 'letters.post_id')
    .select('letters.post_id')
    .where('letters.state', '=', 'scheduled')
    .where('letters.scheduled_at', '<=', now)
    .where('posts.deleted_at', 'is', null)
    .orderBy('letters.scheduled_at')
    .execute()
  return rows.map(({ post_id }) => post_id)
}

export async function findFrozenLetter(
  db: Db,
  id: number,
): Promise<(FrozenLetter & { senderName: string; kind: LetterKind }) | undefined> {
  const row = await db
    .selectFrom('letters')
    .innerJoin('posts', 'posts.id', 'letters.post_id')
    .select(['sent_subject', 'sent_html', 'sent_text', 'started_at', 'sender_name', 'letters.kind', 'posts.slug'])
    .where('post_id', '=', id)
    .executeTakeFirst()
  if (!row?.sent_subject || !row.started_at) return undefined
  return {
    ...{ id, subject: row.sent_subject, html: row.sent_html ?? '', text: row.sent_text ?? '' },
    ...{ startedAt: row.started_at, slug: row.slug, senderName: row.sender_name, kind: row.kind },
  }
}

/**
 * Whether a poll may have something to write: a letter is being sent or paused, an automatic one was switched off, or one was
 * cancelled after `cancelledAfter`.
 */
export async function hasOpenLetters(db: Db, cancelledAfter: string): Promise<boolean> {
  const row = await db
    .selectFrom('letters')
    .select('post_id')
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['sending', 'paused']),
        eb.and([eb('state', '=', 'draft'), eb('started_at', 'is not', null)]),
        eb.and([eb('state', '=', 'cancelled'), eb('finished_at', '>', cancelledAfter)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the letters all of whose recipients are settled; automatic ones wait for the next subscriber. */
export async function finishLetters(db: Db, now: string): Promise<void> {
  await db
    .updateTable('letters')
    .set((eb) => ({ state: 'sent' as const, finished_at: now, version: eb('version', '+', 1) }))
    .where('state', '=', 'sending')
    .where('kind', 'in', ['letter', 'digest'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('letter_recipients')
            .select('letter_recipients.id')
            .whereRef('letter_recipients.letter_id', '=', 'letters.post_id')
            .where('letter_recipients.state', 'in', ['waiting', 'deferred', 'sending']),
        ),
      ),
    )
    .execute()
}

/** Pauses what is being sent, because the mail server refuses all of it; `note` tells the owner why. */
export async function pauseAll(db: Db, note: string, now: string): Promise<void> {
  await db
    .updateTable('letters')
    .set((eb) => ({ state: 'paused' as const, note, version: eb('version', '+', 1), updated_at: now }))
    .where('state', '=', 'sending')
    .execute()
}

/** Leases far in the future were written while the clock was wrong; only recipients of automatic letters wait so long. */
export async function resetFutureLeases(db: Db, latest: string, now: string): Promise<void> {
  await db
    .updateTable('letter_recipients')
    .set({ next_at: now })
    .where('letter_id', 'in', (eb) => eb.selectFrom('letters').select('post_id').where('state', '=', 'sending'))
    .where('state', 'in', ['waiting', 'deferred', 'sending'])
    .where('next_at', '>', latest)
    .where((eb) =>
      eb.or([
        eb('lease', 'is not', null),
        eb('letter_id', 'in', eb.selectFrom('letters').select('post_id').where('kind', 'in', ['letter', 'digest'])),
      ]),
    )
    .execute()
}
