import { CompiledQuery } from 'kysely'
import type { Db, NewRow, Schema } from '../../src/server/platform/db/schema.ts'

/** SQLite accepts 32,766 parameters in a statement; longer ones are not faster. */
const PARAMETERS_MAX = 10_000

/** Inserts many rows with the same columns in batches; the statement is compiled once for all full batches. */
export async function insertRows<Table extends keyof Schema>(
  db: Db,
  table: Table,
  rows: Iterable<NewRow<Table>>,
): Promise<void> {
  let text: string | undefined
  let columns: string[] = []
  let chunk: NewRow<Table>[] = []
  const write = async (full: boolean) => {
    if (chunk.length === 0) return
    if (text === undefined || !full) text = db.insertInto(table).values(chunk).compile().sql
    const parameters = chunk.flatMap((row) => columns.map((column) => (row as Record<string, unknown>)[column]))
    await db.executeQuery(CompiledQuery.raw(text, parameters))
    chunk = []
  }
  for (const row of rows) {
    if (columns.length === 0) columns = Object.keys(row)
    chunk.push(row)
    if ((chunk.length + 1) * columns.length > PARAMETERS_MAX) await write(true)
  }
  await write(false)
}
