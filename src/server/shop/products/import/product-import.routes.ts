import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { ImportDecisions, noDecisions } from '../../../../contract/shop/import-decisions.ts'
import * as contract from '../../../../contract/shop/product-import.ts'
import { listProductImports, undoProductImport } from '../../../../contract/shop/product-imports.ts'
import { bind, bindStaged } from '../../../platform/http/endpoint-handler.ts'
import { badRequest, HttpError } from '../../../platform/http/errors.ts'
import { fileTooLarge, readFormData } from '../../../platform/http/form-data.ts'
import { parse } from '../../../platform/http/validate.ts'
import { guessColumns } from './guess-columns.ts'
import { listImports, recordImport } from './import-history.repo.ts'
import { prepareImport, requireImportable } from './prepare-import.ts'
import { writePlan } from './product-import.repo.ts'
import { readTable, type Table, UnreadableTable } from './read-table.ts'
import { undoImport } from './undo-import.repo.ts'

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
        const written = await writePlan(transaction, plan, now)
        const importId = (await recordImport(transaction, { fileName: upload.fileName, written, now })) ?? null
        return { body: { ...current.counts, importId }, subject: `${upload.table.rows.length} rows` }
      })
    }),
    bind(listProductImports, async ({ db, now }) => ({ body: await listImports(db, now) })),
    bind(undoProductImport, async ({ db, params, now }) => {
      const undone = await undoImport(db, params.id, now)
      return undone && { body: undone.undo, subject: undone.fileName }
    }),
  ]
}

/** Reads the form of an import: its file as a table, the columns (guessed without a choice) and the decisions. */
async function readImportUpload(c: Context) {
  const data = await readFormData(c, contract.IMPORT_BYTES_MAX, contract.IMPORT_TEXT_MAX)
  const file = data.get('file')
  if (!(file instanceof File)) throw badRequest('Please send the CSV in the field “file”')
  if (file.size > contract.IMPORT_BYTES_MAX) throw fileTooLarge(contract.IMPORT_BYTES_MAX)
  const texts = [...data.entries()].filter(([, value]) => typeof value === 'string')
  const form = parse(contract.ImportForm, Object.fromEntries(texts), 'The form is not right')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const table = await readTable(bytes).catch((error: unknown) => {
    throw error instanceof UnreadableTable ? new HttpError(422, error.message) : error
  })
  const mapping = form.columns === undefined ? guessColumns(table) : readMapping(form.columns, table)
  const decisions = form.decisions === undefined ? noDecisions : readField('decisions', ImportDecisions, form.decisions)
  return {
    table,
    fileName: file.name,
    mapping,
    decisions,
    form,
    fileHash: createHash('sha256').update(bytes).digest('hex'),
  }
}

function readMapping(json: string, { header }: Table): contract.ColumnMapping {
  const mapping = readField('columns', contract.ColumnMapping, json)
  if (mapping.length !== header.length) throw badRequest('`columns` does not fit the columns of the file')
  return mapping
}

/** A field of the form that holds JSON. */
function readField<Schema extends z.ZodMiniType>(name: string, schema: Schema, json: string): z.output<Schema> {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw badRequest(`\`${name}\` is not valid JSON`)
  }
  return parse(schema, value, `\`${name}\` is not right`)
}
