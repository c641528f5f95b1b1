import { isBuiltInPage } from '../../../contract/content/built-in-pages.ts'
import * as contract from '../../../contract/content/pages.ts'
import type { PostInput } from '../../../contract/content/posts.ts'
import { isSiteSegment } from '../../../contract/content/site-segments.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { badRequest } from '../../platform/http/errors.ts'
import { type PathPolicy, policyOf } from '../../platform/http/path-policy.ts'
import type { ReadCache } from '../../platform/http/read-cache.ts'
import { foundAt } from '../../platform/http/replies.ts'
import { findPublishedPage, listBuiltInPages, listPageSlugs } from './pages.repo.ts'
import { writeNewPost, writePost } from './posts-write.repo.ts'
import { preparePost } from './prepare-post.ts'
import { guardSlug, refusal, toReply } from './save-reply.ts'

export function pageRoutes({ readCache }: { readCache: ReadCache | undefined }) {
  /** Every unknown path looks for a page, so the slugs are cached and such a request needs no query. */
  const isKnown = async (db: Db, slug: string, now: string) => {
    const load = () => listPageSlugs(db, now)
    return (await (readCache ? readCache.get('page slugs', ['pages'], load) : load())).includes(slug)
  }
  const prepare = (db: Db, input: contract.PageInput) => {
    if (input.publishedAt !== null && isReservedSlug(input.slug)) throw reserved(input.slug)
    return preparePost(db, toPostInput(input))
  }

  return [
    bind(contract.findPage, async ({ db, now, params: { slug } }) =>
      (await isKnown(db, slug, now)) ? foundAt('/pages', slug, findPublishedPage(db, slug, now)) : undefined,
    ),
    bind(contract.listBuiltInPages, async ({ db, now }) => ({ body: await listBuiltInPages(db, now) })),
    bindStaged(contract.createPage, async ({ db, params, query, body, now, transact }) => {
      const prepared = await prepare(db, body)
      return transact({ params, query, body }, async (transaction) => {
        const outcome = await guardSlug(writeNewPost(transaction, prepared, now, 'page'))
        if ('invalid' in outcome) throw refusal(outcome.invalid)
        return { body: outcome.post, subject: body.title }
      })
    }),
    bindStaged(contract.savePage, async ({ db, params, query, body, version, now, transact }) => {
      const prepared = await prepare(db, body)
      return transact({ params, query, body, version }, async (transaction) =>
        toReply(await guardSlug(writePost(transaction, params.id, { prepared, version, now, kinds: ['page'] }))),
      )
    }),
  ]
}

function reserved(slug: string) {
  const message = `The address /${slug} belongs to the site itself. Please choose another slug.`
  return badRequest(message, [{ path: 'slug', message }])
}

/** A page is stored as a post without what only posts have. */
export function toPostInput(page: contract.PageInput): PostInput {
  const pin = { isPinOptimized: false, pinText: null, pinLayout: null, pinImage: '' }
  return { ...page, ...pin, keywords: '', categoryId: null, isFeatured: false, linkIngredients: true }
}

/**
 * Whether `/{slug}` belongs to a route of the site or to the server. A built-in page does not clash: a page with its slug takes
 * its place.
 */
export function isReservedSlug(slug: string): boolean {
  if (isBuiltInPage(slug)) return false
  const segment = slug.toLowerCase()
  const isServers = ({ handler, label }: PathPolicy) => handler !== 'renderer' || label !== 'page'
  return isSiteSegment(segment) || [`/${segment}`, `/${segment}/x`].map(policyOf).some(isServers)
}
