import { recordDemoRows } from '../../src/server/app/demo/demo-rows.repo.ts'
import { isOneOf } from '../../src/server/platform/db/json-rows.ts'
import type { Db, NewRow } from '../../src/server/platform/db/schema.ts'
import { demoPrograms, SHARED_TRACKING_ID } from '../content/programs.ts'

/** The tracking ID that a sale is reported with; the post is null for a sale of another page. */
export type TrackingIdOf = (postId: number | null) => string

/**
 * Inserts the programs that the site does not have yet. Amazon's tracking IDs go to posts: one by the owner, one
 * to a category, the others by the program itself. `postIds` are those with its products, the one with the most sales first.
 */
export async function seedPrograms(
  db: Db,
  { postIds, now }: { postIds: readonly number[]; now: string },
): Promise<TrackingIdOf> {
  const rows = demoPrograms.map(({ network, key, name, host, trackingIds, allowsSubIds, disclosure }) => ({
    network,
    key,
    name,
    advertiser: name,
    disclosure,
    allows_sub_ids: allowsSubIds,
    hosts: JSON.stringify([host]),
    tracking_ids: JSON.stringify(trackingIds),
    sub_id_parameter: '',
    currency: 'USD',
    hide_price_hours: null,
    replaces_mail_links: network === 'amazon',
    is_edited: true,
    gives_tracking_ids: network === 'amazon',
    created_at: now,
    updated_at: now,
  }))
  const inserted = await db
    .insertInto('programs')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['network', 'key']).doNothing())
    .returning(['id', 'network'])
    .execute()
  await recordDemoRows(
    db,
    'programs',
    inserted.map(({ id }) => id),
  )
  const amazon = inserted.find(({ network }) => network === 'amazon')
  return amazon ? giveIds(db, amazon.id, postIds) : () => SHARED_TRACKING_ID
}

async function giveIds(db: Db, program_id: number, postIds: readonly number[]): Promise<TrackingIdOf> {
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'category_id'])
    .where(isOneOf(db, 'id', postIds))
    .execute()
  const categoryOf = new Map(posts.map(({ id, category_id }) => [id, category_id]))
  const [first, second, third, ...rest] = postIds
  const ofPost = (tracking_id: string, ref_id: number | undefined, is_automatic: boolean) =>
    ref_id === undefined ? [] : [{ program_id, tracking_id, kind: 'post' as const, ref_id, is_automatic }]
  const topic = third === undefined ? null : categoryOf.get(third)
  const others = rest.filter((id) => categoryOf.get(id) !== topic)
  const given: NewRow<'program_tracking_ids'>[] = [
    ...ofPost('dewlight-guide-20', second, false),
    ...ofPost('dewlight-01-20', first, true),
    ...ofPost('dewlight-02-20', others[0], true),
    ...ofPost('dewlight-03-20', others[1], true),
  ]
  if (topic != null)
    given.push({ program_id, tracking_id: 'dewlight-topic-20', kind: 'category', ref_id: topic, is_automatic: false })
  if (given.length > 0) await db.insertInto('program_tracking_ids').values(given).execute()
  const idOf = (kind: 'post' | 'category', ref: number | null | undefined) =>
    given.find((row) => row.kind === kind && row.ref_id === ref)?.tracking_id
  return (postId) =>
    (postId === null ? undefined : (idOf('post', postId) ?? idOf('category', categoryOf.get(postId)))) ??
    SHARED_TRACKING_ID
}
