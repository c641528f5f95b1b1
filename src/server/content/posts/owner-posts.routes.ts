import { type Context, Hono } from 'hono'
import { Selection } from '../../../contract/lists.ts'
import { Id } from '../../../contract/paths.ts'
import { OwnerPostListQuery, type OwnerPostSummary, POST_BYTES_MAX, PostInput } from '../../../contract/posts.ts'
import { isUniqueViolation } from '../../platform/db/errors.ts'
import type { Db } from '../../platform/db/schema.ts'
import { type Cell, sendCsv } from '../../platform/http/csv.ts'
import { HttpError, notFound } from '../../platform/http/errors.ts'
import { idempotent, type JsonResponse } from '../../platform/http/idempotency.ts'
import { etagOf, readIfMatch } from '../../platform/http/if-match.ts'
import type { Owner, OwnerGuard } from '../../platform/http/owner.ts'
import { readBody, readParam, readQuery } from '../../platform/http/validate.ts'
import { listAffiliateHosts } from '../../shop/products/affiliate-hosts.repo.ts'
import { findEditablePost, listOwnerPostIds, readOwnerPosts } from './owner-posts.repo.ts'
import { deletePosts, restorePosts, writeNewPost, writePost } from './post-writes.repo.ts'
import { findPreview } from './published-posts.repo.ts'
import { slugTaken, toResponse } from './save-response.ts'

type OwnerContext = Context<Owner>

export function ownerPostRoutes({ db, clock, owner }: { db: Db; clock: () => Date; owner: OwnerGuard }) {
  const now = () => clock().toISOString()

  return new Hono()
    .get('/posts.csv', owner, (c) => {
      const filter = { ...readQuery(c, OwnerPostListQuery), now: now() }
      return sendCsv(c, 'posts.csv', csvHeader, csvPages(db, filter))
    })
    .get('/posts/:id/source', owner, async (c) => {
      const post = await findEditablePost(db, readId(c), now())
      if (!post) throw postNotFound()
      return c.json(post, 200, { etag: etagOf(post.version) })
    })
    .get('/posts/:id/preview', owner, async (c) => {
      const post = await findPreview(db, readId(c), now())
      if (!post) throw postNotFound()
      return c.json(post)
    })
    .get('/affiliate-hosts', owner, async (c) => c.json(await listAffiliateHosts(db)))
    .post('/posts', owner, async (c) => {
      const input = await readBody(c, PostInput, POST_BYTES_MAX)
      c.set('subject', input.title)
      return guardSlug(
        idempotent(c, db, input, async (transaction) =>
          toResponse(c, await writeNewPost(transaction, input, now()), 201),
        ),
      )
    })
    .put('/posts/:id', owner, async (c) => {
      const id = readId(c)
      const input = await readBody(c, PostInput, POST_BYTES_MAX)
      const version = readIfMatch(c)
      c.set('subject', input.title)
      return guardSlug(
        idempotent(c, db, { input, version }, async (transaction) =>
          toResponse(c, await writePost(transaction, id, { input, version, now: now() })),
        ),
      )
    })
    .delete('/posts/:id', owner, (c) => {
      const id = readId(c)
      return idempotent(c, db, { id }, async (transaction) => {
        const titles = await deletePosts(transaction, [id], now())
        if (titles.length === 0) throw postNotFound()
        return done(c, titles)
      })
    })
    .post('/posts/:id/restore', owner, (c) => {
      const id = readId(c)
      return guardSlug(
        idempotent(c, db, { id }, async (transaction) => {
          const titles = await restore(transaction, [id])
          if (titles.length === 0) throw postNotFound()
          return done(c, titles)
        }),
      )
    })
    .post('/posts/delete', owner, async (c) => {
      const { ids } = await readBody(c, Selection)
      return idempotent(c, db, ids, async (transaction) => done(c, await deletePosts(transaction, ids, now())))
    })
    .post('/posts/restore', owner, async (c) => {
      const { ids } = await readBody(c, Selection)
      return guardSlug(idempotent(c, db, ids, async (transaction) => done(c, await restore(transaction, ids))))
    })
}

const postNotFound = () => notFound('Post not found')
const readId = (c: Context) => readParam(c, 'id', Id, 'Post not found')

async function restore(db: Db, ids: number[]): Promise<string[]> {
  const outcome = await restorePosts(db, ids)
  if (outcome.kind === 'restored') return outcome.titles
  throw new HttpError(
    409,
    `“${outcome.title}” cannot come back: its slug “${outcome.slug}” belongs to another post now. Change that one first.`,
  )
}

function done(c: OwnerContext, titles: string[]): JsonResponse {
  c.set('subject', titles.join(', '))
  return { status: 200, body: {} }
}

/** Two writers who take the same slug at the same time: the database lets one pass. */
async function guardSlug(response: Promise<Response>): Promise<Response> {
  try {
    return await response
  } catch (error) {
    if (isUniqueViolation(error)) throw slugTaken()
    throw error
  }
}

const csvHeader = [
  'id',
  'title',
  'slug',
  'status',
  'category',
  'published',
  'created',
  'updated',
  'keywords',
  'featured',
]
const CSV_PAGE = 500

async function* csvPages(db: Db, filter: Parameters<typeof listOwnerPostIds>[1]): AsyncGenerator<Cell[][]> {
  const ids = await listOwnerPostIds(db, filter)
  for (let from = 0; from < ids.length; from += CSV_PAGE) {
    yield (await readOwnerPosts(db, ids.slice(from, from + CSV_PAGE), filter.now)).map(toCells)
  }
}

function toCells(post: OwnerPostSummary): Cell[] {
  const { id, title, slug, status, categoryName, publishedAt, createdAt, updatedAt, keywords, isFeatured } = post
  return [id, title, slug, status, categoryName, publishedAt, createdAt, updatedAt, keywords, isFeatured]
}
