import * as contract from '../../../contract/revisions.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { findEditablePost } from './posts-read.repo.ts'
import { restoreRevision } from './posts-write.repo.ts'
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
    bind(contract.restoreRevision, async ({ db, now, params: { id, revisionId }, version }) => {
      const revision = await findRevision(db, id, revisionId)
      if (!revision) return undefined
      return toReply(await guardSlug(restoreRevision(db, id, { input: revision.post, version, now })))
    }),
  ]
}
