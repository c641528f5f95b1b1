import * as contract from '../../../contract/shop/link-endpoints.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { HttpError, notFound } from '../../platform/http/errors.ts'
import { found } from '../../platform/http/replies.ts'
import { listLinkPlaces, planReplacement, planUndo, writeReplacement, writeUndo } from './link-replacements.repo.ts'

export function linkReplacementRoutes() {
  return [
    bind(contract.previewLinkReplacement, ({ db, params }) => found(listLinkPlaces(db, params.id))),
    bindStaged(contract.replaceLink, async ({ db, params, query, body, now, transact }) => {
      const plan = await planReplacement(db, params.id, body)
      return transact({ params, query, body }, async (transaction) => {
        if (plan === 'missing') throw notFound('Link not found')
        const replacement = plan === 'changed' ? undefined : await writeReplacement(transaction, plan, now)
        if (!replacement) throw changedMeanwhile()
        return { body: replacement, subject: replacement.changed }
      })
    }),
    bindStaged(contract.undoLinkReplacement, async ({ db, params, query, body, now, transact }) => {
      const plan = await planUndo(db, params.id)
      return transact({ params, query, body }, async (transaction) => {
        if (!plan) throw notFound('Replacement not found')
        const undone = await writeUndo(transaction, plan, now)
        return { body: undone, subject: undone.changed }
      })
    }),
  ]
}

function changedMeanwhile(): HttpError {
  return new HttpError(
    409,
    'One of the places was saved or deleted since the preview. Nothing was changed. Please look at the preview again.',
  )
}
