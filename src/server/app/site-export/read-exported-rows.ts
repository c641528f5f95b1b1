import { readRows } from '../../platform/backup/read-rows.ts'
import type { BackedUpTable, Db } from '../../platform/db/schema.ts'
import type { ExportedTable } from './archive-tables.ts'

export type ExportedRow = Record<string, unknown>

/** Ids of the rows that are not in the trash, by table. */
export type LivingRows = ReadonlyMap<string, ReadonlySet<unknown>>

/** Columns that hold a boolean, which SQLite stores as 0 and 1. */
export const flagName = /^(?:is|has|counts|gives|allows|replaces|goes)_|^link_ingredients$|^sent_counts_clicks$/

/** Reads the ids to which other tables refer. */
export async function readLivingRows(db: Db): Promise<LivingRows> {
  const idsOf = async (
    table: 'posts' | 'categories' | 'products' | 'ingredients' | 'routines' | 'subscribers' | 'contacts',
  ) => (await db.selectFrom(table).select('id').where('deleted_at', 'is', null).execute()).map(({ id }) => id)
  const tables = ['posts', 'categories', 'products', 'ingredients', 'routines', 'subscribers', 'contacts'] as const
  const living = new Map<string, Set<unknown>>()
  for (const table of tables) living.set(table, new Set(await idsOf(table)))
  living.set('newsletters', living.get('posts')!)
  return living
}

/** The rows of a table in batches as they are exported: none in the trash, JSON as values, flags as booleans. */
export async function* readExportedRows(
  db: Db,
  table: BackedUpTable,
  { json = [], without = [], of, living }: ExportedTable & { living: LivingRows },
): AsyncGenerator<ExportedRow[]> {
  const isLiving = (row: ExportedRow) => {
    if (row.deleted_at) return false
    if (table === 'redirects') return living.get(String(row.kind))?.has(row.target_id) ?? false
    return of === undefined || (living.get(of[1])?.has(row[of[0]]) ?? false)
  }
  const convert = ([name, value]: [string, unknown]) => {
    if (value === null) return [name, null]
    if (json.includes(name)) return [name, JSON.parse(String(value))]
    return [name, flagName.test(name) ? Boolean(value) : value]
  }
  for await (const batch of readRows(db, table))
    yield batch.filter(isLiving).map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .filter(([name]) => !without.includes(name))
          .map(convert),
      ),
    )
}
