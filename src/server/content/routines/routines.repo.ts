import { sql } from 'kysely'
import type { OwnerRoutine, Routine, RoutineDetails } from '../../../contract/content/routines.ts'
import type { Product } from '../../../contract/shop/products.ts'
import { contains } from '../../platform/db/contains.ts'
import { pictureColumns } from '../../platform/db/picture-columns.ts'
import { findBySpelling, findRedirectTarget } from '../../platform/db/redirects.ts'
import { createRowList } from '../../platform/db/row-list.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { byDeletion, isListed } from '../../platform/db/trash.ts'
import { findActiveProducts } from '../../shop/products/products.repo.ts'
import { isPublic } from '../posts/public-posts.repo.ts'
import {
  productIdsOf,
  type RoutineRow,
  toOwnerRoutine,
  toRoutine,
  toRoutineInput,
  toRoutineSummary,
} from './routine-rows.ts'

type RoutineFilter = { q?: string | undefined; status: 'all' | 'active' | 'inactive' | 'trash'; now: string }

/** Posts that a routine's page names. */
const POSTS_MAX = 20
/** Routines among which one is chosen for a reader or searched. */
const CANDIDATES_MAX = 500

const byPosition = (direction: ReturnType<typeof sql>) => [sql`routines.position ${direction}`]

/** Active routines in the owner's order. */
export const activeRoutines = createRowList({
  table: 'routines',
  matching: (db, _filter: object) => active(db),
  sorts: { position: byPosition },
  defaultSort: 'position',
  descending: [],
  read: async (db, ids) => (await readRows(db, ids)).map(toRoutineSummary),
})

/** The owner's list of routines, inactive ones included, or of the trash. */
export const ownerRoutines = createRowList({
  table: 'routines',
  matching,
  sorts: {
    position: byPosition,
    name: (direction) => [sql`lower(routines.name) ${direction}`],
    updatedAt: (direction) => [sql`routines.updated_at ${direction}`],
    deletedAt: byDeletion('routines'),
  },
  defaultSort: 'position',
  descending: ['updatedAt', 'deletedAt'],
  read: async (db, ids) => (await withPicture(db).where('routines.id', 'in', ids).execute()).map(toOwnerRoutine),
})

/** A routine, active or not. */
export async function findOwnerRoutine(db: Db, id: number): Promise<OwnerRoutine | undefined> {
  const [row] = await readRows(db, [id])
  return row && toOwnerRoutine(row)
}

/** The active routines of `ids`, in that order, with their active products. */
export async function findRoutinesByIds(db: Db, ids: number[]): Promise<Routine[]> {
  if (ids.length === 0) return []
  const rows = await withPicture(db).where('routines.id', 'in', ids).where(isActive).execute()
  rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
  return withProducts(db, rows)
}

/** An active routine by its slug or a former one; its `slug` is then another. */
export function findRoutine(db: Db, slug: string, now: string): Promise<RoutineDetails | undefined> {
  return findBySpelling(slug, (spelled) => findBySlug(db, spelled, now))
}

async function findBySlug(db: Db, slug: string, now: string): Promise<RoutineDetails | undefined> {
  const find = () => withPicture(db).where(isActive)
  const bySlug = await find().where('routines.slug', '=', slug).executeTakeFirst()
  if (bySlug) return toDetails(db, bySlug, now)
  const id = await findRedirectTarget(db, 'routines', slug)
  const byId = id === undefined ? undefined : await find().where('routines.id', '=', id).executeTakeFirst()
  return byId && toDetails(db, byId, now)
}

/** A routine as readers would see it, active or not. */
export async function findRoutinePreview(db: Db, id: number, now: string): Promise<RoutineDetails | undefined> {
  const [row] = await readRows(db, [id])
  return row && toDetails(db, row, now)
}

export async function hasActiveRoutines(db: Db): Promise<boolean> {
  return (await selectActiveRoutines(db).limit(1).executeTakeFirst()) !== undefined
}

/** Selects ids for a condition with `exists`. */
export function selectActiveRoutines(db: Db) {
  return active(db).select('id')
}

/** Slug and date of every active routine, for the sitemap. */
export function listRoutineAddresses(db: Db): Promise<{ slug: string; updated_at: string }[]> {
  return active(db).select(['slug', 'updated_at']).orderBy('position').orderBy('id').limit(10_000).execute()
}

/** The active routines in the owner's order, with the words that a search finds them by. */
export async function listRoutineWords(db: Db) {
  const rows = await active(db).selectAll().orderBy('position').orderBy('id').limit(CANDIDATES_MAX).execute()
  return rows.map((row) => {
    const { name, summary, skinTypes, concerns } = toRoutineInput(row)
    return { slug: row.slug, name, summary, words: [name, summary, ...skinTypes, ...concerns].join(' ') }
  })
}

/** The active routines among which one is chosen for a reader, in the owner's order. */
export async function listCandidateRoutines(db: Db): Promise<CandidateRoutine[]> {
  const rows = await active(db).selectAll().orderBy('position').orderBy('id').limit(CANDIDATES_MAX).execute()
  return rows.map((row) => ({ id: row.id, slug: row.slug, ...toRoutineInput(row) }))
}

export type CandidateRoutine = Pick<Row<'routines'>, 'id' | 'slug'> & ReturnType<typeof toRoutineInput>

const isActive = sql<boolean>`routines.is_active = ${true} and routines.deleted_at is null`

function active(db: Db) {
  return db.selectFrom('routines').where(isActive)
}

function matching(db: Db, { q, status, now }: RoutineFilter) {
  return db
    .selectFrom('routines')
    .where(isListed('routines', { status, now }))
    .$if(status === 'active' || status === 'inactive', (query) =>
      query.where('routines.is_active', '=', status === 'active'),
    )
    .$call((query) => (q ? query.where(contains([sql.ref('routines.name'), sql.ref('routines.details')], q)) : query))
}

/** Rows that are not deleted, in any order. */
function readRows(db: Db, ids: number[]): Promise<RoutineRow[]> {
  return withPicture(db).where('routines.id', 'in', ids).where('routines.deleted_at', 'is', null).execute()
}

function withPicture(db: Db) {
  return db
    .selectFrom('routines')
    .leftJoin('images', 'images.url', 'routines.image_url')
    .selectAll('routines')
    .select(pictureColumns)
}

async function toDetails(db: Db, row: RoutineRow, now: string): Promise<RoutineDetails> {
  const [products, posts] = await Promise.all([findProducts(db, [row]), listPostsWith(db, row.id, now)])
  return { ...toRoutine(row, products), posts }
}

async function withProducts(db: Db, rows: RoutineRow[]): Promise<Routine[]> {
  const products = await findProducts(db, rows)
  return rows.map((row) => toRoutine(row, products))
}

/** The active products of routines by their ids. */
async function findProducts(db: Db, rows: RoutineRow[]): Promise<Map<number, Product>> {
  const ids = [...new Set(rows.flatMap((row) => productIdsOf(toRoutineInput(row))))]
  const products = await findActiveProducts(db, { ids, affiliateLinks: [] })
  return new Map(products.map((product): [number, Product] => [product.id, product]))
}

/** Published posts that embed a routine, newest first. */
function listPostsWith(db: Db, routineId: number, now: string): Promise<{ slug: string; title: string }[]> {
  return db
    .selectFrom('posts')
    .innerJoin('post_references', 'post_references.post_id', 'posts.id')
    .where('post_references.kind', '=', 'routine')
    .where('post_references.ref_id', '=', routineId)
    .where(isPublic(now))
    .select(['posts.slug', 'posts.title'])
    .orderBy('posts.published_at', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(POSTS_MAX)
    .execute()
}
