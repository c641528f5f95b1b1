import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { currencyFault } from '../../../../contract/prices.ts'
import type { ImportCounts, ImportPlan } from '../../../../contract/product-import.ts'
import * as contract from '../../../../contract/product-import.ts'
import { readSettings } from '../../../accounts/settings/settings.repo.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { bindStaged } from '../../../platform/http/endpoint-handler.ts'
import { badRequest, HttpError } from '../../../platform/http/errors.ts'
import { fileTooLarge, readFormData } from '../../../platform/http/form-data.ts'
import { parse } from '../../../platform/http/validate.ts'
import { guessColumns } from './guess-columns.ts'
import type { ProductRow } from './match-products.ts'
import { type Plan, planImport } from './plan-import.ts'
import { lockProducts, readAllProducts, writePlan } from './product-import.repo.ts'
import { readTable, type Table, UnreadableTable } from './read-table.ts'

export function productImportRoutes() {
  return [
    bindStaged(contract.planProductImport, async ({ c, db }) => {
      const { table, mapping } = await readUpload(c)
      const plan = await planImport({
        table,
        mapping,
        currency: await readCurrency(db),
        products: await readAllProducts(db),
      })
      return { body: toImportPlan(plan, table, mapping) }
    }),
    bindStaged(contract.importProducts, async ({ c, db, now, transact }) => {
      const { table, mapping, form, fileHash } = await readUpload(c)
      if (!form.plan) throw badRequest('Please look at the plan of the import first (dryRun=true), and send its `plan`')
      const currency = await readCurrency(db)
      const planWith = (products: ProductRow[]) => planImport({ table, mapping, currency, products })
      // Planned before the transaction, and again inside it only if a product was changed in between.
      const products = await readAllProducts(db)
      const planned = await planWith(products)
      return transact({ fileHash, mapping, form }, async (transaction) => {
        const isCurrent = await lockProducts(transaction, products)
        const plan = isCurrent ? planned : await planWith(await readAllProducts(transaction))
        const current = toImportPlan(plan, table, mapping)
        // A plan that was carried out changes nothing, so the request may be repeated.
        const isDone = current.counts.unchanged + current.counts.refused === plan.rows.length
        if (plan.hash !== form.plan && !isDone) {
          const message = 'The products have changed since this plan was made. Please look at the new one.'
          return { status: 409, body: { message, current } }
        }
        if (current.counts.refused > 0 && form.skipRefused !== 'true')
          throw new HttpError(422, `${rowsOf(current.counts.refused)} refused. Nothing was imported.`)
        await writePlan(transaction, plan, now)
        return { body: current.counts, subject: `${table.rows.length} rows` }
      })
    }),
  ]
}

/** The currency of new products. */
async function readCurrency(db: Db): Promise<string> {
  const { settings } = await readSettings(db)
  return currencyFault(settings.currency) ? 'USD' : settings.currency
}

const rowsOf = (count: number) => (count === 1 ? '1 row is' : `${count.toLocaleString('en-US')} rows are`)

async function readUpload(c: Context) {
  const data = await readFormData(c, contract.IMPORT_BYTES_MAX)
  const file = data.get('file')
  if (!(file instanceof File)) throw badRequest('Please send the CSV in the field “file”')
  if (file.size > contract.IMPORT_BYTES_MAX) throw fileTooLarge(contract.IMPORT_BYTES_MAX)
  const texts = [...data.entries()].filter(([, value]) => typeof value === 'string')
  const form = parse(contract.ImportForm, Object.fromEntries(texts), 'The form is not right')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const table = await readTable(bytes).catch((error: unknown) => {
    throw error instanceof UnreadableTable ? new HttpError(422, error.message) : error
  })
  const mapping = form.columns === undefined ? guessColumns(table.header) : readMapping(form.columns, table)
  return { table, mapping, form, fileHash: createHash('sha256').update(bytes).digest('hex') }
}

function readMapping(json: string, { header }: Table): contract.ColumnMapping {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw badRequest('`columns` is not valid JSON')
  }
  const mapping = parse(contract.ColumnMapping, value, '`columns` is not right')
  if (mapping.length !== header.length) throw badRequest('`columns` does not fit the columns of the file')
  return mapping
}

const SAMPLES = 3

function toImportPlan(
  { hash, rows }: Plan,
  { header, rows: lines }: Table,
  mapping: contract.ColumnMapping,
): ImportPlan {
  const counts: ImportCounts = { create: 0, update: 0, unchanged: 0, refused: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  const samplesOf = (index: number) => {
    const samples: string[] = []
    for (const { cells } of lines) {
      const text = cells[index]?.trim()
      if (text) samples.push(text.slice(0, 80))
      if (samples.length === SAMPLES) break
    }
    return samples
  }
  const columns = header.map((text, index) => ({
    header: text,
    samples: samplesOf(index),
    field: mapping[index] ?? null,
  }))
  return { plan: hash, columns, counts, rows }
}
