import * as contract from '../../../../contract/shop/product-import.ts'
import { bindStaged } from '../../../platform/http/endpoint-handler.ts'
import { badRequest } from '../../../platform/http/errors.ts'
import { prepareImport, requireImportable } from './prepare-import.ts'
import { writePlan } from './product-import.repo.ts'
import { readImportUpload } from './read-import-upload.ts'

export function productImportRoutes() {
  return [
    bindStaged(contract.planProductImport, async ({ c, db }) => {
      const { review } = await prepareImport(db, await readImportUpload(c))
      return { body: review }
    }),
    bindStaged(contract.importProducts, async ({ c, db, now, transact }) => {
      const { form, fileHash, ...upload } = await readImportUpload(c)
      if (!form.plan) throw badRequest('Please look at the plan of the import first (dryRun=true), and send its `plan`')
      const { mapping, decisions } = upload
      const prepared = await prepareImport(db, upload)
      return transact({ fileHash, mapping, decisions, form }, async (transaction) => {
        const { plan, review: current } = await prepared.planWithin(transaction)
        const { create, update, pending = 0 } = current.counts
        // A plan that was carried out changes nothing, so the request may be repeated.
        const isDone = create + update + pending === 0
        if (plan.hash !== form.plan && !isDone) {
          const message = 'The products have changed since this plan was made. Please look at the new one.'
          return { status: 409, body: { message, current } }
        }
        requireImportable(current.counts, form.skipRefused === 'true')
        await writePlan(transaction, plan, now)
        return { body: current.counts, subject: `${upload.table.rows.length} rows` }
      })
    }),
  ]
}
