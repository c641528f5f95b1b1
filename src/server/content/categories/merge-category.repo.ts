import type { OwnerCategory } from '../../../contract/content/categories.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import { renumber } from '../../platform/db/positions.ts'
import { addRedirect } from '../../platform/db/redirects.ts'
import { Rejection } from '../../platform/db/rejection.ts'
import type { Db } from '../../platform/db/schema.ts'
import { deleteWithSlug } from '../../platform/db/slugs.ts'
import { retargetMenus } from '../menus/menus.repo.ts'
import { setFieldOfPosts } from '../posts/post-bulk.repo.ts'
import { findWorkingCopy, saveWorkingCopy } from '../posts/working-copies.repo.ts'
import { readOwnerCategory } from './owner-categories.repo.ts'

type Merged = {
  /** The name of the category that is gone. */
  name: string
  category: OwnerCategory
}

/** Merges a category into another one; in a transaction. Undefined if it does not exist. */
export async function mergeCategory(
  db: Db,
  from: number,
  { into, now }: { into: number; now: string },
): Promise<Merged | undefined> {
  await lockTable(db, 'categories')
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'name', 'slug'])
    .where('id', 'in', [from, into])
    .where('deleted_at', 'is', null)
    .execute()
  const category = rows.find(({ id }) => id === from)
  if (!category) return undefined
  if (from === into || !rows.some(({ id }) => id === into))
    throw new Rejection('Please choose another category to merge it into', 'into')
  await movePosts(db, { from, into, now })
  await moveTrackingIds(db, from, into)
  const lead = { kind: 'category', id: into } as const
  await retargetMenus(db, (target) => (target.kind === 'category' && target.id === from ? lead : target), now)
  await deleteWithSlug(db, 'categories', { ids: [from], now })
  await renumber(db, 'categories')
  // Its former addresses too.
  await db
    .updateTable('redirects')
    .set({ target_id: into })
    .where('kind', '=', 'categories')
    .where('target_id', '=', from)
    .execute()
  await addRedirect(db, { kind: 'categories', slug: category.slug, targetId: into, now })
  return { name: category.name, category: await readOwnerCategory(db, into) }
}

/** Moves posts, the working copies of others, and deleted posts, which may come back. */
async function movePosts(db: Db, { from, into, now }: { from: number; into: number; now: string }): Promise<void> {
  const copies = await db
    .selectFrom('post_drafts')
    .select('post_id as id')
    .where('draft', 'like', `%"categoryId":${from}%`)
    .execute()
  const copied = new Set(copies.map(({ id }) => id))
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'category_id'])
    .where((eb) => eb.or([eb('category_id', '=', from), ...(copied.size > 0 ? [eb('id', 'in', [...copied])] : [])]))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const own = posts.filter(({ category_id }) => category_id === from)
  await setFieldOfPosts(
    db,
    own.map(({ id }) => id),
    { categoryId: into },
    now,
  )
  for (const { id } of posts) {
    const copy = copied.has(id) ? await findWorkingCopy(db, id) : undefined
    if (copy?.draft.categoryId === from)
      await saveWorkingCopy(db, id, { ...copy.draft, categoryId: into }, copy.updatedAt)
  }
  await db.updateTable('posts').set({ category_id: into }).where('category_id', '=', from).execute()
}

/** A program that has an ID for the other category keeps that one. */
async function moveTrackingIds(db: Db, from: number, into: number): Promise<void> {
  const of = (id: number) =>
    db.selectFrom('program_tracking_ids').where('kind', '=', 'category').where('ref_id', '=', id)
  const kept = await of(into).select('program_id').execute()
  const moved = await of(from).select(['id', 'program_id']).execute()
  const taken = new Set(kept.map(({ program_id }) => program_id))
  for (const { id, program_id } of moved)
    if (taken.has(program_id)) await db.deleteFrom('program_tracking_ids').where('id', '=', id).execute()
    else await db.updateTable('program_tracking_ids').set({ ref_id: into }).where('id', '=', id).execute()
}
