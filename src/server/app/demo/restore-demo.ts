import { sql } from 'kysely'
import { saveSettings } from '../../accounts/settings/settings.repo.ts'
import { fillPostReferences } from '../../content/posts/post-references.repo.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import { isOneOf } from '../../platform/db/json-rows.ts'
import { type Ordered, renumber, setPositions } from '../../platform/db/positions.ts'
import type { Db, Schema } from '../../platform/db/schema.ts'
import { countDemoViews } from '../../shop/analytics/page-views.repo.ts'
import { listSaleKeys, projectSales } from '../../shop/earnings/ledger/ledger.repo.ts'
import { storeDerivedRows } from '../../shop/products/derived-rows.repo.ts'
import { linkProductIngredients } from '../../shop/products/link-ingredients.repo.ts'
import { listRemovedRows } from './demo-rows.repo.ts'
import { clearStash, insertWholeRows } from './demo-stash.repo.ts'
import { countSales } from './remove-demo.ts'

type Cells = Record<string, string | number | boolean | null>
type Removed = { key: string; cells: Cells }

/**
 * Brings back what `removeDemo` has removed; runs in a transaction. What the owner made meanwhile stays: a slug that she
 * took gets an ending in the demo, a setting that she changed is hers.
 */
export async function restoreDemo(db: Db, now: string): Promise<void> {
  for (const table of ['demo_rows', 'products', 'ingredients', 'routines', 'categories']) await lockTable(db, table)
  const rows = await listRemovedRows(db)
  // Brought back by a concurrent request.
  if (rows.length === 0) return
  const removed = Map.groupBy(rows, ({ table_name }) => table_name)
  const of = (table: string): Removed[] =>
    (removed.get(table) ?? []).flatMap(({ row_key, content }) =>
      content === null ? [] : [{ key: row_key, cells: JSON.parse(content) as Cells }],
    )
  const ids = (table: string) => of(table).map(({ key }) => Number(key))
  const bringBack = (table: keyof Schema) =>
    insertWholeRows(
      db,
      table,
      of(table).map(({ cells }) => cells),
    )

  await showImages(db, of('images'))
  for (const table of ['categories', 'posts', 'products', 'ingredients', 'routines'] as const)
    await insertWholeRows(
      db,
      table,
      await withFreeSlugs(
        db,
        table,
        of(table).map(({ cells }) => cells),
      ),
    )
  for (const table of ['post_revisions', 'post_drafts', 'preview_links', 'routine_products'] as const)
    await bringBack(table)
  await storeDerivedRows(db, ids('products'))
  await linkProductIngredients(db, ids('ingredients'))
  for (const table of ['product_revisions', 'redirects', 'contacts', 'contact_replies', 'mails'] as const)
    await bringBack(table)
  await bringBackSubscribers(db, of)
  await bringBack('newsletters')
  await bringBackRecipients(db, of('newsletter_recipients'))
  for (const table of ['newsletter_links', 'newsletter_click_sums', 'suppressions'] as const) await bringBack(table)
  await bringBack('page_views')
  await countDemoViews(db, 1)
  await bringBack('link_clicks')
  await bringBack('conversions')
  for (const table of ['programs', 'program_tracking_ids', 'earning_rules', 'earning_events'] as const)
    await bringBack(table)
  await projectSales(db, await listSaleKeys(db, ids('earning_events')))
  await countSales(db, { clickIds: ids('link_clicks'), conversionIds: ids('conversions'), each: 1 })
  for (const table of ['link_clicks', 'conversions'] as const)
    for (const { key, cells } of of(`${table}#`)) await setCells(db, table, Number(key), cells)
  for (const table of ['routines', 'products', 'categories'] as const) await restoreOrder(db, table, of(`${table}#`))
  await bringBack('settings')
  if (of('settings').length > 0) await saveSettings(db, {}, now)
  await restoreProfiles(db, of('users'))
  await clearStash(db)
  await markReferencesMissing(db, ids('posts'))
  await fillPostReferences(db)
}

/** A profile that the owner has filled in meanwhile stays. */
async function restoreProfiles(db: Db, users: Removed[]): Promise<void> {
  for (const { key, cells } of users)
    await db
      .updateTable('users')
      .set({ name: String(cells.name), bio: String(cells.bio) })
      .where('id', '=', Number(key))
      .where('name', '=', '')
      .where('bio', '=', '')
      .execute()
}

/** The references of the posts were deleted with their rows. */
async function markReferencesMissing(db: Db, postIds: number[]): Promise<void> {
  if (postIds.length === 0) return
  await db.updateTable('posts').set({ references_version: null }).where('id', 'in', postIds).execute()
}

/** An image that was deleted before stays so. */
async function showImages(db: Db, images: Removed[]): Promise<void> {
  for (const { key, cells } of images)
    if (cells.deleted_at === null)
      await db.updateTable('images').set({ deleted_at: null }).where('id', '=', Number(key)).execute()
}

type WithSlug = 'categories' | 'posts' | 'products' | 'ingredients' | 'routines'

async function withFreeSlugs(db: Db, table: WithSlug, rows: Cells[]): Promise<Cells[]> {
  const taken = await listSlugs(db, table)
  return rows.map((row) => {
    // Products of a version before slugs.
    if (row.slug === null || row.slug === undefined) return row
    const slug = freeSlug(String(row.slug), taken)
    taken.add(slug)
    return { ...row, slug }
  })
}

export async function listSlugs(db: Db, table: WithSlug): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from ${sql.table(table)} where slug is not null`.execute(db)
  return new Set(rows.map(({ slug }) => slug))
}

/** The slug, or with `-demo` or a number at its end where it is taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug
  for (let number = 1; ; number++) {
    const other = `${slug}-demo${number === 1 ? '' : `-${number}`}`
    if (!taken.has(other)) return other
  }
}

/** Without those who have subscribed themselves meanwhile. */
async function bringBackSubscribers(db: Db, of: (table: keyof Schema) => Removed[]): Promise<void> {
  const taken = new Set((await db.selectFrom('subscribers').select('email').execute()).map(({ email }) => email))
  const rows = of('subscribers').filter(({ cells }) => !taken.has(String(cells.email)))
  const ids = new Set(rows.map(({ cells }) => cells.id))
  const cellsOf = (table: keyof Schema) => of(table).map(({ cells }) => cells)
  await insertWholeRows(
    db,
    'subscribers',
    rows.map(({ cells }) => cells),
  )
  for (const table of ['consents', 'subscriber_tags'] as const)
    await insertWholeRows(
      db,
      table,
      cellsOf(table).filter(({ subscriber_id }) => ids.has(subscriber_id ?? null)),
    )
}

/** A recipient whose subscriber did not come back has none, as after a deletion. */
async function bringBackRecipients(db: Db, recipients: Removed[]): Promise<void> {
  const ids = recipients.map(({ cells }) => Number(cells.subscriber_id))
  const present = await db
    .selectFrom('subscribers')
    .select('id')
    .where(isOneOf(db, 'id', ids))
    .execute()
  const known = new Set(present.map(({ id }) => id))
  await insertWholeRows(
    db,
    'newsletter_recipients',
    recipients.map(({ cells }) => (known.has(Number(cells.subscriber_id)) ? cells : { ...cells, subscriber_id: null })),
  )
}

async function setCells(db: Db, table: 'link_clicks' | 'conversions', id: number, cells: Cells): Promise<void> {
  const changes = Object.entries(cells).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where id = ${id}`.execute(db)
}

/** The order from before the removal; what is new since comes last. */
async function restoreOrder(db: Db, table: Ordered, before: Removed[]): Promise<void> {
  const places = before.map(({ key, cells }): [number, number] => [Number(key), Number(cells.position)])
  const known = new Set(places.map(([id]) => id))
  const rows = await db.selectFrom(table).select(['id', 'position']).where('deleted_at', 'is', null).execute()
  for (const { id, position } of rows) if (!known.has(id)) places.push([id, places.length + position])
  if (places.length > 0) await setPositions(db, table, places)
  await renumber(db, table)
}
