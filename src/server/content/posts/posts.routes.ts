import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { LIST_MAX } from '../../../contract/limits.ts'
import { Id, Slug } from '../../../contract/paths.ts'
import { OwnerPostListQuery, PostListQuery } from '../../../contract/posts.ts'
import type { Reads } from '../../../contract/reads.ts'
import type { Db } from '../../platform/db/schema.ts'
import { notFound } from '../../platform/http/errors.ts'
import { setListHeaders } from '../../platform/http/list-headers.ts'
import type { OwnerGuard } from '../../platform/http/owner.ts'
import { readParam, readQuery } from '../../platform/http/validate.ts'
import { countOwnerPosts, listOwnerPostIds, readOwnerPosts } from './owner-posts.repo.ts'

export type PostRoutesOptions = { db: Db; reads: Reads; clock: () => Date; owner: OwnerGuard }

export function postRoutes({ db, reads, clock, owner }: PostRoutesOptions) {
  /** With a status the list holds drafts. */
  const guardStatus: MiddlewareHandler = (c, next) => (asksForStatus(c) ? owner(c, next) : next())

  return new Hono()
    .get('/posts', guardStatus, async (c) => {
      if (asksForStatus(c)) {
        const { page = 1, limit = LIST_MAX, ...query } = readQuery(c, OwnerPostListQuery)
        const filter = { ...query, now: clock().toISOString() }
        const ids = await listOwnerPostIds(db, filter, { limit, offset: (page - 1) * limit })
        setListHeaders(c, { total: await countOwnerPosts(db, filter), page, limit })
        return c.json(await readOwnerPosts(db, ids, filter.now))
      }
      const query = readQuery(c, PostListQuery)
      const page = await reads.posts(query)
      setListHeaders(c, { total: page.total, page: query.page ?? 1, limit: query.limit ?? LIST_MAX })
      return c.json(page.items)
    })
    .get('/posts/category/:id', async (c) => {
      const id = readParam(c, 'id', Id, 'Category not found')
      if (!(await reads.category(String(id)))) throw notFound('Category not found')
      return c.json(await reads.postsInCategory(id))
    })
    .get('/posts/:slug', async (c) => {
      const slug = readParam(c, 'slug', Slug, 'Post not found')
      const post = await reads.post(slug)
      if (!post) throw notFound('Post not found')
      // Asked for by an earlier slug: the answer belongs to the address of today.
      if (post.slug !== slug) c.header('content-location', `/api/posts/${encodeURIComponent(post.slug)}`)
      return c.json(post)
    })
}

const asksForStatus = (c: Context) => c.req.query('status') !== undefined
