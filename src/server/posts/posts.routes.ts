import { Hono } from 'hono'
import { LIST_MAX } from '../../contract/limits.ts'
import { Id, Slug } from '../../contract/paths.ts'
import { PostListQuery } from '../../contract/posts.ts'
import type { Reads } from '../../contract/reads.ts'
import { notFound } from '../http/errors.ts'
import { setListHeaders } from '../http/list-headers.ts'
import { readParam, readQuery } from '../http/validate.ts'

export function postRoutes({ reads }: { reads: Reads }) {
  return new Hono()
    .get('/posts', async (c) => {
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
      const post = await reads.post(readParam(c, 'slug', Slug, 'Post not found'))
      if (!post) throw notFound('Post not found')
      return c.json(post)
    })
}
