import * as contract from '../../../contract/content/post-drafts.ts'
import { runTransaction } from '../../platform/db/retries.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { notFound } from '../../platform/http/errors.ts'
import {
  autosavePost,
  discardWorkingCopy,
  findDraftByKey,
  repeatNewDraft,
  writeAsDraft,
  writeNewDraft,
} from './post-drafts.repo.ts'
import { prepareDraft } from './prepare-post.ts'
import { conflict, guardSlug, toReply } from './save-reply.ts'

export function postDraftRoutes() {
  return [
    bindStaged(contract.createDraft, async ({ c, db, params, query, body, now, transact }) => {
      const { kind, ...draft } = body
      const prepared = await prepareDraft(db, draft)
      const key = c.req.header('idempotency-key')
      const known = key === undefined ? undefined : await findDraftByKey(db, key)
      if (known !== undefined) {
        const repeat = (transaction: Db) => repeatNewDraft(transaction, known, prepared, now)
        return toAutosaveReply(await runTransaction(db, repeat, { isIdempotent: true }), 201)
      }
      return transact({ params, query, body }, async (transaction) => ({
        body: await writeNewDraft(transaction, { prepared, kind, key, now }),
        subject: prepared.post.title,
      }))
    }),
    bindStaged(contract.autosaveDraft, async ({ db, params, query, body, version, now, transact }) => {
      const prepared = await prepareDraft(db, body)
      return transact({ params, query, body, version }, async (transaction) =>
        toAutosaveReply(await guardSlug(autosavePost(transaction, params.id, { prepared, version, now })), 200),
      )
    }),
    bind(contract.discardWorkingCopy, async ({ db, params, version, now }) =>
      toReply(await discardWorkingCopy(db, params.id, { version, now })),
    ),
    bindStaged(contract.keepAsDraft, async ({ db, params, query, body, version, now, transact }) => {
      const prepared = await prepareDraft(db, body)
      return transact({ params, query, body, version }, async (transaction) =>
        toReply(await guardSlug(writeAsDraft(transaction, params.id, { prepared, version, now }))),
      )
    }),
  ]
}

function toAutosaveReply<Status extends 200 | 201>(
  autosaved: Awaited<ReturnType<typeof autosavePost>>,
  status: Status,
) {
  if (!autosaved) throw notFound('Post not found')
  if ('newer' in autosaved) return conflict(autosaved.newer)
  return { status, body: autosaved.saved, subject: autosaved.title }
}
