import { sql } from 'kysely'
import { addDays } from '../../../../contract/platform/days.ts'
import { isOneOf } from '../../../platform/db/json-rows.ts'
import type { Db, Row } from '../../../platform/db/schema.ts'
import type { FoundProgram } from './found-programs.repo.ts'
import { insertAssignments } from './tracking-ids.repo.ts'

/** Days whose clicks and views rank posts. */
const RECENT_DAYS = 90

/**
 * Gives the free tracking IDs of Amazon's programs that the owner has switched to it to the posts with the most clicks, one
 * each. An ID that was given stays with its post: sales that are reported later still belong to it. Returns whether any
 * assignment has changed; `found` are the programs as the links of the site tell them.
 */
export async function giveTrackingIds(db: Db, found: readonly FoundProgram[], now: string): Promise<boolean> {
  const programs = await db
    .selectFrom('programs')
    .selectAll()
    .where('network', '=', 'amazon')
    .where('gives_tracking_ids', '=', true)
    .where('allows_sub_ids', '=', false)
    .orderBy('id')
    .execute()
  let isChanged = await freeIdsOfPurgedPosts(db)
  const ofAmazon = found.filter(({ network }) => network === 'amazon')
  const carried = new Set(ofAmazon.flatMap(({ tagged }) => [...tagged.trackingIds]))
  for (const program of programs) {
    const tagged = ofAmazon.find(({ key }) => key === program.key)?.tagged
    const free = tagged ? await listFreeIds(db, program, carried) : []
    if (!tagged || free.length === 0) continue
    const posts = await listPostsToGive(db, program.id, { ...tagged, limit: free.length, now })
    if (posts.length === 0) continue
    await insertAssignments(
      db,
      program.id,
      posts.map((id, index) => ({ trackingId: free[index]!, kind: 'post', id, isAutomatic: true })),
    )
    // A form that was opened before would take the new assignments back.
    const version = program.version + 1
    await db.updateTable('programs').set({ version }).where('id', '=', program.id).execute()
    isChanged = true
  }
  return isChanged
}

/** IDs without sales whose posts are gone for good can be given again; the others stand for their sales. */
async function freeIdsOfPurgedPosts(db: Db): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    delete from program_tracking_ids
    where kind = 'post' and not exists (select 1 from posts where posts.id = program_tracking_ids.ref_id)
      and not exists (
        select 1 from earning_sales s join programs p on p.network = s.network
        where p.id = program_tracking_ids.program_id and s.tracking_id = program_tracking_ids.tracking_id)
    returning id`.execute(db)
  return rows.length > 0
}

/**
 * The IDs of a program that stand for nothing yet: not given to a post or category, without sales, and in no link as it was
 * entered, since such links stand in many places. Where no link carries an ID of the list, the first one stays shared.
 */
async function listFreeIds(db: Db, program: Row<'programs'>, carried: ReadonlySet<string>): Promise<string[]> {
  const pool = JSON.parse(program.tracking_ids) as string[]
  const isShared = pool.some((id) => carried.has(id)) ? (id: string) => carried.has(id) : (id: string) => id === pool[0]
  const given = await db
    .selectFrom('program_tracking_ids')
    .select('tracking_id')
    .where(isOneOf(db, 'tracking_id', pool))
    .execute()
  const sold = await db
    .selectFrom('earning_sales')
    .select('tracking_id')
    .distinct()
    .where('network', '=', program.network)
    .where(isOneOf(db, 'tracking_id', pool))
    .execute()
  const used = new Set([...given, ...sold].map((row) => row.tracking_id))
  return pool.filter((id) => !isShared(id) && !used.has(id))
}

type Wanted = { productIds: ReadonlySet<number>; postIds: ReadonlySet<number>; limit: number; now: string }

/**
 * Public posts that show links of the program and have no ID of it, by their clicks, then views, then the newest. A post whose
 * category has an ID keeps that one.
 */
async function listPostsToGive(
  db: Db,
  programId: number,
  { productIds, postIds, limit, now }: Wanted,
): Promise<number[]> {
  const since = addDays(now.slice(0, 10), -RECENT_DAYS)
  const products = sql`
    select id from products where ${isOneOf(db, 'id', [...productIds])} and is_active = ${true} and deleted_at is null`
  const { rows } = await sql<{ id: number }>`
    select p.id from posts p
    left join (select post_id, sum(clicks) as clicks from daily_post_totals where day >= ${since} group by post_id) c
      on c.post_id = p.id
    left join (
      select path, sum(views) as views from page_views
      where day >= ${since} and reason = '' and path like '/blog/%' group by path) v on v.path = '/blog/' || p.slug
    where p.kind = 'post' and p.deleted_at is null and p.published_at <= ${now}
      and (${isOneOf(db, 'p.id', [...postIds])}
        or exists (
          select 1 from post_references r
          where r.post_id = p.id and r.kind = 'product' and r.ref_id in (${products}))
        or exists (
          select 1 from post_references r join routine_products s on s.routine_id = r.ref_id
          where r.post_id = p.id and r.kind = 'routine' and s.product_id in (${products})))
      and not exists (
        select 1 from program_tracking_ids t
        where t.program_id = ${programId}
          and ((t.kind = 'post' and t.ref_id = p.id) or (t.kind = 'category' and t.ref_id = p.category_id)))
    order by coalesce(c.clicks, 0) desc, coalesce(v.views, 0) desc, p.published_at desc, p.id desc
    limit ${limit}`.execute(db)
  return rows.map(({ id }) => Number(id))
}
