import { PLAN_ENTRIES_MAX, type PlanEntry } from '../../../contract/app/planning.ts'
import { PostDraft } from '../../../contract/content/post-draft.ts'
import { addDays, dayIn } from '../../../contract/platform/days.ts'
import { statusOf } from '../../content/posts/post-columns.ts'
import { writeNewDraft } from '../../content/posts/post-drafts.repo.ts'
import { keptReferences } from '../../content/posts/post-references.repo.ts'
import { lockPost } from '../../content/posts/posts-write.repo.ts'
import { withTexts } from '../../content/posts/prepare-post.ts'
import { findWorkingCopy, saveWorkingCopy } from '../../content/posts/working-copies.repo.ts'
import type { Db } from '../../platform/db/schema.ts'

type Span = { from: string; to: string; timeZone: string; now: string }

/** The entries of the days from `from` to `to`, both included. */
export async function listPlan(db: Db, span: Span): Promise<PlanEntry[]> {
  const entries = (await Promise.all([readIdeas(db, span), readPosts(db, span), readNewsletters(db, span)])).flat()
  return entries
    .filter(({ day }) => day >= span.from && day <= span.to)
    .sort((one, other) => orderOf(one).localeCompare(orderOf(other)))
}

/** Ideas stand before what has a time of that day. */
const orderOf = ({ day, at, title }: PlanEntry) => `${day} ${at ?? ''} ${title}`

/** A day of the site begins up to 14 hours before and ends up to 12 hours after that of UTC. */
const momentsOf = ({ from, to }: Span) => ({
  first: `${addDays(from, -1)}T00:00:00.000Z`,
  last: `${addDays(to, 2)}T00:00:00.000Z`,
})

async function readIdeas(db: Db, { from, to }: Span): Promise<PlanEntry[]> {
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'title', 'idea_on'])
    .where('kind', '=', 'post')
    .where('deleted_at', 'is', null)
    .where('published_at', 'is', null)
    .where('idea_on', '>=', from)
    .where('idea_on', '<=', to)
    .orderBy('idea_on')
    .limit(PLAN_ENTRIES_MAX)
    .execute()
  return rows.map(({ id, title, idea_on }) => ({
    ...{ kind: 'post', id, title, state: 'idea', day: idea_on ?? '', at: null, isWithPost: false },
  }))
}

async function readPosts(db: Db, span: Span): Promise<PlanEntry[]> {
  const { first, last } = momentsOf(span)
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'title', 'published_at'])
    .where('kind', '=', 'post')
    .where('deleted_at', 'is', null)
    .where('published_at', '>=', first)
    .where('published_at', '<', last)
    .orderBy('published_at', 'desc')
    .limit(PLAN_ENTRIES_MAX)
    .execute()
  return rows.map(({ id, title, published_at }) => ({
    ...{ kind: 'post', id, title, isWithPost: false },
    ...timed(published_at ?? '', span.timeZone),
    state: statusOf(published_at, span.now) === 'scheduled' ? 'scheduled' : 'published',
  }))
}

async function readNewsletters(db: Db, span: Span): Promise<PlanEntry[]> {
  const { first, last } = momentsOf(span)
  const rows = await db
    .selectFrom('newsletters')
    .innerJoin('posts', 'posts.id', 'newsletters.post_id')
    .leftJoin('posts as source', (join) =>
      join.onRef('source.id', '=', 'newsletters.source_post_id').on('source.deleted_at', 'is', null),
    )
    .select(['posts.id', 'posts.title', 'sent_subject', 'state', 'goes_with_post', 'scheduled_at', 'started_at'])
    .select('source.published_at as source_at')
    .where('newsletters.kind', 'in', ['newsletter', 'digest'])
    .where('posts.deleted_at', 'is', null)
    .where((eb) => {
      const within = (column: 'started_at' | 'scheduled_at' | 'source.published_at') =>
        eb.and([eb(column, '>=', first), eb(column, '<', last)])
      const isScheduled = eb('state', '=', 'scheduled')
      return eb.or([
        within('started_at'),
        eb.and([isScheduled, eb('goes_with_post', '=', false), within('scheduled_at')]),
        eb.and([isScheduled, eb('goes_with_post', '=', true), within('source.published_at')]),
      ])
    })
    .orderBy('posts.id', 'desc')
    .limit(PLAN_ENTRIES_MAX)
    .execute()
  return rows.flatMap((row) => {
    const isScheduled = row.state === 'scheduled'
    const isWithPost = isScheduled && Boolean(row.goes_with_post)
    const at = isWithPost ? row.source_at : isScheduled ? row.scheduled_at : row.started_at
    if (at === null) return []
    const title = row.sent_subject ?? row.title
    return {
      ...{ kind: 'newsletter', id: row.id, title, isWithPost },
      ...timed(at, span.timeZone),
      state: isScheduled ? 'scheduled' : 'sent',
    }
  })
}

const timed = (at: string, timeZone: string) => ({ at, day: dayIn(timeZone, new Date(at)) })

/** The writes of this file are called in a transaction. */
export async function createIdea(db: Db, idea: { title: string; day: string; now: string }): Promise<number> {
  const { title, day, now } = idea
  const prepared = await withTexts(db, PostDraft.parse({ title }))
  const { id } = await writeNewDraft(db, { prepared, kind: 'post', key: undefined, now })
  await db.updateTable('posts').set({ idea_on: day }).where('id', '=', id).execute()
  return id
}

/** The planned day of a post that is not deleted; undefined if it is missing. */
export async function findPlannedDay(db: Db, id: number): Promise<{ day: string | null } | undefined> {
  const posts = db.selectFrom('posts').where('id', '=', id).where('deleted_at', 'is', null)
  const row = await posts.where('kind', '=', 'post').select('idea_on').executeTakeFirst()
  return row && { day: row.idea_on }
}

/** The title of what was moved; 'other' if its state does not allow it, undefined if it is missing. */
type Move = { title: string } | 'other' | undefined

export async function moveIdea(db: Db, id: number, day: string | null): Promise<Move> {
  const row = await lockPost(db, id)
  if (row?.kind !== 'post') return undefined
  if (row.published_at !== null) return 'other'
  await db.updateTable('posts').set({ idea_on: day }).where('id', '=', id).execute()
  return { title: row.title }
}

/** Moves a scheduled post and its working copy, which would bring the earlier time back. */
export async function moveScheduledPost(db: Db, id: number, at: string, now: string): Promise<Move> {
  const row = await lockPost(db, id)
  if (row?.kind !== 'post') return undefined
  if (statusOf(row.published_at, now) !== 'scheduled') return 'other'
  const copy = await findWorkingCopy(db, id)
  await db
    .updateTable('posts')
    .set({ published_at: at, updated_at: now, version: row.version + 1, ...keptReferences(row) })
    .where('id', '=', id)
    .execute()
  if (copy) await saveWorkingCopy(db, id, { ...copy.draft, publishedAt: at }, copy.updatedAt)
  return { title: row.title }
}
