import type { Post } from '../../../contract/posts.ts'
import type { Db } from '../../platform/db/schema.ts'
import { findEditablePost } from './owner-posts.repo.ts'
import { findPostBySlug, listFullPosts } from './posts.repo.ts'
import { renderBodies } from './render-post-body.ts'

/** A published post as its page shows it; by an earlier slug too, then its `slug` is another. */
export async function findPublishedPost(db: Db, slug: string, now: string): Promise<Post | undefined> {
  const post = await findPostBySlug(db, slug, now)
  return post && (await renderBodies(db, [post]))[0]
}

/** The newest published posts with their bodies as readers get them, for the feeds. */
export async function listPublishedPosts(db: Db, now: string, limit: number): Promise<Post[]> {
  return renderBodies(db, await listFullPosts(db, now, limit))
}

/** Any post as its page would show it today, draft or not. */
export async function findPreview(db: Db, id: number, now: string): Promise<Post | undefined> {
  const found = await findEditablePost(db, id, now)
  if (!found) return undefined
  const { version: _version, status: _status, ...post } = found
  return (await renderBodies(db, [post]))[0]
}
