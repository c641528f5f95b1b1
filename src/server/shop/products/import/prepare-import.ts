import { currencyFault } from '../../../../contract/shop/prices.ts'
import type { ImportCounts, ImportPlan } from '../../../../contract/shop/product-import.ts'
import { readSettings } from '../../../accounts/settings/settings.repo.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import type { ProductRow } from './match-products.ts'
import { type Plan, type PlanOptions, planImport } from './plan-import.ts'
import { lockProducts, readAllProducts } from './product-import.repo.ts'
import { toImportPlan } from './to-import-plan.ts'

type Upload = Pick<PlanOptions, 'table' | 'mapping' | 'decisions'>

export type PreparedImport = {
  /** As the owner reviews it. */
  review: ImportPlan
  /** The plan for the locked products: planned again only if one was changed in between. */
  planWithin(transaction: Db): Promise<{ plan: Plan; review: ImportPlan }>
}

/** Plans an import before its transaction, because SQLite has one writer. */
export async function prepareImport(db: Db, upload: Upload): Promise<PreparedImport> {
  const { settings } = await readSettings(db)
  // The currency of new products.
  const currency = currencyFault(settings.currency) ? 'USD' : settings.currency
  const planWith = async (products: ProductRow[]) => {
    const plan = await planImport({ ...upload, currency, products })
    return { plan, review: toImportPlan(plan, upload) }
  }
  const products = await readAllProducts(db)
  const planned = await planWith(products)
  return {
    review: planned.review,
    async planWithin(transaction) {
      const isCurrent = await lockProducts(transaction, products)
      return isCurrent ? planned : planWith(await readAllProducts(transaction))
    },
  }
}

/** Throws 422 while questions are open, or for refused rows unless they are to be skipped. */
export function requireImportable({ pending = 0, refused }: ImportCounts, skipsRefused: boolean): void {
  if (pending > 0) throw new HttpError(422, `${sayRows(pending, 'needs', 'need')} a decision. Nothing was imported.`)
  if (refused > 0 && !skipsRefused)
    throw new HttpError(422, `${sayRows(refused, 'is', 'are')} refused. Nothing was imported.`)
}

function sayRows(count: number, singular: string, plural: string): string {
  return count === 1 ? `1 row ${singular}` : `${count.toLocaleString('en-US')} rows ${plural}`
}
