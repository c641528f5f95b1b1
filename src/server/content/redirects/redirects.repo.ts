import { sql } from 'kysely'
import { redirectAddress, redirectAddresses } from '../../../contract/content/redirect-address.ts'
import {
  REDIRECTS_MAX,
  type Redirect,
  type RedirectInput,
  type RedirectQuery,
} from '../../../contract/content/redirects.ts'
import { LIST_MAX } from '../../../contract/platform/limits.ts'
import type { Page } from '../../../contract/platform/paths.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import { contains } from '../../platform/db/contains.ts'
import { isOneOf } from '../../platform/db/json-rows.ts'
import { Rejection } from '../../platform/db/rejection.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { deleteMissingPage } from './missing-pages.repo.ts'

type Listed = Omit<Row<'own_redirects'>, 'deleted_at' | 'import_id'> & { origin: Redirect['origin'] }

/** Redirects lead to others this often at most. */
const HOPS_MAX = 10
/** Rows of one statement of an export. */
const CHUNK = 500

/** The redirects by hand and those of renames, with the addresses that the latter have at present. */
function allRedirects(db: Db) {
  const renames = (table: string, path: string, slug = 'named.slug') => sql`
    select redirects.id, 'rename', ${sql.raw(path)} || redirects.from_slug, ${sql.raw(path)} || ${sql.raw(slug)},
      redirects.hits, redirects.last_hit_at, redirects.created_at
    from redirects join ${sql.table(table)} as named on named.id = redirects.target_id
    where redirects.kind = ${sql.lit(table)} and named.deleted_at is null`
  const found = sql<Listed>`(
    select id, 'hand' as origin, from_address, to_address, hits, last_hit_at, created_at
    from own_redirects where deleted_at is null
    union all ${renames('posts', "case named.kind when 'page' then '/' when 'post' then '/blog/' else '/letters/' end")}
    union all ${renames('categories', "'/blog/category/'")}
    union all ${renames('products', "'/shop/'", "coalesce(named.slug, 'product-' || named.id)")}
    union all ${renames('ingredients', "'/ingredients/'")}
    union all ${renames('routines', "'/routines/'")}
  )`
  return db.selectFrom(found.as('found'))
}

function matchingRedirects(db: Db, { q, origin }: RedirectQuery) {
  let rows = allRedirects(db)
  if (origin !== undefined) rows = rows.where('found.origin', '=', origin)
  if (q) rows = rows.where(contains([sql.ref('found.from_address'), sql.ref('found.to_address')], q))
  return rows
}

const columns = {
  createdAt: 'created_at',
  from: 'from_address',
  to: 'to_address',
  hits: 'hits',
  lastHitAt: 'last_hit_at',
} as const

function sortedRedirects(db: Db, { sort = 'createdAt', ...query }: RedirectQuery) {
  const { direction = sort === 'from' || sort === 'to' ? 'asc' : 'desc' } = query
  return matchingRedirects(db, query)
    .selectAll()
    .orderBy(sql.ref(`found.${columns[sort]}`), (order) =>
      (direction === 'desc' ? order.desc() : order.asc()).nullsLast(),
    )
    .orderBy('found.origin')
    .orderBy('found.id')
}

export async function listRedirects(db: Db, query: RedirectQuery): Promise<Page<Redirect>> {
  const { page = 1, limit = LIST_MAX } = query
  const { total } = await matchingRedirects(db, query)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  const rows = await sortedRedirects(db, query)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { items: rows.map(toRedirect), total: Number(total) }
}

/** All matching redirects, in batches. */
export async function* walkRedirects(db: Db, query: RedirectQuery): AsyncGenerator<Redirect[]> {
  for (let from = 0; ; from += CHUNK) {
    const rows = await sortedRedirects(db, query).limit(CHUNK).offset(from).execute()
    if (rows.length > 0) yield rows.map(toRedirect)
    if (rows.length < CHUNK) return
  }
}

/** The redirect by hand of a URL. */
export async function findOwnRedirect(db: Db, url: URL): Promise<Row<'own_redirects'> | undefined> {
  const addresses = redirectAddresses(url)
  if (addresses.length === 0) return undefined
  const rows = await activeRedirects(db).where('from_address', 'in', addresses).execute()
  return addresses.flatMap((address) => rows.find((row) => row.from_address === address) ?? [])[0]
}

/** The redirect by hand of a request: one to a text that is not public waits until it is. */
export async function findActiveRedirect(db: Db, url: URL, now: string): Promise<Row<'own_redirects'> | undefined> {
  const found = await findOwnRedirect(db, url)
  return found && (await isHiddenText(db, found.to_address, now)) ? undefined : found
}

async function isHiddenText(db: Db, address: string, now: string): Promise<boolean> {
  const url = address.startsWith('/') ? URL.parse(address, 'http://localhost') : null
  const [, blog, slug] = /^\/(blog\/)?([^/?]+)$/.exec((url && redirectAddress(url)) ?? '') ?? []
  if (slug === undefined) return false
  const rows = await db
    .selectFrom('posts')
    .select('published_at')
    .where('kind', '=', blog ? 'post' : 'page')
    .where('deleted_at', 'is', null)
    .where('slug', '=', slug)
    .execute()
  return rows.some(({ published_at }) => published_at === null || published_at > now)
}

/** Lets redirects of an import to a text that was not public follow its new slug. */
export async function followDraft(db: Db, { id, from, to }: { id: number; from: string; to: string }): Promise<void> {
  const { kind } = await db.selectFrom('posts').select('kind').where('id', '=', id).executeTakeFirstOrThrow()
  const path = kind === 'page' ? '/' : '/blog/'
  await db
    .updateTable('own_redirects')
    .set({ to_address: path + to })
    .where('import_id', 'is not', null)
    .where('to_address', '=', path + from)
    .where('deleted_at', 'is', null)
    .execute()
}

/** The redirect of a rename from this path. */
async function findRename(db: Db, address: string): Promise<Listed | undefined> {
  return allRedirects(db)
    .selectAll()
    .where('found.origin', '=', 'rename')
    .where('found.from_address', '=', address)
    .executeTakeFirst()
}

type Write = { input: RedirectInput; id?: number; now: string }

/**
 * Adds a redirect, or changes that of `id`; undefined if there is none. The addresses are in their stored form. A target that is
 * redirected is replaced by where it leads, and those that led to `from` lead to the target. Throws a `Rejection`.
 */
export async function writeRedirect(db: Db, { input, id, now }: Write): Promise<Redirect | undefined> {
  await lockTable(db, 'own_redirects')
  const to = await placeOf(db, input, id)
  const values = { from_address: input.from, to_address: to }
  const row =
    id === undefined
      ? await db
          .insertInto('own_redirects')
          .values({ ...values, created_at: now })
          .returningAll()
          .executeTakeFirstOrThrow()
      : await db
          .updateTable('own_redirects')
          .set(values)
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .returningAll()
          .executeTakeFirst()
  if (!row) return undefined
  await moveTargets(db, input.from, to)
  await deleteMissingPage(db, input.from)
  return toRedirect({ ...row, origin: 'hand' })
}

/** Leads the redirects to an address that is redirected to its target at once. */
async function moveTargets(db: Db, from: string, to: string): Promise<void> {
  await db
    .updateTable('own_redirects')
    .set({ to_address: to })
    .where('to_address', '=', from)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Checks the rules that depend on other redirects; returns the last target. */
async function placeOf(db: Db, { from, to }: RedirectInput, id: number | undefined): Promise<string> {
  const others = activeRedirects(db).$call((rows) => (id === undefined ? rows : rows.where('id', '!=', id)))
  const taken = await others.where('from_address', '=', from).executeTakeFirst()
  if (taken) throw new Rejection(`This address is redirected to ${taken.to_address} already.`, 'from')
  const renamed = await findRename(db, from)
  if (renamed) throw new Rejection(`This address leads to ${renamed.to_address} already, which was renamed.`, 'from')
  if (id === undefined && (await countRedirects(db)) >= REDIRECTS_MAX)
    throw new Rejection('There are 5,000 redirects already. Please delete those that nobody uses.', 'from')
  return findLastTarget(db, { from, to }, id)
}

async function findLastTarget(db: Db, { from, to }: RedirectInput, id: number | undefined): Promise<string> {
  let target = to
  for (let hops = 0; hops < HOPS_MAX; hops += 1) {
    if (!target.startsWith('/')) return target
    const url = new URL(`http://localhost${target}`)
    const addresses = redirectAddresses(url)
    if (addresses.includes(from)) throw new Rejection(loopOf(from, to, target), 'to')
    const found = await findOwnRedirect(db, url)
    const next = found && found.id !== id ? found : await findRename(db, redirectAddress(url) ?? target)
    if (!next) return target
    target = next.to_address
  }
  throw new Rejection('This target is redirected too often. Please enter the address where it ends.', 'to')
}

function loopOf(from: string, to: string, last: string): string {
  if (to === last) return 'An address cannot lead to itself.'
  return `This would go in a circle: ${to} leads back to ${from}.`
}

async function countRedirects(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('own_redirects')
    .select(sql<number>`count(*)`.as('total'))
    .where('deleted_at', 'is', null)
    // Those of an imported site are as many as it had addresses.
    .where('import_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Deletes a redirect; returns its address. */
export async function removeRedirect(db: Db, id: number, now: string): Promise<string | undefined> {
  const row = await db
    .updateTable('own_redirects')
    .set({ deleted_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('from_address')
    .executeTakeFirst()
  return row?.from_address
}

/** A deleted redirect. */
export async function findDeletedRedirect(db: Db, id: number): Promise<Row<'own_redirects'> | undefined> {
  return db
    .selectFrom('own_redirects')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
}

/** Restores a deleted redirect by the rules of a new one; returns its address. */
export async function restoreRedirect(db: Db, id: number): Promise<string | undefined> {
  const row = await findDeletedRedirect(db, id)
  if (!row) return undefined
  await lockTable(db, 'own_redirects')
  const to = await placeOf(db, { from: row.from_address, to: row.to_address }, undefined)
  await db.updateTable('own_redirects').set({ deleted_at: null, to_address: to }).where('id', '=', id).execute()
  await moveTargets(db, row.from_address, to)
  await deleteMissingPage(db, row.from_address)
  return row.from_address
}

/** Those of the addresses that are redirected by hand. */
export async function findRedirected(db: Db, addresses: string[]): Promise<Set<string>> {
  const rows = await activeRedirects(db)
    .where(isOneOf(db, 'from_address', addresses))
    .execute()
  return new Set(rows.map(({ from_address }) => from_address))
}

/** Adds to the counts of redirects by hand, by id. */
export async function addHits(db: Db, hits: ReadonlyMap<number, number>, now: string): Promise<void> {
  for (const [id, count] of hits)
    await db
      .updateTable('own_redirects')
      .set((eb) => ({ hits: eb('hits', '+', count), last_hit_at: now }))
      .where('id', '=', id)
      .execute()
}

/** Adds to the counts of renames, by address; the other addresses are skipped. */
export async function addRenameHits(db: Db, hits: ReadonlyMap<string, number>, now: string): Promise<void> {
  for (const [address, count] of hits) {
    const former = formerSlugOf(address)
    if (former)
      await db
        .updateTable('redirects')
        .set((eb) => ({ hits: eb('hits', '+', count), last_hit_at: now }))
        .where('kind', '=', former.kind)
        .where('from_slug', '=', former.slug)
        .execute()
  }
}

const kindsByPath = {
  '/blog/category/': 'categories',
  '/blog/': 'posts',
  '/letters/': 'posts',
  '/shop/': 'products',
  '/ingredients/': 'ingredients',
  '/routines/': 'routines',
  '/': 'posts',
} as const

/** The slug that an address of a rename has, and its table. */
function formerSlugOf(address: string): { kind: Row<'redirects'>['kind']; slug: string } | undefined {
  const found = Object.entries(kindsByPath).find(([path]) => address.startsWith(path))
  if (!found) return undefined
  const [path, kind] = found
  const slug = address.slice(path.length)
  return slug === '' || slug.includes('/') ? undefined : { kind, slug }
}

function activeRedirects(db: Db) {
  return db.selectFrom('own_redirects').selectAll().where('deleted_at', 'is', null)
}

function toRedirect({ id, origin, from_address, to_address, hits, last_hit_at, created_at }: Listed): Redirect {
  return {
    id,
    from: from_address,
    to: to_address,
    origin,
    hits: Number(hits),
    lastHitAt: last_hit_at,
    createdAt: created_at,
  }
}
