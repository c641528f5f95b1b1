import { sql } from 'kysely'
import { deleteRows, insertRows, isStorable } from '../db/json-rows.ts'
import { itemAt, readOrdered, type TableShape, type Value, type Values } from '../db/ordered-rows.ts'
import type { Db } from '../db/schema.ts'
import { inSnapshot } from '../db/snapshot.ts'
import { compareTable, type Difference } from './compare-table.ts'

type CopyOptions = {
  /** A snapshot. */
  source: Db
  target: Db
  onRows: (rows: number) => void
  signal: AbortSignal
}

/** Rows of differences in memory; more are read a second time. */
const BUFFER = 20_000

/**
 * Makes the target's table equal to the source's. Rows that differ are deleted before any is inserted, so that no unique
 * value is in both the old and the new row; each step is repeatable after a crash.
 */
export async function copyTable(shape: TableShape, options: CopyOptions): Promise<void> {
  const { target } = options
  const { rows } = await sql`select 1 from ${sql.table(shape.table)} limit 1`.execute(target)
  if (rows.length === 0) return copyAll(shape, options)
  const missing = await removeDifferent(shape, options)
  if (missing) await insertValues(target, shape, missing)
  else await insertMissing(shape, options)
}

async function copyAll(shape: TableShape, { source, target, onRows, signal }: CopyOptions): Promise<void> {
  for await (const batch of readOrdered(source, shape)) {
    signal.throwIfAborted()
    await insertValues(target, shape, batch)
    onRows(batch.length)
  }
}

/** Deletes what differs. Returns the rows to insert, or undefined if they are too many. */
async function removeDifferent(shape: TableShape, options: CopyOptions): Promise<Values[] | undefined> {
  const missing: Values[] = []
  let isTooMuch = false
  await compare(shape, options, async (differences) => {
    await deleteValues(
      options.target,
      shape,
      differences.flatMap((difference) => (difference.target ? [difference.target] : [])),
    )
    for (const { source } of differences) if (source && missing.length < BUFFER) missing.push(source)
    if (missing.length >= BUFFER) isTooMuch = true
  })
  return isTooMuch ? undefined : missing
}

async function insertMissing(shape: TableShape, options: CopyOptions): Promise<void> {
  await compare(shape, options, (differences) =>
    insertValues(
      options.target,
      shape,
      differences.flatMap(({ source }) => (source ? [source] : [])),
    ),
  )
}

async function compare(
  shape: TableShape,
  { source, target, onRows, signal }: CopyOptions,
  take: (differences: Difference[]) => Promise<void>,
): Promise<void> {
  await inSnapshot(target, (snapshot) =>
    compareTable(shape, {
      source,
      target: snapshot,
      onRows,
      async take(differences) {
        signal.throwIfAborted()
        await take(differences)
      },
    }),
  )
}

/** Rows of one insert. */
const INSERT_BATCH = 2000
/** Bytes of one insert: a post may be as long as a book. */
const INSERT_BYTES = 8 * 1024 * 1024

type Row = Record<string, Value>

async function insertValues(db: Db, shape: TableShape, rows: readonly Values[]): Promise<void> {
  let batch: Row[] = []
  let size = 0
  const flush = async () => {
    if (batch.length > 0) await insertRows(db, shape.table, shape.columns, batch).execute(db)
    batch = []
    size = 0
  }
  for (const values of rows) {
    batch.push(toRow(db, shape, values))
    for (const value of values) size += typeof value === 'string' ? value.length : 8
    if (batch.length >= INSERT_BATCH || size >= INSERT_BYTES) await flush()
  }
  await flush()
}

function toRow(db: Db, { table, columns, key }: TableShape, values: Values): Row {
  const row: Row = {}
  for (const [index, name] of columns.entries()) {
    const value = itemAt(values, index)
    if (!isStorable(db, value))
      throw new Error(
        `Cannot move ${table} (${key.map((part) => values[part]).join(', ')}): its ${name} contains a NUL character, which PostgreSQL cannot store.`,
      )
    row[name] = value
  }
  return row
}

async function deleteValues(db: Db, { table, columns, key }: TableShape, rows: readonly Values[]): Promise<void> {
  if (rows.length === 0) return
  const names = key.map((index) => itemAt(columns, index))
  const keys = rows.map((values) =>
    Object.fromEntries(key.map((index) => [itemAt(columns, index), itemAt(values, index)])),
  )
  await deleteRows(db, table, names, keys).execute(db)
}
