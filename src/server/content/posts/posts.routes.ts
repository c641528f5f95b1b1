import { findFurtherReading as furtherReading } from '../../../contract/content/further-reading.ts'
import * as keywords from '../../../contract/content/keywords.ts'
import { listLinkTargets as linkTargets } from '../../../contract/content/link-targets.ts'
import * as contract from '../../../contract/content/post-endpoints.ts'
import type { OwnerPostSummary } from '../../../contract/content/posts.ts'
import { saveUpdateNote } from '../../../contract/content/update-notes.ts'
import type { Named } from '../../platform/db/soft-delete.ts'
import { type Cell, csvDownload } from '../../platform/http/csv.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { found, foundAt, listed, one, several } from '../../platform/http/replies.ts'
import { listAffiliateHosts } from '../../shop/products/affiliate-hosts.repo.ts'
import { findCategory } from '../categories/categories.repo.ts'
import { addPins } from '../rich-text/body-pins.ts'
import { type Deletion, deletePosts, restorePosts } from './deleted-posts.repo.ts'
import { findFurtherReading } from './further-reading.repo.ts'
import { listKeywords, mergeKeywords } from './keywords.repo.ts'
import { listLinkTargets } from './link-targets.repo.ts'
import { choosePosts, findEditablePost, ownerPosts } from './owner-posts.repo.ts'
import { writeNewPost, writePost, writeUpdateNote } from './posts-write.repo.ts'
import { preparePost } from './prepare-post.ts'
import { findPublishedPost, publishedPosts } from './published-posts.repo.ts'
import { guardSlug, refusal, toReply } from './save-reply.ts'

/** `origin` of the site, without a trailing slash. */
export function postRoutes({ origin }: { origin: string }) {
  return [...publicRoutes(origin), ...ownerReads, ...ownerWrites]
}

const publicRoutes = (origin: string) => [
  bind(contract.listPosts, async ({ db, now, query: { limit, page, category, featured } }) => {
    const isFeatured = featured === 'true' ? true : undefined
    const { items, total } = await publishedPosts.page(db, { now, limit, page, categorySlug: category, isFeatured })
    return { body: items, total }
  }),
  bind(contract.listPostsInCategory, async ({ db, now, params: { id }, query: { limit } }) => {
    if (!(await findCategory(db, String(id)))) return undefined
    return { body: (await publishedPosts.page(db, { now, categoryId: id, limit })).items }
  }),
  bind(contract.findPost, async ({ db, now, params: { slug } }) => {
    const read = await foundAt('/posts', slug, findPublishedPost(db, slug, now))
    if (!read) return undefined
    const { body: post, headers } = read
    const url = `${origin}/blog/${encodeURIComponent(post.slug)}`
    const content = addPins(post.content, origin, { url, label: post.kicker, description: post.pinText || post.title })
    return { body: { ...post, content }, headers }
  }),
  bind(furtherReading, ({ db, now, params: { id } }) => found(findFurtherReading(db, id, now))),
]

const ownerReads = [
  bind(contract.listOwnerPosts, ({ db, now, query }) => listed(ownerPosts.page(db, { ...query, now }))),
  bind(contract.exportPosts, async ({ db, now, query }) =>
    csvDownload('posts.csv', csvHeader, toCsv(ownerPosts.walk(db, { ...query, now }))),
  ),
  bind(contract.findPostSource, ({ db, now, params }) => found(findEditablePost(db, params.id, now))),
  bind(keywords.listPostKeywords, async ({ db }) => ({ body: await listKeywords(db) })),
  bind(linkTargets, ({ db, now, params }) => found(listLinkTargets(db, params.id, now))),
  bind(contract.listAffiliateHosts, async ({ db }) => ({ body: await listAffiliateHosts(db) })),
]

const ownerWrites = [
  bindStaged(contract.createPost, async ({ db, params, query, body, now, transact }) => {
    const prepared = await preparePost(db, body)
    return transact({ params, query, body }, async (transaction) => {
      const outcome = await guardSlug(writeNewPost(transaction, prepared, now))
      if ('invalid' in outcome) throw refusal(outcome.invalid)
      return { body: outcome.post, subject: body.title }
    })
  }),
  bindStaged(contract.savePost, async ({ db, params, query, body, version, now, transact }) => {
    const prepared = await preparePost(db, body)
    return transact({ params, query, body, version }, async (transaction) =>
      toReply(
        await guardSlug(writePost(transaction, params.id, { prepared, version, now, kinds: ['post', 'template'] })),
      ),
    )
  }),
  bind(saveUpdateNote, async ({ db, params: { id }, body: { note }, now }) => {
    const written = await writeUpdateNote(db, id, { note: note.toWellFormed(), now })
    return written && { body: written.saved, subject: written.title }
  }),
  bind(keywords.mergePostKeywords, async ({ db, body, now }) => {
    const moved = await mergeKeywords(db, { ...body, now })
    return moved === undefined ? undefined : { body: { moved }, subject: `${body.from} into ${body.into}` }
  }),
  bind(contract.deletePost, ({ db, params, now }) => one(deleted(deletePosts(db, [params.id], now)))),
  bind(contract.restorePost, ({ db, params, now }) => one(guardSlug(restorePosts(db, [params.id], now)))),
  bind(contract.deletePosts, async ({ db, body, now }) =>
    several(deleted(deletePosts(db, await choosePosts(db, body, now), now))),
  ),
  bind(contract.restorePosts, async ({ db, body, now }) =>
    several(guardSlug(restorePosts(db, await choosePosts(db, body, now), now))),
  ),
]

/** The deleted posts. Throws 409 if a newsletter among them is refused. */
async function deleted(deletion: Promise<Deletion>): Promise<Named[]> {
  const { deleted: posts, refused } = await deletion
  if (refused[0]) throw new HttpError(409, `“${refused[0].title || 'Untitled'}” was not deleted. ${refused[0].message}`)
  return posts
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
  'label',
  'brand',
  'sentence',
]

async function* toCsv(pages: AsyncIterable<OwnerPostSummary[]>): AsyncGenerator<Cell[][]> {
  for await (const posts of pages) yield posts.map(toCells)
}

function toCells(post: OwnerPostSummary): Cell[] {
  const { id, title, slug, status, categoryName, publishedAt, createdAt, updatedAt, keywords, isFeatured } = post
  const label = [post.label, post.labelBrand, post.labelSentence]
  return [id, title, slug, status, categoryName, publishedAt, createdAt, updatedAt, keywords, isFeatured, ...label]
}
