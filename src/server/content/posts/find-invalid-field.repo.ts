import { CONTENT_MAX, CONTENT_MIN, type PostInput } from '../../../contract/content/posts.ts'
import type { Db } from '../../platform/db/schema.ts'
import { isSlugTaken } from './post-slugs.repo.ts'

export type InvalidField = 'slug' | 'categoryId' | 'content' | 'longContent' | 'template' | 'newsletter'

/** The field of a sanitised post that keeps it from being saved; the slug that it has already is its own. */
export async function findInvalidField(
  db: Db,
  post: PostInput,
  current?: { id: number; slug: string },
): Promise<InvalidField | undefined> {
  // Checked again: sanitising changes the length.
  if (post.content.length < CONTENT_MIN) return 'content'
  if (post.content.length > CONTENT_MAX) return 'longContent'
  if (post.categoryId !== null && !(await isCategory(db, post.categoryId))) return 'categoryId'
  if (post.slug !== current?.slug && (await isSlugTaken(db, post.slug, current?.id))) return 'slug'
}

export async function isCategory(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('categories')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
