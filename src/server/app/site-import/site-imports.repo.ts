import { createHash } from 'node:crypto'
import type { PostInput } from '../../../contract/content/posts.ts'
import { insertRows } from '../../platform/db/json-rows.ts'
import type { Db, NewRow, Row } from '../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import type { SourceRecord, SourceSite } from './source-records.ts'

export type ItemType = Row<'site_import_items'>['type']
export type ItemState = Row<'site_import_items'>['state']

/** An item of an import with its record. */
export type ImportItem<Type extends ItemType = ItemType> = {
  id: number
  name: string
  hash: string
  sourceKey: string
  target: string | null
  isCreated: boolean
  record: Extract<SourceRecord, { type: Type }>
}

export type NewItem = {
  sourceKey: string
  name: string
  record: Exclude<SourceRecord, SourceSite>
  notes?: readonly string[]
}

/** Rows of one statement. */
const BATCH = 200

export async function beginImport(db: Db, fileName: string, now: string): Promise<number> {
  const values = { file_name: fileName, site_name: '', site_url: '', state: 'reading' as const, created_at: now }
  const { id } = await db.insertInto('site_imports').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function findImport(db: Db, id: number): Promise<Row<'site_imports'>> {
  return db.selectFrom('site_imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function updateImport(
  db: Db,
  id: number,
  values: Partial<NewRow<'site_imports'>>,
): Promise<Row<'site_imports'>> {
  return db.updateTable('site_imports').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export async function readImport(db: Db, id: number): Promise<Row<'site_imports'>> {
  return db.selectFrom('site_imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Throws for an import that was stopped or has ended. */
export async function startImport(db: Db, id: number): Promise<Row<'site_imports'>> {
  return db
    .updateTable('site_imports')
    .set({ state: 'importing' })
    .where('id', '=', id)
    .where('state', 'in', ['reading', 'planned', 'importing'])
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The import of a file that was interrupted. */
export async function findInterruptedImport(db: Db, fileName: string): Promise<Row<'site_imports'> | undefined> {
  return db
    .selectFrom('site_imports')
    .selectAll()
    .where('state', '=', 'importing')
    .where('file_name', '=', fileName)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** The newest import that wrote something which is still to be undone, or that has stopped before it did. */
export async function findLastImport(db: Db): Promise<Row<'site_imports'> | undefined> {
  return db
    .selectFrom('site_imports')
    .selectAll()
    .where('undone_at', 'is', null)
    .where((row) => {
      const written = row
        .selectFrom('site_import_items')
        .select('site_import_items.id')
        .whereRef('import_id', '=', 'site_imports.id')
        .where('site_import_items.state', '=', 'done')
        .where((item) => item.or([item('is_created', '=', true), item('replaced', 'is not', null)]))
      return row.or([row('site_imports.state', '=', 'stopped'), row.exists(written)])
    })
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Deletes imports that were never carried out: those of the command, and those of the admin, from before a time each. */
export async function deleteAbandonedImports(db: Db, before: { command: string; admin: string }): Promise<void> {
  const rows = await db
    .selectFrom('site_imports')
    .select('id')
    .where('state', 'in', ['reading', 'planned', 'failed'])
    .where((row) =>
      row.or([
        row.and([row('source', 'is', null), row('created_at', '<', before.command)]),
        row('created_at', '<', before.admin),
      ]),
    )
    .execute()
  for (const { id } of rows) await deleteImport(db, id)
}

/** Deletes what only an undoing needs, of imports from before a time. */
export async function purgeReplacedTexts(db: Db, before: string): Promise<void> {
  await db
    .updateTable('site_import_items')
    .set({ replaced: null })
    .where('replaced', 'is not', null)
    .where('import_id', 'in', (imports) =>
      imports.selectFrom('site_imports').select('id').where('created_at', '<', before),
    )
    .execute()
}

export async function deleteImport(db: Db, id: number): Promise<void> {
  await db.deleteFrom('site_import_items').where('import_id', '=', id).execute()
  await db.deleteFrom('site_imports').where('id', '=', id).execute()
}

export const hashOf = (data: string) => createHash('sha256').update(data).digest('hex')

/** Adds items at the end. */
export async function addItems(db: Db, importId: number, items: readonly NewItem[]): Promise<void> {
  const rows = items.map(({ sourceKey, name, record, notes = [] }) => {
    const reason = reasonOf(record)
    const data = JSON.stringify(record)
    return {
      import_id: importId,
      type: record.type,
      source_key: sourceKey,
      name: name.slice(0, 300).toWellFormed(),
      content_hash: hashOf(data),
      data,
      state: reason === undefined ? 'waiting' : 'left-out',
      is_created: false,
      notes: JSON.stringify(reason === undefined ? notes : [reason]),
    }
  })
  const columns = Object.keys(rows[0] ?? {})
  if (rows.length > 0) await insertRows(db, 'site_import_items', columns, rows).execute(db)
}

/** Why an item is left out from the start. */
function reasonOf(record: NewItem['record']): string | undefined {
  if (record.type === 'problem') return record.text
  return 'leftOut' in record ? record.leftOut : undefined
}

/** The items of a type in the order of the export, in a state if it is given. */
export async function* walkItems<Type extends ItemType>(
  db: Db,
  importId: number,
  type: Type,
  state?: ItemState,
): AsyncGenerator<ImportItem<Type>> {
  for (let after = 0; ; ) {
    let query = db
      .selectFrom('site_import_items')
      .selectAll()
      .where('import_id', '=', importId)
      .where('type', '=', type)
      .where('id', '>', after)
    if (state !== undefined) query = query.where('state', '=', state)
    const rows = await query.orderBy('id').limit(BATCH).execute()
    for (const row of rows) {
      await yieldToEventLoop()
      yield toItem(row) as ImportItem<Type>
    }
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

function toItem({ id, name, content_hash, source_key, target, is_created, data }: Row<'site_import_items'>) {
  const record = JSON.parse(data) as ImportItem['record']
  return { id, name, hash: content_hash, sourceKey: source_key, target, isCreated: Boolean(is_created), record }
}

/**
 * Whether an item waits still. Locks it until the end of the transaction, so that of two processes that import it one does.
 */
export async function claimItem(db: Db, id: number): Promise<boolean> {
  const claimed = await db
    .updateTable('site_import_items')
    .set({ state: 'waiting' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** A text without its id and version. */
export type ReplacedText = {
  post: PostInput
  times: Pick<Row<'posts'>, 'created_at' | 'updated_at' | 'draft_slug' | 'planned_at'>
}

export type ItemResult = {
  state: ItemState
  isCreated?: boolean
  refId?: number | null
  refVersion?: number | null
  target?: string | null
  /** The text or the menu that it has changed, as it was before. */
  replaced?: object | null
  notes?: readonly string[]
}

/** Stores what became of an item, in the transaction that wrote it; an absent `target` stays. */
export async function recordOutcome(db: Db, id: number, result: ItemResult): Promise<void> {
  const { state, isCreated = false, refId = null, refVersion = null, target, replaced = null, notes = [] } = result
  await db
    .updateTable('site_import_items')
    .set({
      state,
      is_created: isCreated,
      ref_id: refId,
      ref_version: refVersion,
      ...(target !== undefined && { target }),
      replaced: replaced && JSON.stringify(replaced),
      notes: JSON.stringify(notes),
    })
    .where('id', '=', id)
    .execute()
}

export async function setTarget(db: Db, id: number, target: string, notes: readonly string[]): Promise<void> {
  await db
    .updateTable('site_import_items')
    .set({ target, notes: JSON.stringify(notes) })
    .where('id', '=', id)
    .execute()
}

export type EarlierItem = { refId: number; refVersion: number | null; hash: string }

/**
 * The rows that earlier imports of the same site wrote, by type and source key; the newest of each. Those of an import that was
 * undone are gone, also where a later one has changed them.
 */
export async function findEarlierItems(db: Db, importId: number): Promise<Map<string, EarlierItem>> {
  const rows = await db
    .selectFrom('site_import_items as item')
    .innerJoin('site_imports as earlier', 'earlier.id', 'item.import_id')
    .innerJoin('site_imports as own', 'own.site_url', 'earlier.site_url')
    .select(['item.type', 'item.source_key', 'item.ref_id', 'item.ref_version', 'item.content_hash', 'item.is_created'])
    .where('own.id', '=', importId)
    .whereRef('earlier.id', '<', 'own.id')
    .where('item.state', '=', 'done')
    .where('item.ref_id', 'is not', null)
    .orderBy('item.id')
    .execute()
  const refOf = ({ type, ref_id }: (typeof rows)[number]) => `${type} ${ref_id}`
  const created = new Set(rows.filter(({ is_created }) => is_created).map(refOf))
  const items = rows
    .filter((row) => created.has(refOf(row)))
    .map((row) => {
      const item = { refId: row.ref_id!, refVersion: row.ref_version, hash: row.content_hash }
      return [itemKey(row.type, row.source_key), item] as const
    })
  return new Map(items)
}

export const itemKey = (type: ItemType, sourceKey: string) => `${type} ${sourceKey}`

/** Ends an import: what it read is not needed any more. Clears it in batches, since other writes wait for one. */
export async function endImport(db: Db, id: number, now: string): Promise<void> {
  await updateImport(db, id, { state: 'done', finished_at: now })
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('site_import_items')
      .select('id')
      .where('import_id', '=', id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    await db
      .updateTable('site_import_items')
      .set({ data: '' })
      .where('import_id', '=', id)
      .where('id', '>', after)
      .where('id', '<=', last.id)
      .execute()
    after = last.id
  }
}

export type ItemLine = { type: ItemType; name: string; state: ItemState; target: string | null; notes: string[] }

/** Rows of one query. */
const LINES = 1000

/** The items with their outcome, in the order of the export. */
export async function* walkItemLines(db: Db, importId: number): AsyncGenerator<ItemLine[]> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('site_import_items')
      .select(['id', 'type', 'name', 'state', 'target', 'notes'])
      .where('import_id', '=', importId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(LINES)
      .execute()
    yield rows.map(({ id: _, notes, ...row }) => ({ ...row, notes: JSON.parse(notes) as string[] }))
    if (rows.length < LINES) return
    after = rows.at(-1)!.id
  }
}

export async function listItemLines(db: Db, importId: number): Promise<ItemLine[]> {
  return (await Array.fromAsync(walkItemLines(db, importId))).flat()
}

/** The lines of a report: its cells in the order of `reportHeader`. */
export const reportHeader = ['type', 'name', 'state', 'address', 'notes']
export const reportCells = ({ type, name, state, target, notes }: ItemLine) => [
  type,
  name,
  state,
  target ?? '',
  notes.join(' '),
]
