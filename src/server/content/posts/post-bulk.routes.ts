import * as contract from '../../../contract/content/post-bulk.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { badRequest } from '../../platform/http/errors.ts'
import { subjectOf } from '../../platform/http/replies.ts'
import { duplicatePost } from './duplicate-post.repo.ts'
import { isCategory } from './find-invalid-field.repo.ts'
import { choosePosts } from './owner-posts.repo.ts'
import {
  type BulkOutcome,
  deletePostsForGood,
  publishPosts,
  setFieldOfPosts,
  trashPosts,
  unpublishPosts,
} from './post-bulk.repo.ts'

export function postBulkRoutes() {
  return [
    bind(contract.publishPosts, async ({ db, body, now }) =>
      toReply(await publishPosts(db, await choosePosts(db, body, now), now)),
    ),
    bind(contract.unpublishPosts, async ({ db, body, now }) =>
      toReply(await unpublishPosts(db, await choosePosts(db, body, now), now)),
    ),
    bind(contract.setCategoryOfPosts, async ({ db, body: { categoryId, ...choice }, now }) => {
      if (categoryId !== null && !(await isCategory(db, categoryId))) throw badRequest('There is no such category')
      return toReply(await setFieldOfPosts(db, await choosePosts(db, choice, now), { categoryId }, now))
    }),
    bind(contract.featurePosts, async ({ db, body: { isFeatured, ...choice }, now }) =>
      toReply(await setFieldOfPosts(db, await choosePosts(db, choice, now), { isFeatured }, now)),
    ),
    bind(contract.trashPosts, async ({ db, body, now }) =>
      toReply(await trashPosts(db, await choosePosts(db, body, now), now)),
    ),
    bind(contract.deletePostsForGood, async ({ db, body, now }) =>
      toReply(await deletePostsForGood(db, await choosePosts(db, body, now))),
    ),
    bind(contract.duplicatePost, async ({ db, params: { id }, body: { kind }, now }) => {
      const post = await duplicatePost(db, { id, kind, now })
      return post && { body: post, subject: post.title }
    }),
  ]
}

function toReply({ titles, ...body }: BulkOutcome) {
  return { body, subject: subjectOf(titles) }
}
