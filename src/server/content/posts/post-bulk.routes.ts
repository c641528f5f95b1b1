import * as contract from '../../../contract/content/post-bulk.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { badRequest } from '../../platform/http/errors.ts'
import { duplicatePost } from './duplicate-post.repo.ts'
import { isCategory } from './find-invalid-field.repo.ts'
import { ownerPosts } from './owner-posts.repo.ts'
import {
  type BulkOutcome,
  deletePostsForGood,
  publishPosts,
  setFieldOfPosts,
  trashPosts,
  unpublishPosts,
} from './post-bulk.repo.ts'

/** Titles that an entry of the audit trail names. */
const NAMED_MAX = 20

export function postBulkRoutes() {
  return [
    bind(contract.publishPosts, async ({ db, body, now }) =>
      toReply(await publishPosts(db, await chosen(db, body, now), now)),
    ),
    bind(contract.unpublishPosts, async ({ db, body, now }) =>
      toReply(await unpublishPosts(db, await chosen(db, body, now), now)),
    ),
    bind(contract.setCategoryOfPosts, async ({ db, body: { categoryId, ...choice }, now }) => {
      if (categoryId !== null && !(await isCategory(db, categoryId))) throw badRequest('There is no such category')
      return toReply(await setFieldOfPosts(db, await chosen(db, choice, now), { categoryId }, now))
    }),
    bind(contract.featurePosts, async ({ db, body: { isFeatured, ...choice }, now }) =>
      toReply(await setFieldOfPosts(db, await chosen(db, choice, now), { isFeatured }, now)),
    ),
    bind(contract.trashPosts, async ({ db, body, now }) =>
      toReply(await trashPosts(db, await chosen(db, body, now), now)),
    ),
    bind(contract.deletePostsForGood, async ({ db, body, now }) =>
      toReply(await deletePostsForGood(db, await chosen(db, body, now))),
    ),
    bind(contract.duplicatePost, async ({ db, params: { id }, body: { kind }, now }) => {
      const post = await duplicatePost(db, { id, kind, now })
      return post && { body: post, subject: post.title }
    }),
  ]
}

/** Distinct ids in ascending order. Throws 400 where a query matches more than may be changed at once. */
async function chosen(db: Db, { ids, query }: contract.PostChoice, now: string): Promise<number[]> {
  const found = ids ?? (await ownerPosts.ids(db, { ...query!, now }, contract.BULK_MAX + 1))
  if (found.length > contract.BULK_MAX)
    throw badRequest('At most 1,000 posts can be changed at once. Please narrow the list.')
  return [...new Set(found)].sort((one, other) => one - other)
}

function toReply({ titles, ...body }: BulkOutcome) {
  const more = titles.length - NAMED_MAX
  return { body, subject: [...titles.slice(0, NAMED_MAX), ...(more > 0 ? [`${more} more`] : [])] }
}
