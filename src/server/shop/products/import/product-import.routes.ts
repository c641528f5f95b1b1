import { currencyFault } from '../../../../contract/prices.ts'
import * as contract from '../../../../contract/product-import.ts'
import { readSettings } from '../../../accounts/settings/settings.repo.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { bindStaged } from '../../../platform/http/endpoint-handler.ts'
import { badRequest, HttpError } from '../../../platform/http/errors.ts'
import type { ProductRow } from './match-products.ts'
import { planImport } from './plan-import.ts'
import { lockProducts, readAllProducts, writePlan } from './product-import.repo.ts'
import { readImportUpload } from './read-import-upload.ts'
import { toImportPlan } from './to-import-plan.ts'

export function productImportRoutes() {
  return [
    bindStaged(contract.planProductImport, async ({ c, db }) => {
      const upload = await readImportUpload(c)
      const plan = await planImport({
        ...upload,
        currency: await readCurrency(db),
        products: await readAllProducts(db),
      })
      return { body: toImportPlan(plan, upload) }
    }),
    bindStaged(contract.importProducts, async ({ c, db, now, transact }) => {
      const { form, fileHash, ...upload } = await readImportUpload(c)
      if (!form.plan) throw badRequest('Please look at the plan of the import first (dryRun=true), and send its `plan`')
      const { mapping, decisions } = upload
      const currency = await readCurrency(db)
      const planWith = (products: ProductRow[]) => planImport({ ...upload, currency, products })
      // Planned before the transaction, and again inside it only if a product was changed in between.
      const products = await readAllProducts(db)
      const planned = await planWith(products)
      return transact({ fileHash, mapping, decisions, form }, async (transaction) => {
        const isCurrent = await lockProducts(transaction, products)
        const plan = isCurrent ? planned : await planWith(await readAllProducts(transaction))
        const current = toImportPlan(plan, upload)
        const { create, update, refused, pending = 0 } = current.counts
        // A plan that was carried out changes nothing, so the request may be repeated.
        const isDone = create + update + pending === 0
        if (plan.hash !== form.plan && !isDone) {
          const message = 'The products have changed since this plan was made. Please look at the new one.'
          return { status: 409, body: { message, current } }
        }
        if (pending > 0)
          throw new HttpError(422, `${sayRows(pending, 'needs', 'need')} a decision. Nothing was imported.`)
        if (refused > 0 && form.skipRefused !== 'true')
          throw new HttpError(422, `${sayRows(refused, 'is', 'are')} refused. Nothing was imported.`)
        await writePlan(transaction, plan, now)
        return { body: current.counts, subject: `${upload.table.rows.length} rows` }
      })
    }),
  ]
}

/** The currency of new products. */
async function readCurrency(db: Db): Promise<string> {
  const { settings } = await readSettings(db)
  return currencyFault(settings.currency) ? 'USD' : settings.currency
}

function sayRows(count: number, singular: string, plural: string): string {
  return count === 1 ? `1 row ${singular}` : `${count.toLocaleString('en-US')} rows ${plural}`
}
