import { previewPost } from '../../../contract/content/post-endpoints.ts'
import * as contract from '../../../contract/content/preview-links.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { found } from '../../platform/http/replies.ts'
import { findEditedTitle } from './owner-posts.repo.ts'
import { lockPost } from './posts-write.repo.ts'
import {
  createPreviewLink,
  deletePreviewLinks,
  findPreview,
  findPreviewedPost,
  listPreviewLinks,
} from './preview-links.repo.ts'

/** A shared computer or proxy must not keep what a link showed. */
const unshared = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }

export function previewRoutes() {
  return [
    bind(previewPost, ({ db, params }) => found(findPreview(db, params.id))),
    bind(contract.listPreviewLinks, async ({ db, params: { id }, now }) => {
      if ((await findEditedTitle(db, id)) === undefined) return undefined
      return { body: await listPreviewLinks(db, id, now) }
    }),
    bind(contract.createPreviewLink, ({ db, params: { id }, body: { days }, now }) =>
      db.transaction().execute(async (transaction) => {
        // The lock keeps two requests from passing the limit together.
        if (!(await lockPost(transaction, id))) return undefined
        const link = await createPreviewLink(transaction, { postId: id, days, now })
        if (!link) throw new HttpError(409, 'Twenty links to this preview work already. Please withdraw one first.')
        return { body: link, subject: (await findEditedTitle(transaction, id)) ?? '' }
      }),
    ),
    bind(contract.deletePreviewLink, async ({ db, params: { id, linkId } }) => {
      const subject = await findEditedTitle(db, id)
      if (subject === undefined || (await deletePreviewLinks(db, id, linkId)) === 0) return undefined
      return { body: {}, subject }
    }),
    bind(contract.deletePreviewLinks, async ({ db, params: { id } }) => {
      const subject = await findEditedTitle(db, id)
      if (subject === undefined) return undefined
      await deletePreviewLinks(db, id)
      return { body: {}, subject }
    }),
    bind(contract.openPreview, async ({ db, params: { token }, now }) => {
      const id = await findPreviewedPost(db, token, now)
      const post = id === undefined ? undefined : await findPreview(db, id)
      return post && { body: post, headers: unshared }
    }),
  ]
}
