import { sql } from 'kysely'
import { isAutomatic } from '../../../contract/automatic-letters.ts'
import { LetterAudience } from '../../../contract/letter-audience.ts'
import type {
  Letter,
  LetterInput,
  LetterNumbers,
  LetterState,
  LetterSummary,
  RecipientState,
} from '../../../contract/letters.ts'
import { contains } from '../../platform/db/contains.ts'
import { createRowList } from '../../platform/db/row-list.ts'
import type { Db } from '../../platform/db/schema.ts'
import { estimateEnd } from './estimate-end.ts'
import { readLetterLimits } from './letter-limits.repo.ts'
import { countAttempts } from './limits.repo.ts'
import { countOutcomes, countRecipients } from './recipients.repo.ts'

type Filter = { q?: string | undefined; state?: LetterState | undefined }

/** Letters that are not deleted, by the id of their post; automatic ones have a list of their own. */
export const letterList = createRowList({
  table: 'posts',
  matching: (db, { q, state }: Filter) =>
    db
      .selectFrom('posts')
      .where('posts.kind', '=', 'letter')
      .where('posts.deleted_at', 'is', null)
      .$if(q !== undefined && q !== '', (query) => query.where(contains([sql.ref('posts.title')], q!)))
      .where('posts.id', 'in', (eb) =>
        eb
          .selectFrom('letters')
          .select('post_id')
          .where('letters.kind', 'in', ['letter', 'digest'])
          .$if(state !== undefined, (query) => query.where('state', '=', state!)),
      ),
  sorts: {
    updatedAt: (direction) => [sql`posts.updated_at ${direction}`],
    startedAt: (direction) => [sql`(select started_at from letters where letters.post_id = posts.id) ${direction}`],
    subject: (direction) => [sql`posts.title ${direction}`],
  },
  defaultSort: 'updatedAt',
  descending: ['updatedAt', 'startedAt'],
  read: readSummaries,
})

async function readSummaries(db: Db, ids: number[]): Promise<LetterSummary[]> {
  const [rows, numbers] = await Promise.all([
    summaries(db).where('letters.post_id', 'in', ids).execute(),
    readNumbers(db, ids),
  ])
  return rows.map((row) => toSummary(row, numbers.get(row.post_id)!))
}

export async function findLetter(db: Db, id: number, now: Date): Promise<Letter | undefined> {
  const row = await summaries(db)
    .leftJoin('posts as source', (join) =>
      join.onRef('source.id', '=', 'letters.source_post_id').on('source.deleted_at', 'is', null),
    )
    .select([
      ...(['letters.sender_name', 'letters.intro', 'letters.audience', 'letters.has_page'] as const),
      ...(['letters.is_indexable', 'letters.note', 'letters.version'] as const),
      ...(['source.id as source_id', 'source.title as source_title', 'source.slug as source_slug'] as const),
    ])
    .where('letters.post_id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const numbers = (await readNumbers(db, [id])).get(id)!
  const left = numbers.waiting + numbers.deferred
  const expectedEnd =
    row.state === 'sending' && left > 0 && !isAutomatic(row.kind)
      ? estimateEnd(left, await readLetterLimits(db), await countAttempts(db, now.getTime()), now)
      : null
  return {
    ...toSummary(row, numbers),
    ...{ senderName: row.sender_name, intro: row.intro, note: row.note, version: row.version, expectedEnd },
    audience: LetterAudience.parse(JSON.parse(row.audience)),
    hasPage: Boolean(row.has_page),
    isIndexable: Boolean(row.is_indexable),
    sourcePost: row.source_id === null ? null : { id: row.source_id, title: row.source_title!, slug: row.source_slug! },
  }
}

/** Saves the settings of a letter that has not started. 'stale': its version is another; 'started': it cannot change any more. */
export async function writeLetter(
  db: Db,
  id: number,
  { input, version, now }: { input: LetterInput; version: number | undefined; now: string },
): Promise<'saved' | 'stale' | 'started'> {
  const { senderName, intro, audience, hasPage, isIndexable } = input
  const { numUpdatedRows } = await db
    .updateTable('letters')
    .set((eb) => ({
      ...{ sender_name: senderName, intro, audience: JSON.stringify(audience), has_page: hasPage },
      ...{ is_indexable: isIndexable, version: eb('version', '+', 1), updated_at: now },
    }))
    .where('post_id', '=', id)
    .where('state', 'in', ['draft', 'scheduled'])
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return 'saved'
  const { state } = await db.selectFrom('letters').select('state').where('post_id', '=', id).executeTakeFirstOrThrow()
  return state === 'draft' || state === 'scheduled' ? 'stale' : 'started'
}

/** Changes whether the page of a letter that was sent is shown. */
export async function writeLetterPage(
  db: Db,
  id: number,
  { hasPage, isIndexable, now }: { hasPage: boolean; isIndexable: boolean; now: string },
): Promise<void> {
  await db
    .updateTable('letters')
    .set((eb) => ({ has_page: hasPage, is_indexable: isIndexable, version: eb('version', '+', 1), updated_at: now }))
    .where('post_id', '=', id)
    .execute()
}

export async function setSource(db: Db, id: number, sourcePostId: number, form: 'whole' | 'excerpt'): Promise<void> {
  await db
    .updateTable('letters')
    .set({ source_post_id: sourcePostId, source_form: form })
    .where('post_id', '=', id)
    .execute()
}

function summaries(db: Db) {
  return db
    .selectFrom('letters')
    .innerJoin('posts', 'posts.id', 'letters.post_id')
    .select([
      ...(['letters.post_id', 'letters.kind', 'letters.state', 'letters.sent_subject'] as const),
      ...(['letters.scheduled_at', 'letters.started_at', 'letters.finished_at'] as const),
      ...(['posts.title', 'posts.slug', 'posts.updated_at'] as const),
    ])
    .where('posts.deleted_at', 'is', null)
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['executeTakeFirstOrThrow']>>

function toSummary(row: SummaryRow, numbers: LetterNumbers): LetterSummary {
  return {
    id: row.post_id,
    kind: row.kind,
    state: row.state,
    subject: row.sent_subject ?? row.title,
    slug: row.slug,
    scheduledAt: row.scheduled_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    updatedAt: row.updated_at,
    numbers,
  }
}

const fieldOf: Record<RecipientState, keyof LetterNumbers> = {
  waiting: 'waiting',
  sending: 'sending',
  accepted: 'accepted',
  deferred: 'deferred',
  failed: 'failed',
  suppressed: 'suppressed',
  'in-doubt': 'inDoubt',
  cancelled: 'cancelled',
}

/** The numbers of each letter. */
export async function readNumbers(db: Db, ids: number[]): Promise<Map<number, LetterNumbers>> {
  const [states, outcomes] = await Promise.all([countRecipients(db, ids), countOutcomes(db, ids)])
  const none = { bounced: 0, complained: 0, unsubscribed: 0 }
  return new Map(
    ids.map((id) => {
      const { bounced, complained, unsubscribed } = outcomes.find(({ letter_id }) => letter_id === id) ?? none
      const numbers: LetterNumbers = {
        ...{ total: 0, waiting: 0, sending: 0, accepted: 0, deferred: 0, failed: 0, suppressed: 0, inDoubt: 0 },
        ...{ cancelled: 0, bounced, complained, unsubscribed },
      }
      for (const { letter_id, state, count } of states) {
        if (letter_id !== id) continue
        numbers[fieldOf[state]] += count
        numbers.total += count
      }
      return [id, numbers]
    }),
  )
}
