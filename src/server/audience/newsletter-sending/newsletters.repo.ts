import { sql } from 'kysely'
import type { StoppedNewsletter } from '../../../contract/app/overview.ts'
import { isAutomatic } from '../../../contract/audience/automatic-newsletters.ts'
import { NewsletterAudience } from '../../../contract/audience/newsletter-audience.ts'
import type {
  Newsletter,
  NewsletterForm,
  NewsletterInput,
  NewsletterNumbers,
  NewsletterState,
  NewsletterSummary,
  RecipientState,
} from '../../../contract/audience/newsletters.ts'
import { contains } from '../../platform/db/contains.ts'
import { createRowList } from '../../platform/db/row-list.ts'
import type { Db } from '../../platform/db/schema.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { estimateSending } from './estimate-sending.repo.ts'
import { countOutcomes, countRecipients } from './recipient-numbers.repo.ts'

/** Newsletters that the overview names. */
const STOPPED_MAX = 3

type Filter = { q?: string | undefined; state?: NewsletterState | undefined }

/** Newsletters that are not deleted, by the id of their post; automatic ones have a list of their own. */
export const newsletterList = createRowList({
  table: 'posts',
  matching: (db, { q, state }: Filter) =>
    db
      .selectFrom('posts')
      .where('posts.kind', '=', 'newsletter')
      .where('posts.deleted_at', 'is', null)
      .$if(q !== undefined && q !== '', (query) => query.where(contains([sql.ref('posts.title')], q!)))
      .where('posts.id', 'in', (eb) =>
        eb
          .selectFrom('newsletters')
          .select('post_id')
          .where('newsletters.kind', 'in', ['newsletter', 'digest'])
          .$if(state !== undefined, (query) => query.where('state', '=', state!)),
      ),
  sorts: {
    updatedAt: (direction) => [sql`posts.updated_at ${direction}`],
    startedAt: (direction) => [
      sql`(select started_at from newsletters where newsletters.post_id = posts.id) ${direction}`,
    ],
    subject: (direction) => [sql`posts.title ${direction}`],
  },
  defaultSort: 'updatedAt',
  descending: ['updatedAt', 'startedAt'],
  read: readSummaries,
})

async function readSummaries(db: Db, ids: number[]): Promise<NewsletterSummary[]> {
  const [rows, numbers] = await Promise.all([
    summaries(db).where('newsletters.post_id', 'in', ids).execute(),
    readNumbers(db, ids),
  ])
  return rows.map((row) => toSummary(row, numbers.get(row.post_id)!))
}

export async function findNewsletter(db: Db, id: number, now: Date): Promise<Newsletter | undefined> {
  const row = await summaries(db)
    .select([
      ...(['newsletters.sender_name', 'newsletters.intro', 'newsletters.audience', 'newsletters.has_page'] as const),
      ...(['newsletters.is_indexable', 'newsletters.counts_clicks', 'newsletters.note'] as const),
      'newsletters.version' as const,
      ...(['source.id as source_id', 'source.title as source_title', 'source.slug as source_slug'] as const),
    ])
    .where('newsletters.post_id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const numbers = (await readNumbers(db, [id])).get(id)!
  const left = numbers.waiting + numbers.deferred
  const expectedEnd =
    row.state === 'sending' && row.note === null && left > 0 && !isAutomatic(row.kind)
      ? await estimateSending(db, id, { left, startedAt: row.started_at }, { now })
      : null
  return {
    ...toSummary(row, numbers),
    senderName: row.sender_name,
    intro: row.intro,
    note: row.note,
    version: row.version,
    expectedEnd,
    audience: toAudience(row.audience),
    hasPage: Boolean(row.has_page),
    isIndexable: Boolean(row.is_indexable),
    countsClicks: Boolean(row.counts_clicks),
    sourcePost:
      row.source_id === null || row.source_title === null || row.source_slug === null
        ? null
        : {
            id: row.source_id,
            title: row.source_title,
            slug: row.source_slug,
            isPublished: row.source_published_at !== null && row.source_published_at <= now.toISOString(),
            publishedAt: row.source_published_at,
          },
  }
}

/** Before the first subscriber of any site. */
const nobody: NewsletterAudience = { kind: 'segment', signedUpFrom: '2000-01-01', signedUpTo: '2000-01-01' }

/** Without one of its conditions an invalid stored audience could reach more than the owner chose. */
function toAudience(stored: string): NewsletterAudience {
  const parsed = NewsletterAudience.safeParse(JSON.parse(stored))
  return parsed.success ? parsed.data : nobody
}

/** The owner is told for so many days after its end that a newsletter did not reach most readers. */
const FAILED_DAYS = 14

const reasons: Partial<Record<NewsletterState, StoppedNewsletter['reason']>> = {
  sending: 'delayed',
  paused: 'paused',
  sent: 'failed',
}

/**
 * Newsletters of any kind that are not sent as planned: put back to the drafts at their time, paused by the site, delayed, or
 * lately sent to readers of whom most did not get it.
 */
export async function listStopped(db: Db, now: string): Promise<StoppedNewsletter[]> {
  const recently = new Date(Date.parse(now) - FAILED_DAYS * DAY_MS).toISOString()
  const rows = await summaries(db)
    .where('newsletters.note', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('newsletters.state', 'in', ['draft', 'paused', 'sending']),
        eb.and([eb('newsletters.state', '=', 'sent'), eb('newsletters.finished_at', '>=', recently)]),
      ]),
    )
    .orderBy('newsletters.updated_at', 'desc')
    .limit(STOPPED_MAX)
    .execute()
  return rows.map(({ post_id, title, sent_subject, state }) => ({
    id: post_id,
    subject: sent_subject ?? title,
    reason: reasons[state] ?? 'put-back',
  }))
}

/** Saves the settings of a newsletter that has not started. 'stale': its version is another; 'started': it cannot change any more. */
export async function writeNewsletter(
  db: Db,
  id: number,
  { input, version, now }: { input: NewsletterInput; version: number | undefined; now: string },
): Promise<'saved' | 'stale' | 'started'> {
  const { senderName, intro, audience, hasPage, isIndexable, countsClicks } = input
  const { numUpdatedRows } = await db
    .updateTable('newsletters')
    .set((eb) => ({
      sender_name: senderName,
      intro,
      audience: JSON.stringify(audience),
      has_page: hasPage,
      is_indexable: isIndexable,
      counts_clicks: countsClicks,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('post_id', '=', id)
    .where('state', 'in', ['draft', 'scheduled'])
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return 'saved'
  const { state } = await db
    .selectFrom('newsletters')
    .select('state')
    .where('post_id', '=', id)
    .executeTakeFirstOrThrow()
  return state === 'draft' || state === 'scheduled' ? 'stale' : 'started'
}

/** Changes whether the page of a newsletter that was sent is shown. */
export async function writeNewsletterPage(
  db: Db,
  id: number,
  { hasPage, isIndexable, now }: { hasPage: boolean; isIndexable: boolean; now: string },
): Promise<void> {
  await db
    .updateTable('newsletters')
    .set((eb) => ({ has_page: hasPage, is_indexable: isIndexable, version: eb('version', '+', 1), updated_at: now }))
    .where('post_id', '=', id)
    .execute()
}

export type Source = {
  postId: number
  form: NewsletterForm
  /** JSON of the text that it took from the post; null for one of an earlier version. */
  text: string | null
  takenAt: string
}

export async function findSource(db: Db, id: number): Promise<Source | undefined> {
  const row = await db
    .selectFrom('newsletters')
    .select(['source_post_id', 'source_form', 'source_text', 'source_taken_at', 'created_at'])
    .where('post_id', '=', id)
    .executeTakeFirst()
  if (!row?.source_post_id || !row.source_form) return undefined
  const takenAt = row.source_taken_at ?? row.created_at
  return { postId: row.source_post_id, form: row.source_form, text: row.source_text, takenAt }
}

export async function setSource(db: Db, id: number, { postId, form, text, takenAt }: Source): Promise<void> {
  await db
    .updateTable('newsletters')
    .set({ source_post_id: postId, source_form: form, source_text: text, source_taken_at: takenAt })
    .where('post_id', '=', id)
    .execute()
}

/** The newest newsletter of a post that is neither deleted nor cancelled. */
export async function findNewsletterOfPost(db: Db, postId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('newsletters')
    .innerJoin('posts', 'posts.id', 'newsletters.post_id')
    .select('posts.id')
    .where('newsletters.source_post_id', '=', postId)
    .where('newsletters.kind', '=', 'newsletter')
    .where('newsletters.state', '!=', 'cancelled')
    .where('posts.deleted_at', 'is', null)
    .orderBy('posts.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

function summaries(db: Db) {
  return db
    .selectFrom('newsletters')
    .innerJoin('posts', 'posts.id', 'newsletters.post_id')
    .leftJoin('posts as source', (join) =>
      join.onRef('source.id', '=', 'newsletters.source_post_id').on('source.deleted_at', 'is', null),
    )
    .select([
      ...(['newsletters.goes_with_post', 'source.published_at as source_published_at'] as const),
      ...(['newsletters.post_id', 'newsletters.kind', 'newsletters.state', 'newsletters.sent_subject'] as const),
      ...(['newsletters.scheduled_at', 'newsletters.started_at', 'newsletters.finished_at'] as const),
      ...(['posts.title', 'posts.slug', 'posts.updated_at'] as const),
    ])
    .where('posts.deleted_at', 'is', null)
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['executeTakeFirstOrThrow']>>

function toSummary(row: SummaryRow, numbers: NewsletterNumbers): NewsletterSummary {
  const goesWithPost = row.state === 'scheduled' && Boolean(row.goes_with_post)
  return {
    id: row.post_id,
    kind: row.kind,
    state: row.state,
    subject: row.sent_subject ?? row.title,
    slug: row.slug,
    scheduledAt: goesWithPost ? row.source_published_at : row.scheduled_at,
    goesWithPost,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    updatedAt: row.updated_at,
    numbers,
  }
}

const fieldOf: Record<RecipientState, keyof NewsletterNumbers> = {
  waiting: 'waiting',
  sending: 'sending',
  accepted: 'accepted',
  deferred: 'deferred',
  failed: 'failed',
  suppressed: 'suppressed',
  'in-doubt': 'inDoubt',
  cancelled: 'cancelled',
}

/** The numbers of each newsletter. */
export async function readNumbers(db: Db, ids: number[]): Promise<Map<number, NewsletterNumbers>> {
  const [states, outcomes] = await Promise.all([countRecipients(db, ids), countOutcomes(db, ids)])
  return new Map(
    ids.map((id) => {
      const numbers: NewsletterNumbers = {
        total: 0,
        waiting: 0,
        sending: 0,
        accepted: 0,
        deferred: 0,
        failed: 0,
        suppressed: 0,
        inDoubt: 0,
        cancelled: 0,
        bounced: 0,
        complained: 0,
        unsubscribed: 0,
      }
      for (const { newsletter_id, outcome, count } of outcomes) if (newsletter_id === id) numbers[outcome] += count
      for (const { newsletter_id, state, count } of states) {
        if (newsletter_id !== id) continue
        numbers[fieldOf[state]] += count
        numbers.total += count
      }
      return [id, numbers]
    }),
  )
}
