import * as contract from '../../../contract/content/revisions.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { findEditablePost } from './owner-posts.repo.ts'
import { preparePost } from './prepare-post.ts'
import { restoreRevision } from './restore-revision.repo.ts'
import { findRevision, listRevisions } from './revisions.repo.ts'
import { guardSlug, toReply } from './save-reply.ts'

export function revisionRoutes() {
  return [
    bind(contract.listRevisions, async ({ db, now, params: { id } }) => {
      if (!(await findEditablePost(db, id, now))) return undefined
      return { body: await listRevisions(db, id) }
    }),
    bind(contract.findRevision, async ({ db, now, params: { id, revisionId } }) => {
      const revision = await findRevision(db, id, revisionId)
      if (!revision || !(await findEditablePost(db, id, now))) return undefined
      return { body: revision }
    }),
    bindStaged(contract.restoreRevision, async ({ db, now, params, query, body, version, transact }) => {
      const { id, revisionId } = params
      const revision = await findRevision(db, id, revisionId)
      const restoration = revision && { kind: revision.kind, prepared: await preparePost(db, revision.post) }
      return transact(
        { params, query, body, version },
        async (transaction) =>
          restoration && toReply(await guardSlug(restoreRevision(transaction, id, { ...restoration, version, now }))),
      )
    }),
  ]
}
