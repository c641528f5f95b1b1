import { sql } from 'kysely'
import type { MissingPage, MissingPageQuery } from '../../../contract/content/missing-pages.ts'
import { LIST_MAX } from '../../../contract/platform/limits.ts'
import type { Page } from '../../../contract/platform/paths.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import { insertRows, isOneOf } from '../../platform/db/json-rows.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { findPublicPages } from './public-pages.repo.ts'

/** Requests for one address; times are ISO 8601. */
export type CountedMiss = { address: string; hits: number; firstAt: string; lastAt: string; referrer: string }

/** Rows at most; those with the fewest hits, and of these the oldest, make room for new ones. */
export const MISSING_PAGES_MAX = 1000

/** Adds to the counts of addresses. Run it in a transaction. */
export async function addMissingPages(db: Db, counted: readonly CountedMiss[]): Promise<void> {
  await lockTable(db, 'missing_pages')
  const redirected = await db
    .selectFrom('own_redirects')
    .select('from_address')
    .where(
      isOneOf(
        db,
        'from_address',
        counted.map(({ address }) => address),
      ),
    )
    .where('deleted_at', 'is', null)
    .execute()
  const left = new Set(redirected.map(({ from_address }) => from_address))
  const rows = counted
    .filter(({ address }) => !left.has(address))
    .map(({ address, hits, firstAt, lastAt, referrer }) => ({
      address,
      hits,
      first_at: firstAt,
      last_at: lastAt,
      referrer,
    }))
  if (rows.length === 0) return
  const insert = insertRows(db, 'missing_pages', ['address', 'hits', 'first_at', 'last_at', 'referrer'], rows)
  await sql`${insert} on conflict (address) do update set hits = missing_pages.hits + excluded.hits,
    last_at = excluded.last_at,
    referrer = case when excluded.referrer = '' then missing_pages.referrer else excluded.referrer end`.execute(db)
  await evict(db)
}

async function evict(db: Db): Promise<void> {
  await db
    .deleteFrom('missing_pages')
    .where('id', 'in', (rows) =>
      rows
        .selectFrom('missing_pages')
        .select('id')
        .orderBy('hits', 'desc')
        .orderBy('last_at', 'desc')
        .orderBy('id', 'desc')
        // SQLite takes no offset without a limit.
        .limit(1_000_000)
        .offset(MISSING_PAGES_MAX),
    )
    .execute()
}

/** One page of the addresses that have no page by now. All rows are read, because there are few. */
export async function listMissingPages(db: Db, query: MissingPageQuery, now: string): Promise<Page<MissingPage>> {
  const { sort = 'hits', direction = sort === 'address' ? 'asc' : 'desc', page = 1, limit = LIST_MAX } = query
  const rows = await db
    .selectFrom('missing_pages')
    .selectAll()
    .where('is_ignored', '=', query.show === 'ignored')
    .orderBy(sql.ref(columns[sort]), direction)
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const published = await findPublicPages(
    db,
    rows.map(({ address }) => address),
    now,
  )
  const term = query.q?.toLowerCase() ?? ''
  const found = rows.filter(
    ({ address, referrer }) =>
      !published.has(address) && (address.includes(term) || referrer.toLowerCase().includes(term)),
  )
  return { items: found.slice((page - 1) * limit, page * limit).map(toMissingPage), total: found.length }
}

const columns = { hits: 'hits', lastAt: 'last_at', address: 'address' } as const

/** Puts an address aside, or lists it again; returns it. */
export async function setIgnored(db: Db, id: number, isIgnored: boolean): Promise<string | undefined> {
  const row = await db
    .updateTable('missing_pages')
    .set({ is_ignored: isIgnored })
    .where('id', '=', id)
    .returning('address')
    .executeTakeFirst()
  return row?.address
}

/** Deletes an address that is redirected by now. */
export async function deleteMissingPage(db: Db, address: string): Promise<void> {
  await db.deleteFrom('missing_pages').where('address', '=', address).execute()
}

/** Deletes the addresses that were last requested before a time. */
export async function purgeMissingPages(db: Db, before: string): Promise<void> {
  await db.deleteFrom('missing_pages').where('last_at', '<', before).execute()
}

function toMissingPage({ id, address, hits, first_at, last_at, referrer }: Row<'missing_pages'>): MissingPage {
  return { id, address, hits: Number(hits), firstAt: first_at, lastAt: last_at, referrer }
}
