import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { currencyFault } from '../../../../contract/prices.ts'
import {
  ColumnMapping,
  IMPORT_BYTES_MAX,
  type ImportConflict,
  type ImportCounts,
  ImportForm,
  type ImportPlan,
  ImportQuery,
} from '../../../../contract/product-import.ts'
import { readSettings } from '../../../accounts/settings/settings.repo.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { badRequest, HttpError } from '../../../platform/http/errors.ts'
import { fileTooLarge, readFormData } from '../../../platform/http/form-data.ts'
import { idempotent } from '../../../platform/http/idempotency.ts'
import type { OwnerGuard } from '../../../platform/http/owner.ts'
import { parse, readQuery } from '../../../platform/http/validate.ts'
import { guessColumns } from './guess-columns.ts'
import { type Plan, planImport } from './plan-import.ts'
import { lockAllProducts, readAllProducts, writePlan } from './product-import.repo.ts'
import { readTable, type Table, UnreadableTable } from './read-table.ts'

export function productImportRoutes({ db, clock, owner }: { db: Db; clock: () => Date; owner: OwnerGuard }) {
  return new Hono().post('/products/import', owner, async (c) => {
    const { dryRun } = readQuery(c, ImportQuery)
    const { table, mapping, form, fileHash } = await readImport(c)
    const { settings } = await readSettings(db)
    const currency = currencyFault(settings.currency) ? 'USD' : settings.currency
    if (dryRun === 'true') {
      const plan = await planImport({ table, mapping, currency, products: await readAllProducts(db) })
      return c.json(toImportPlan(plan, table, mapping))
    }

    if (!form.plan) throw badRequest('Please look at the plan of the import first (dryRun=true), and send its `plan`')
    c.set('subject', `${table.rows.length} rows`)
    return idempotent(c, db, { fileHash, mapping, form }, async (transaction) => {
      const plan = await planImport({ table, mapping, currency, products: await lockAllProducts(transaction) })
      const response = toImportPlan(plan, table, mapping)
      // Of a plan that has been carried out nothing is left to do, so that sending it again does no harm.
      const isDone = response.counts.unchanged + response.counts.refused === plan.rows.length
      if (plan.hash !== form.plan && !isDone) {
        const message = 'The products have changed since this plan was made. Please look at the new one.'
        return { status: 409, body: { message, current: response } satisfies ImportConflict }
      }
      if (response.counts.refused > 0 && form.skipRefused !== 'true')
        throw new HttpError(422, `${rowsOf(response.counts.refused)} refused. Nothing was imported.`)
      await writePlan(transaction, plan, clock().toISOString())
      return { status: 200, body: response.counts }
    })
  })
}

const rowsOf = (count: number) => (count === 1 ? '1 row is' : `${count.toLocaleString('en-US')} rows are`)

async function readImport(c: Context) {
  const data = await readFormData(c, IMPORT_BYTES_MAX)
  const file = data.get('file')
  if (!(file instanceof File)) throw badRequest('Please send the CSV in the field “file”')
  if (file.size > IMPORT_BYTES_MAX) throw fileTooLarge(IMPORT_BYTES_MAX)
  const texts = [...data.entries()].filter(([, value]) => typeof value === 'string')
  const form = parse(ImportForm, Object.fromEntries(texts), 'The form is not right')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const table = await readTable(bytes).catch((error: unknown) => {
    throw error instanceof UnreadableTable ? new HttpError(422, error.message) : error
  })
  const mapping = form.columns === undefined ? guessColumns(table.header) : readMapping(form.columns, table)
  return { table, mapping, form, fileHash: createHash('sha256').update(bytes).digest('hex') }
}

function readMapping(json: string, { header }: Table): ColumnMapping {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw badRequest('`columns` is not valid JSON')
  }
  const mapping = parse(ColumnMapping, value, '`columns` is not right')
  if (mapping.length !== header.length) throw badRequest('`columns` does not fit the columns of the file')
  return mapping
}

const SAMPLES = 3

function toImportPlan({ hash, rows }: Plan, { header, rows: lines }: Table, mapping: ColumnMapping): ImportPlan {
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
