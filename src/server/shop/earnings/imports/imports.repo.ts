import * as z from 'zod/mini'
import type { Page } from '../../../../contract/platform/paths.ts'
import {
  type EarningImport,
  type EarningImportDetails,
  type ImportChoices,
  ImportPlan,
  type ImportState,
  SurveyPart,
} from '../../../../contract/shop/earning-imports.ts'
import type { Db, Row } from '../../../platform/db/schema.ts'

export async function createImport(
  db: Db,
  { fileName, fileSize }: { fileName: string; fileSize: number },
  now: string,
): Promise<EarningImport> {
  const row = await db
    .insertInto('earning_imports')
    .values({ file_name: fileName, file_size: fileSize, state: 'uploading', created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toImport(row)
}

export async function findImport(db: Db, id: number): Promise<EarningImport | undefined> {
  const row = await readRow(db, id)
  return row && toImport(row)
}

/** A survey that an earlier version stored gets the defaults of what was added since. */
const StoredSurvey = z.array(SurveyPart)

type Details = Omit<EarningImportDetails, 'formats' | 'fields'>

export async function findImportDetails(db: Db, id: number): Promise<Details | undefined> {
  const row = await readRow(db, id)
  if (!row) return undefined
  const same =
    row.file_hash === null
      ? undefined
      : await db
          .selectFrom('earning_imports')
          .select(['file_name', 'created_at'])
          .where('file_hash', '=', row.file_hash)
          .where('state', '=', 'done')
          .where('id', '<>', id)
          .orderBy('id', 'desc')
          .executeTakeFirst()
  return {
    ...toImport(row),
    survey: row.survey === null ? null : StoredSurvey.parse(JSON.parse(row.survey)),
    choices: row.choices === null ? null : (JSON.parse(row.choices) as ImportChoices),
    sameFile: same ? { fileName: same.file_name, createdAt: same.created_at } : null,
  }
}

export async function listImports(db: Db, { page = 1, limit = 20 }): Promise<Page<EarningImport>> {
  const rows = await db
    .selectFrom('earning_imports')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await db
    .selectFrom('earning_imports')
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return { items: rows.map(toImport), total: Number(total) }
}

/** Imports in one of some states, oldest first. */
export async function listImportsIn(db: Db, states: readonly ImportState[]): Promise<EarningImport[]> {
  const rows = await db.selectFrom('earning_imports').selectAll().where('state', 'in', states).orderBy('id').execute()
  return rows.map(toImport)
}

/** How far a write is in the rows after `rows_done`, which are not written in their order: `written` of `size`. */
const Window = z.object({ size: z.number(), written: z.number() })
export type WriteWindow = z.infer<typeof Window>

/** The result of a write so far. An earlier version stores it without the window, and writes in order. */
const Written = z.extend(ImportPlan, { window: z.optional(Window) })
type Written = z.infer<typeof Written>

/** `result` is undefined before the first row is written; `from` is the position after which the window begins. */
export async function findWritten(db: Db, id: number): Promise<{ from: number; result: Written | undefined }> {
  const row = await readRow(db, id)
  return { from: row?.rows_done ?? 0, result: row?.result ? Written.parse(JSON.parse(row.result)) : undefined }
}

export type ImportChanges = {
  state?: ImportState
  fileHash?: string
  survey?: SurveyPart[]
  choices?: ImportChoices | null
  plan?: ImportPlan | null
  result?: Written
  error?: string | null
  rowCount?: number
  rowsDone?: number
  attempts?: number
  confirmedAt?: string
  finishedAt?: string
}

/** Changes an import that is still in one of the states `from`; false if it is not. A new state has had no attempt. */
export async function changeImport(
  db: Db,
  id: number,
  from: readonly ImportState[],
  { state, fileHash, survey, choices, plan, result, error, rowCount, rowsDone, attempts, ...times }: ImportChanges,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('earning_imports')
    .set({
      ...(state && { state, attempts: 0 }),
      ...(fileHash !== undefined && { file_hash: fileHash }),
      ...(survey && { survey: JSON.stringify(survey) }),
      ...(choices !== undefined && { choices: choices && JSON.stringify(choices) }),
      ...(plan !== undefined && { plan: plan && JSON.stringify(plan) }),
      ...(result && { result: JSON.stringify(result) }),
      ...(error !== undefined && { error }),
      ...(rowCount !== undefined && { row_count: rowCount }),
      ...(rowsDone !== undefined && { rows_done: rowsDone }),
      ...(attempts !== undefined && { attempts }),
      ...(times.confirmedAt && { confirmed_at: times.confirmedAt }),
      ...(times.finishedAt && { finished_at: times.finishedAt }),
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The attempts at the current step that have not ended. */
export async function countAttempts(db: Db, id: number): Promise<number> {
  const row = await db.selectFrom('earning_imports').select('attempts').where('id', '=', id).executeTakeFirst()
  return row?.attempts ?? 0
}

/** Deletes an import with its file and its staged rows; false if it was confirmed. */
export async function deleteUnconfirmed(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('earning_imports')
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Imports that need their staged rows no more, and have some. */
export async function listWithLeftRows(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('earning_imports')
    .select('id')
    .where('state', 'in', ['done', 'undone'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('earning_import_rows').select('position').whereRef('import_id', '=', 'earning_imports.id').limit(1),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteImport(db: Db, id: number): Promise<void> {
  await db.deleteFrom('earning_imports').where('id', '=', id).execute()
}

/** A later import that found or changed rows of this one and was not undone. */
export async function findDependent(db: Db, id: number): Promise<EarningImport | undefined> {
  const row = await db
    .selectFrom('earning_imports')
    .innerJoin('earning_import_links as link', 'link.import_id', 'earning_imports.id')
    .selectAll('earning_imports')
    .where('link.builds_on', '=', id)
    .where('earning_imports.state', '<>', 'undone')
    .orderBy('earning_imports.id', 'desc')
    .executeTakeFirst()
  return row && toImport(row)
}

export async function deleteLinks(db: Db, id: number): Promise<void> {
  await db.deleteFrom('earning_import_links').where('import_id', '=', id).execute()
}

function readRow(db: Db, id: number): Promise<Row<'earning_imports'> | undefined> {
  return db.selectFrom('earning_imports').selectAll().where('id', '=', id).executeTakeFirst()
}

function toImport(row: Row<'earning_imports'>): EarningImport {
  const stored = row.result ?? row.plan
  const plan = stored === null ? null : Written.parse(JSON.parse(stored))
  return {
    id: row.id,
    fileName: row.file_name,
    fileSize: row.file_size,
    state: row.state as ImportState,
    rowsDone: row.rows_done + (plan?.window?.written ?? 0),
    rowCount: row.row_count,
    error: row.error,
    createdAt: row.created_at,
    confirmedAt: row.confirmed_at,
    finishedAt: row.finished_at,
    plan: plan && withoutWindow(plan),
  }
}

function withoutWindow({ window: _, ...plan }: Written): ImportPlan {
  return plan
}
