import { sql } from 'kysely'
import {
  IMPORT_UNDO_DAYS,
  ImportChoices,
  type ImportCount,
  type ImportItem,
  type ImportState,
  ImportStep,
  type ImportSurvey,
  type NoteGroup,
  productDefaults,
  type SiteImport,
} from '../../../contract/app/site-imports.ts'
import type { Page } from '../../../contract/platform/paths.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { findJob } from '../../platform/jobs/jobs.repo.ts'
import { notePattern } from './note-groups.ts'
import { findLastImport, recordOutcome } from './site-imports.repo.ts'

/** Imports that were started in the admin have a source; those of the command have none. */

/** `wordpress` is the address of a site that is read instead of files; without a folder and that, it is the uploaded files. */
export type ImportSource = {
  isArchive?: true
  folder: string | null
  siteUrl: string
  sitemap?: string
  wordpress?: string
}

export type AdminImport = Row<'site_imports'> & { source: string }

export const isArchive = ({ source }: Pick<Row<'site_imports'>, 'source'>) =>
  source !== null && (JSON.parse(source) as ImportSource).isArchive === true

export const sourceOf = ({ source }: AdminImport) => JSON.parse(source) as ImportSource

const noChoices: ImportChoices = {
  categories: {},
  cover: '',
  fetchesPictures: true,
  ...productDefaults,
  menu: '',
  takesChanges: true,
}

export const choicesOf = ({ choices }: Pick<Row<'site_imports'>, 'choices'>): ImportChoices =>
  choices === null ? noChoices : ImportChoices.parse(JSON.parse(choices))

type NewImport = { fileName: string; source: ImportSource; now: string; state?: 'reading' | 'importing' }

export async function createAdminImport(
  db: Db,
  { fileName, source, now, state = 'reading' }: NewImport,
): Promise<number> {
  const { id } = await db
    .insertInto('site_imports')
    .values({
      file_name: fileName.slice(0, 300).toWellFormed(),
      site_name: '',
      site_url: source.isArchive ? source.siteUrl : '',
      state,
      created_at: now,
      source: JSON.stringify(source),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findAdminImport(db: Db, id: number): Promise<AdminImport | undefined> {
  return (await ofAdmin(db).where('id', '=', id).executeTakeFirst()) as AdminImport | undefined
}

/** The newest import of the admin that is in one of the states. */
export async function findAdminImportIn(db: Db, states?: readonly ImportState[]): Promise<AdminImport | undefined> {
  const query = states ? ofAdmin(db).where('state', 'in', states) : ofAdmin(db)
  return (await query.orderBy('id', 'desc').executeTakeFirst()) as AdminImport | undefined
}

/** Those of the command too, while they are undone here, which needs no source. */
const ofAdmin = (db: Db) =>
  db
    .selectFrom('site_imports')
    .selectAll()
    .where((row) => row.or([row('source', 'is not', null), row('state', '=', 'undoing')]))

/** States in which the job has something to do. */
const workingStates = ['reading', 'importing', 'undoing'] as const

export const isWorking = ({ state }: Pick<Row<'site_imports'>, 'state'>) =>
  (workingStates as readonly string[]).includes(state)

/** The import for which there is something to do. */
export const findWork = (db: Db) => findAdminImportIn(db, workingStates)

/** Moves an import on if it is in the state `from`. False if it is not. */
export async function changeState(db: Db, id: number, from: readonly ImportState[], to: ImportState): Promise<boolean> {
  const changed = await db
    .updateTable('site_imports')
    .set({ state: to, error: null })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export async function describeImport(db: Db, row: Row<'site_imports'>, now: string): Promise<SiteImport> {
  const job = await findJob(db, 'site-import', now)
  const isWaiting = isWorking(row)
  const progress = job?.progress as SiteImport['progress'] | undefined
  return {
    id: row.id,
    fileName: row.file_name,
    siteName: row.site_name,
    siteUrl: row.site_url,
    state: row.state,
    isArchive: isArchive(row),
    error: row.error,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    choices: choicesOf(row),
    counts: isWaiting ? [] : await countItems(db, row.id),
    notes: row.note_groups === null ? [] : (JSON.parse(row.note_groups) as NoteGroup[]),
    canUndo: await canUndo(db, row, now),
    progress: isWaiting && progress && ImportStep.safeParse(progress.step).success ? progress : null,
    retryReason: isWaiting && job?.state !== 'running' ? (job?.lastError ?? null) : null,
  }
}

/** Imports are undone from the last one back, since a later one may have changed what an earlier one wrote; each for 30 days. */
export async function canUndo(db: Db, { id, state, created_at }: Row<'site_imports'>, now: string): Promise<boolean> {
  if (state !== 'done' && state !== 'stopped') return false
  const oldest = Date.parse(now) - IMPORT_UNDO_DAYS * 24 * 60 * 60 * 1000
  return Date.parse(created_at) >= oldest && (await findLastImport(db))?.id === id
}

/** The import that can be undone. */
export async function findUndoable(db: Db, now: string): Promise<Row<'site_imports'> | undefined> {
  const last = await findLastImport(db)
  return last && (await canUndo(db, last, now)) ? last : undefined
}

async function countItems(db: Db, importId: number): Promise<ImportCount[]> {
  const rows = await db
    .selectFrom('site_import_items')
    .select(['type', 'state', (eb) => eb.fn.countAll<number>().as('count')])
    .where('import_id', '=', importId)
    .groupBy(['type', 'state'])
    .orderBy('type')
    .orderBy('state')
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

export async function countAllItems(db: Db, importId: number): Promise<number> {
  const { count } = await db
    .selectFrom('site_import_items')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteItems(db: Db, importId: number): Promise<void> {
  await db.deleteFrom('site_import_items').where('import_id', '=', importId).execute()
}

export async function saveSurvey(db: Db, importId: number, survey: ImportSurvey): Promise<void> {
  await db
    .updateTable('site_imports')
    .set({ survey: JSON.stringify(survey) })
    .where('id', '=', importId)
    .execute()
}

export async function saveChoices(db: Db, importId: number, choices: ImportChoices): Promise<void> {
  await db
    .updateTable('site_imports')
    .set({ choices: JSON.stringify(choices) })
    .where('id', '=', importId)
    .execute()
}

/** The slugs of those of the chosen categories that exist, by id. */
export async function findChosenCategories(db: Db, { categories }: ImportChoices): Promise<Map<number, string>> {
  const ids = Object.values(categories).filter((choice) => choice !== 'leave-out')
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'slug'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}

/** Notes what becomes of the categories that are not made, before an import begins. */
export async function applyCategoryChoices(db: Db, row: AdminImport): Promise<void> {
  const choices = choicesOf(row)
  const chosen = await findChosenCategories(db, choices)
  const keys = Object.keys(choices.categories).map((slug) => `category ${slug}`)
  if (keys.length === 0) return
  const items = await db
    .selectFrom('site_import_items')
    .select(['id', 'source_key'])
    .where('import_id', '=', row.id)
    .where('type', '=', 'category')
    .where('state', '=', 'waiting')
    .where('source_key', 'in', keys)
    .execute()
  for (const { id, source_key } of items) {
    const choice = choices.categories[source_key.replace(/^category /, '')]!
    if (choice === 'leave-out') await recordOutcome(db, id, { state: 'left-out', target: '/blog' })
    // One that was deleted since is imported as it is.
    else if (chosen.has(choice))
      await recordOutcome(db, id, { state: 'done', refId: choice, target: `/blog/category/${chosen.get(choice)}` })
  }
}

type ItemQuery = { note?: string | undefined; page?: number | undefined; limit?: number | undefined }

/** A page of the items that have a note, or one of a group of them. */
export async function listNotedItems(db: Db, importId: number, query: ItemQuery): Promise<Page<ImportItem>> {
  const { note, page = 1, limit = 25 } = query
  const noted = db
    .selectFrom('site_import_items')
    .where('import_id', '=', importId)
    .where('notes', '<>', '[]')
    .$if(note !== undefined, (items) => items.where(sql<boolean>`notes like ${notePattern(note!)} escape '\\'`))
  const { count } = await noted.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await noted
    .select(['id', 'type', 'name', 'state', 'target', 'notes'])
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const items = rows.map(({ notes, ...row }) => ({ ...row, notes: JSON.parse(notes) as string[] }))
  return { items, total: Number(count) }
}
