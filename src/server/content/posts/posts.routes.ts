import { LIST_MAX } from '../../../contract/limits.ts'
import * as contract from '../../../contract/posts.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { findCategory } from '../categories/categories.repo.ts'
import { countOwnerPosts, listOwnerPostIds, readOwnerPosts } from './owner-posts.repo.ts'
import { listPosts } from './posts.repo.ts'
import { findPublishedPost } from './published-posts.repo.ts'

export function postRoutes() {
  return [
    bind(contract.listPosts, async ({ db, now, query: { limit = LIST_MAX, page, category, featured } }) => {
      const isFeatured = featured === 'true' ? true : undefined
      const { items, total } = await listPosts(db, { now, limit, page, categorySlug: category, isFeatured })
      return { body: items, total }
    }),
    bind(contract.listOwnerPosts, async ({ db, now, query: { page = 1, limit = LIST_MAX, ...query } }) => {
      const filter = { ...query, now }
      const ids = await listOwnerPostIds(db, filter, { limit, offset: (page - 1) * limit })
      return { body: await readOwnerPosts(db, ids, now), total: await countOwnerPosts(db, filter) }
    }),
    bind(contract.listPostsInCategory, async ({ db, now, params: { id } }) => {
      if (!(await findCategory(db, String(id)))) return undefined
      return { body: (await listPosts(db, { now, limit: LIST_MAX, categoryId: id })).items }
    }),
    bind(contract.findPost, async ({ db, now, params: { slug } }) => {
      const post = await findPublishedPost(db, slug, now)
      if (!post) return undefined
      // An earlier slug: the response belongs to the current URL (RFC 9110, 8.7).
      const moved = post.slug !== slug && { 'content-location': `/api/posts/${encodeURIComponent(post.slug)}` }
      return { body: post, headers: moved || undefined }
    }),
  ]
}
