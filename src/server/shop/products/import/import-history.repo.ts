import { IMPORT_UNDO_DAYS, type ImportUndo, type ProductImport } from '../../../../contract/shop/product-imports.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { DAY_MS } from '../../../platform/durations.ts'

/** A product that an import wrote: its version afterwards, and the slug that it had before; null if it was created. */
export type WrittenProduct = { productId: number; version: number; formerSlug: string | null }

/** Rows in one statement; SQLite takes 32,766 values. */
const BATCH = 1000

/** Stores what an import wrote. Returns its id; undefined if it wrote nothing. */
export async function recordImport(
  db: Db,
  { fileName, written, now }: { fileName: string; written: WrittenProduct[]; now: string },
): Promise<number | undefined> {
  if (written.length === 0) return undefined
  const created = written.filter(({ formerSlug }) => formerSlug === null).length
  const { id } = await db
    .insertInto('product_imports')
    .values({ file_name: fileName, created, updated: written.length - created, imported_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let from = 0; from < written.length; from += BATCH)
    await db
      .insertInto('product_import_rows')
      .values(
        written.slice(from, from + BATCH).map(({ productId, version, formerSlug }) => ({
          import_id: id,
          product_id: productId,
          version,
          former_slug: formerSlug,
        })),
      )
      .execute()
  return id
}

/** The imports that can still be undone, and those that were, newest first. */
export async function listImports(db: Db, now: string): Promise<ProductImport[]> {
  const rows = await db
    .selectFrom('product_imports')
    .selectAll()
    .where('imported_at', '>', oldest(now))
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toImport)
}

/** An import that is recent enough to be undone. */
export async function findImport(db: Db, id: number, now: string): Promise<ProductImport | undefined> {
  const row = await db
    .selectFrom('product_imports')
    .selectAll()
    .where('id', '=', id)
    .where('imported_at', '>', oldest(now))
    .executeTakeFirst()
  return row && toImport(row)
}

export async function listWritten(db: Db, importId: number): Promise<WrittenProduct[]> {
  const rows = await db
    .selectFrom('product_import_rows')
    .selectAll()
    .where('import_id', '=', importId)
    .orderBy('product_id')
    .execute()
  return rows.map((row) => ({ productId: row.product_id, version: row.version, formerSlug: row.former_slug }))
}

/** Stores the result of an undo, and what it needed no more. */
export async function storeUndo(db: Db, importId: number, undo: ImportUndo, now: string): Promise<void> {
  await db
    .updateTable('product_imports')
    .set({ undone_at: now, outcome: JSON.stringify(undo) })
    .where('id', '=', importId)
    .execute()
  await db.deleteFrom('product_import_rows').where('import_id', '=', importId).execute()
}

/** Deletes the records of imports that can no longer be undone. */
export async function purgeImports(db: Db, now: string): Promise<void> {
  await db.deleteFrom('product_imports').where('imported_at', '<=', oldest(now)).execute()
}

const oldest = (now: string) => new Date(Date.parse(now) - IMPORT_UNDO_DAYS * DAY_MS).toISOString()

type Stored = {
  id: number
  file_name: string
  imported_at: string
  created: number
  updated: number
  outcome: string | null
}

function toImport({ id, file_name, imported_at, created, updated, outcome }: Stored): ProductImport {
  return {
    id,
    fileName: file_name,
    importedAt: imported_at,
    created,
    updated,
    undo: outcome === null ? null : (JSON.parse(outcome) as ImportUndo),
  }
}
