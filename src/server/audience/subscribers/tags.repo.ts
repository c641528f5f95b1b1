import { TAGS_MAX } from '../../../contract/audience/subscriber-tags.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/schema.ts'

/** Tags that the admin offers. */
const OFFERED = 500

/** The tags of subscribers by id, in alphabetical order. */
export async function listTagsOf(db: Db, ids: number[]): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('subscriber_tags').selectAll().where('subscriber_id', 'in', ids).execute()
  const byId = Map.groupBy(rows, (row) => row.subscriber_id)
  // Sorted here, because collations differ between the databases.
  return new Map([...byId].map(([id, of]) => [id, of.map(({ tag }) => tag).sort()]))
}

export async function listTags(db: Db): Promise<{ tag: string; subscribers: number }[]> {
  const rows = await db
    .selectFrom('subscriber_tags')
    .innerJoin('subscribers', 'subscribers.id', 'subscriber_tags.subscriber_id')
    .where('subscribers.deleted_at', 'is', null)
    .select((eb) => ['tag', eb.fn.countAll<number>().as('subscribers')])
    .groupBy('tag')
    .orderBy('subscribers', 'desc')
    .orderBy('tag')
    .limit(OFFERED)
    .execute()
  return rows
    .map(({ tag, subscribers }) => ({ tag, subscribers: Number(subscribers) }))
    .sort((one, other) => (one.tag < other.tag ? -1 : 1))
}

/** Replaces the tags of a subscriber; must run in a transaction. */
export async function saveTags(db: Db, id: number, tags: string[]): Promise<void> {
  await lockTags(db)
  await db.deleteFrom('subscriber_tags').where('subscriber_id', '=', id).execute()
  await insertTags(
    db,
    tags.map((tag) => ({ subscriber_id: id, tag })),
  )
}

/** Gives subscribers a tag; returns the ids of those that did not have it and had fewer than `TAGS_MAX`. */
export async function addTag(db: Db, ids: number[], tag: string): Promise<number[]> {
  await lockTags(db)
  const found = await db
    .selectFrom('subscribers')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  const present = await listTagsOf(db, ids)
  const free = found.filter(({ id }) => (present.get(id)?.length ?? 0) < TAGS_MAX)
  return insertTags(
    db,
    free.map(({ id }) => ({ subscriber_id: id, tag })),
  )
}

/** Takes a tag from subscribers; returns the ids of those that had it. */
export async function removeTag(db: Db, ids: number[], tag: string): Promise<number[]> {
  const rows = await db
    .deleteFrom('subscriber_tags')
    .where('subscriber_id', 'in', ids)
    .where('tag', '=', tag)
    .returning('subscriber_id')
    .execute()
  return rows.map((row) => row.subscriber_id)
}

/** Returns the ids of the subscribers of new rows. */
export async function insertTags(db: Db, rows: { subscriber_id: number; tag: string }[]): Promise<number[]> {
  if (rows.length === 0) return []
  const added = await db
    .insertInto('subscriber_tags')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['subscriber_id', 'tag']).doNothing())
    .returning('subscriber_id')
    .execute()
  return added.map((row) => row.subscriber_id)
}

/** Two additions at once must not exceed `TAGS_MAX` together. */
function lockTags(db: Db): Promise<void> {
  return lockTable(db, 'subscriber_tags')
}
