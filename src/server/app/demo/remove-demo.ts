import { dayIn } from '../../../contract/platform/days.ts'
import { saveSettings } from '../../accounts/settings/settings.repo.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import { isOneOf } from '../../platform/db/json-rows.ts'
import { type Ordered, renumber } from '../../platform/db/positions.ts'
import { backedUpTables, type Db, type Row, type Schema } from '../../platform/db/schema.ts'
import { countDemoViews } from '../../shop/analytics/page-views.repo.ts'
import { addClicks, addConversions, deleteEmptySums } from '../../shop/analytics/totals.repo.ts'
import { listSaleKeys, projectSales } from '../../shop/earnings/ledger/ledger.repo.ts'
import { hasDemoRows } from './demo-rows.repo.ts'
import { deleteByKeys, keepTheRest, readWholeRows, type Stashed, stash } from './demo-stash.repo.ts'
import { planRemoval } from './plan-removal.ts'

/** Days of the demo's clicks are counted in this time zone. */
export const DEMO_TIME_ZONE = 'America/New_York'

/**
 * Removes the demo content and keeps it aside for the undo; runs in a transaction. Images are marked as deleted, so that
 * their files stay. Demo rows that the owner has edited or that her content uses stay and become hers.
 */
export async function removeDemo(
  db: Db,
  { removesEdited, now }: { removesEdited: boolean; now: string },
): Promise<void> {
  for (const table of ['demo_rows', 'products', 'ingredients', 'routines', 'categories']) await lockTable(db, table)
  // Removed by a concurrent request.
  if (!(await hasDemoRows(db))) return
  const { remove } = await planRemoval(db, { removesEdited })
  const ids = (keys: string[]) => keys.map(Number)
  const take = (table: keyof Schema, column: string, keys: readonly (string | number)[]) =>
    takeRows(db, { table, column, keys, now })

  await countSales(db, { clickIds: ids(remove.link_clicks), conversionIds: ids(remove.conversions), each: -1 })
  await countDemoViews(db, -1)
  await take('page_views', 'is_demo', [1])
  await take('link_clicks', 'id', ids(remove.link_clicks))
  await take('conversions', 'id', ids(remove.conversions))
  const sales = await listSaleKeys(db, ids(remove.earning_events))
  await take('earning_events', 'id', ids(remove.earning_events))
  await projectSales(db, sales)
  await take('earning_rules', 'id', ids(remove.earning_rules))
  await take('program_tracking_ids', 'program_id', ids(remove.programs))
  await take('programs', 'id', ids(remove.programs))
  await stashReferences(db, { products: ids(remove.products), posts: ids(remove.posts), now })
  for (const table of ['newsletter_recipients', 'newsletter_links', 'newsletter_click_sums'] as const)
    await take(table, 'newsletter_id', ids(remove.newsletters))
  await take('newsletters', 'post_id', ids(remove.newsletters))
  await take('suppressions', 'email', remove.suppressions)
  await take('subscriber_tags', 'subscriber_id', ids(remove.subscribers))
  await take('consents', 'subscriber_id', ids(remove.subscribers))
  await take('subscribers', 'id', ids(remove.subscribers))
  await take('mails', 'contact_id', ids(remove.contacts))
  await take('contact_replies', 'contact_id', ids(remove.contacts))
  await take('contacts', 'id', ids(remove.contacts))
  for (const kind of ['posts', 'products', 'ingredients', 'routines', 'categories'] as const)
    await takeRedirects(db, kind, ids(remove[kind]), now)
  await take('post_drafts', 'post_id', ids(remove.posts))
  await take('preview_links', 'post_id', ids(remove.posts))
  await take('post_revisions', 'post_id', ids(remove.posts))
  await take('posts', 'id', ids(remove.posts))
  await take('routine_products', 'routine_id', ids(remove.routines))
  await take('ingredients', 'id', ids(remove.ingredients))
  await take('product_revisions', 'product_id', ids(remove.products))
  for (const table of ['routines', 'products', 'categories'] as const) {
    await stashPositions(db, table, now)
    await take(table, 'id', ids(remove[table]))
    await renumber(db, table)
  }
  await hideImages(db, ids(remove.images), now)
  await take('settings', 'key', remove.settings)
  if (remove.settings.length > 0) await saveSettings(db, {}, now)
  await clearProfiles(db, ids(remove.users), now)
  await keepTheRest(db, now)
}

type Taken = { table: keyof Schema; column: string; keys: readonly (string | number)[]; now: string }

/** Deletes rows and keeps them aside. */
async function takeRows(db: Db, { table, column, keys, now }: Taken): Promise<void> {
  const rows = await readWholeRows(db, table, column, keys)
  const key = keyColumnsOf(table)
  await stash(
    db,
    rows.map((row): Stashed => ({ table, key: key.map((name) => row[name]).join(' '), content: row })),
    now,
  )
  await deleteByKeys(db, table, column, keys)
}

function keyColumnsOf(table: keyof Schema): readonly string[] {
  return table in backedUpTables ? backedUpTables[table as keyof typeof backedUpTables] : ['id']
}

/** Adds the clicks and conversions of the demo to the sums, or takes them back. */
export async function countSales(
  db: Db,
  { clickIds, conversionIds, each }: { clickIds: number[]; conversionIds: number[]; each: 1 | -1 },
): Promise<void> {
  const rows = await db
    .selectFrom('link_clicks')
    .selectAll()
    .where(isOneOf(db, 'id', clickIds))
    .execute()
  const clicks = rows.map((row) => ({
    day: dayIn(DEMO_TIME_ZONE, new Date(row.clicked_at)),
    productId: row.product_id,
    postId: row.post_id,
    filteredReason: row.filtered_reason,
  }))
  const conversions = await db
    .selectFrom('conversions')
    .selectAll()
    .where(isOneOf(db, 'id', conversionIds))
    .execute()
  await addClicks(db, clicks, each)
  for (const { day, product_id, revenue_minor } of conversions)
    await addConversions(db, { day, productId: product_id, count: each, revenueMinor: each * revenue_minor })
  const days = [...clicks, ...conversions].map(({ day }) => day).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (each === -1 && first !== undefined && last !== undefined) await deleteEmptySums(db, first, last)
}

/** Visitors' clicks on demo products lose their product when it goes; the undo gives it back. */
async function stashReferences(
  db: Db,
  { products, posts, now }: { products: number[]; posts: number[]; now: string },
): Promise<void> {
  const refersTo = (column: string, ids: number[]) => isOneOf(db, column, ids)
  const clicks = await db
    .selectFrom('link_clicks')
    .select(['id', 'product_id', 'post_id'])
    .where((eb) => eb.or([refersTo('product_id', products), refersTo('post_id', posts)]))
    .execute()
  const conversions = await db
    .selectFrom('conversions')
    .select(['id', 'product_id'])
    .where(refersTo('product_id', products))
    .execute()
  await stash(
    db,
    clicks.map(({ id, ...content }) => ({ table: 'link_clicks#', key: String(id), content })),
    now,
  )
  await stash(
    db,
    conversions.map(({ id, ...content }) => ({ table: 'conversions#', key: String(id), content })),
    now,
  )
}

async function takeRedirects(db: Db, kind: Row<'redirects'>['kind'], ids: number[], now: string): Promise<void> {
  const rows = await db
    .selectFrom('redirects')
    .selectAll()
    .where('kind', '=', kind)
    .where(isOneOf(db, 'target_id', ids))
    .execute()
  await stash(
    db,
    rows.map((content): Stashed => ({ table: 'redirects', key: String(content.id), content })),
    now,
  )
  await deleteByKeys(
    db,
    'redirects',
    'id',
    rows.map(({ id }) => id),
  )
}

async function stashPositions(db: Db, table: Ordered, now: string): Promise<void> {
  const rows = await db.selectFrom(table).select(['id', 'position']).where('deleted_at', 'is', null).execute()
  await stash(
    db,
    rows.map(({ id, position }) => ({ table: `${table}#`, key: String(id), content: { position } })),
    now,
  )
}

async function hideImages(db: Db, ids: number[], now: string): Promise<void> {
  const rows = await db
    .selectFrom('images')
    .select(['id', 'deleted_at'])
    .where(isOneOf(db, 'id', ids))
    .execute()
  await stash(
    db,
    rows.map(({ id, ...content }) => ({ table: 'images', key: String(id), content })),
    now,
  )
  await db
    .updateTable('images')
    .set({ deleted_at: now })
    .where('deleted_at', 'is', null)
    .where(isOneOf(db, 'id', ids))
    .execute()
}

/** The account stays: the owner may be signed in with it. */
async function clearProfiles(db: Db, ids: number[], now: string): Promise<void> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'bio'])
    .where(isOneOf(db, 'id', ids))
    .execute()
  await stash(
    db,
    rows.map(({ id, ...content }) => ({ table: 'users', key: String(id), content })),
    now,
  )
  await db
    .updateTable('users')
    .set({ name: '', bio: '' })
    .where(isOneOf(db, 'id', ids))
    .execute()
}
