import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { ImportDecisions, noDecisions } from '../../../../contract/shop/import-decisions.ts'
import * as contract from '../../../../contract/shop/product-import.ts'
import { badRequest, HttpError } from '../../../platform/http/errors.ts'
import { fileTooLarge, readFormData } from '../../../platform/http/form-data.ts'
import { parse } from '../../../platform/http/validate.ts'
import { guessColumns } from './guess-columns.ts'
import { readTable, type Table, UnreadableTable } from './read-table.ts'

/** Reads the form of an import: its file as a table, the columns (guessed without a choice) and the decisions. */
export async function readImportUpload(c: Context) {
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
  return { table, mapping, decisions, form, fileHash: createHash('sha256').update(bytes).digest('hex') }
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
