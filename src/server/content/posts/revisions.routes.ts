import { type Context, Hono } from 'hono'
import { Id } from '../../../contract/paths.ts'
import type { Db } from '../../platform/db/schema.ts'
import { notFound } from '../../platform/http/errors.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { readIfMatch } from '../../platform/http/if-match.ts'
import type { OwnerGuard } from '../../platform/http/owner.ts'
import { readParam } from '../../platform/http/validate.ts'
import { findEditablePost } from './owner-posts.repo.ts'
import { restoreRevision } from './post-writes.repo.ts'
import { findRevision, listRevisions } from './revisions.repo.ts'
import { toResponse } from './save-response.ts'

export function revisionRoutes({ db, clock, owner }: { db: Db; clock: () => Date; owner: OwnerGuard }) {
  const now = () => clock().toISOString()
  const readPostId = (c: Context) => readParam(c, 'id', Id, 'Post not found')
  const readRevisionId = (c: Context) => readParam(c, 'revisionId', Id, 'Revision not found')

  return new Hono()
    .get('/posts/:id/revisions', owner, async (c) => {
      const id = readPostId(c)
      if (!(await findEditablePost(db, id, now()))) throw notFound('Post not found')
      return c.json(await listRevisions(db, id))
    })
    .get('/posts/:id/revisions/:revisionId', owner, async (c) => {
      const id = readPostId(c)
      const revision = await findRevision(db, id, readRevisionId(c))
      if (!revision || !(await findEditablePost(db, id, now()))) throw notFound('Revision not found')
      return c.json(revision)
    })
    .post('/posts/:id/revisions/:revisionId/restore', owner, async (c) => {
      const id = readPostId(c)
      const revision = await findRevision(db, id, readRevisionId(c))
      if (!revision) throw notFound('Revision not found')
      const version = readIfMatch(c)
      c.set('subject', revision.title)
      return idempotent(c, db, { id, revision: revision.id, version }, async (transaction) =>
        toResponse(c, await restoreRevision(transaction, id, { input: revision.post, version, now: now() })),
      )
    })
}
