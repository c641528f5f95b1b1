import { type RawBuilder, sql } from 'kysely'
import { LINK_MAX } from '../../../contract/shop/links.ts'
import { deleteRows } from '../../platform/db/json-rows.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { linkHash } from './link-hash.ts'

export type FoundUse = Omit<Row<'link_uses'>, 'link_id'> & { url: string }
export type UseSource = Pick<FoundUse, 'kind' | 'ref_id'>

/** Days for which a link that nothing uses keeps its history, as a deleted product can come back. */
const UNUSED_DAYS = 30
/** Rows of one statement. */
const ROWS = 500

/**
 * Whether a product or post that is not deleted uses a row of `links`, and whether a product still has it as its link. The stored
 * uses are renewed once an hour, and alerts must not name what was deleted since.
 */
export const isInUse: RawBuilder<boolean> = sql<boolean>`exists (
  select 1 from link_uses as used
  left join products on products.id = used.ref_id and used.kind = 'product' and products.deleted_at is null
  left join posts on posts.id = used.ref_id and used.kind = 'post' and posts.deleted_at is null
  where used.link_id = links.id and (posts.id is not null
    or products.id is not null and (used.place <> 'link' or products.affiliate_link = links.url)))`

/**
 * Replaces the uses of links: all of them, or those of some products and posts. Only differences are written. New links
 * are due at once.
 */
export async function storeLinkUses(
  db: Db,
  found: readonly FoundUse[],
  { now, sources }: { now: string; sources?: readonly UseSource[] },
): Promise<void> {
  const urls = new Map<string, string>()
  const uses = found.filter(({ url }) => hostOf(url) !== undefined)
  for (const { url } of uses) urls.set(linkHash(url), url)
  const ids = await ensureLinks(db, urls, now)
  const wanted = new Map(
    uses.map(({ url, kind, ref_id, place }) => {
      const use = { link_id: ids.get(linkHash(url))!, kind, ref_id, place }
      return [keyOf(use), use]
    }),
  )
  const stored = new Map((await listUses(db, sources)).map((use) => [keyOf(use), use]))
  const missing = [...wanted].flatMap(([key, use]) => (stored.has(key) ? [] : [use]))
  const outdated = [...stored].flatMap(([key, use]) => (wanted.has(key) ? [] : [use]))
  for (const rows of batches(missing))
    await db
      .insertInto('link_uses')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  for (const rows of batches(outdated)) await deleteRows(db, 'link_uses', useColumns, rows).execute(db)
  await markUnused(db, now)
}

const useColumns = ['link_id', 'kind', 'ref_id', 'place'] as const

/** The ids of links by the hashes of their URLs; unknown ones are inserted. */
async function ensureLinks(db: Db, urls: ReadonlyMap<string, string>, now: string): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const lookUp = async (hashes: string[]) => {
    for (const some of batches(hashes)) {
      const rows = await db.selectFrom('links').select(['id', 'url_hash']).where('url_hash', 'in', some).execute()
      for (const { id, url_hash } of rows) ids.set(url_hash, id)
    }
  }
  await lookUp([...urls.keys()])
  const unknown = [...urls].filter(([hash]) => !ids.has(hash))
  for (const some of batches(unknown)) {
    const rows = some.map(([url_hash, url]) => ({ url_hash, url, host: hostOf(url)!, created_at: now }))
    // Another process may have found the same link.
    await db
      .insertInto('links')
      .values(rows)
      .onConflict((conflict) => conflict.column('url_hash').doNothing())
      .execute()
  }
  await lookUp(unknown.map(([hash]) => hash))
  return ids
}

async function listUses(db: Db, sources: readonly UseSource[] | undefined): Promise<Row<'link_uses'>[]> {
  const all = () => db.selectFrom('link_uses').selectAll()
  if (!sources) return all().execute()
  const rows: Row<'link_uses'>[] = []
  for (const kind of ['product', 'post'] as const)
    for (const some of batches(sources.filter((source) => source.kind === kind)))
      rows.push(
        ...(await all()
          .where('kind', '=', kind)
          .where(
            'ref_id',
            'in',
            some.map(({ ref_id }) => ref_id),
          )
          .execute()),
      )
  return rows
}

async function markUnused(db: Db, now: string): Promise<void> {
  const uses = db.selectFrom('link_uses').select('link_id')
  await db
    .updateTable('links')
    .set({ unused_since: null })
    .where('unused_since', 'is not', null)
    .where('id', 'in', uses)
    .execute()
  await db
    .updateTable('links')
    .set({ unused_since: now })
    .where('unused_since', 'is', null)
    .where('id', 'not in', uses)
    .execute()
  const before = new Date(Date.parse(now) - UNUSED_DAYS * DAY_MS).toISOString()
  await db.deleteFrom('links').where('unused_since', '<', before).execute()
}

/** Host and port of a link that can be checked. */
function hostOf(url: string): string | undefined {
  if (url.length > LINK_MAX || url.includes('\0') || !URL.canParse(url)) return undefined
  const { protocol, host } = new URL(url)
  return /^https?:$/.test(protocol) && host !== '' ? host : undefined
}

function keyOf({ link_id, kind, ref_id, place }: Row<'link_uses'>): string {
  return `${link_id} ${kind} ${ref_id} ${place}`
}

function batches<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / ROWS) }, (_, index) =>
    items.slice(index * ROWS, (index + 1) * ROWS),
  )
}
