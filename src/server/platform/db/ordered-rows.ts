import { sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { Db } from './schema.ts'
import type { TableName } from './schema-tables.ts'

/** A value as it is in both databases: times are ISO 8601 in UTC, flags are booleans. */
export type Value = string | number | boolean | null

/** The values of a row in the order of the columns. */
export type Values = readonly Value[]

export type TableShape = {
  table: TableName
  columns: readonly string[]
  /** Indexes of the columns of the unique key. */
  key: readonly number[]
  flags: ReadonlySet<string>
  times: ReadonlySet<string>
}

/** Rows in memory at a time. */
const BATCH = 2000

type AnyRow = Record<string, unknown>

/**
 * All rows of a table in batches, ordered by the key in the same way in both databases: numbers by value, texts by their
 * bytes. Run it in a transaction.
 */
export async function* readOrdered(db: Db, shape: TableShape): AsyncGenerator<Values[]> {
  const convert = converter(shape)
  const batches = dialectOf(db) === 'sqlite' ? readPages(db, shape) : readCursor(db, shape)
  for await (const rows of batches) yield rows.map(convert)
}

/** Keyset pagination: the connection of a snapshot has no cursor that could be read in parts. */
async function* readPages(db: Db, { table, columns, key }: TableShape): AsyncGenerator<AnyRow[]> {
  const names = key.map((index) => itemAt(columns, index))
  const order = sql.join(names.map((name) => sql.ref(name)))
  let last: AnyRow | undefined
  for (;;) {
    const before = last
    const after = before ? sql`where (${order}) > (${sql.join(names.map((name) => before[name]))})` : sql``
    const { rows } = await sql<AnyRow>`
      select ${refs(columns)} from ${sql.table(table)} ${after} order by ${order} limit ${BATCH}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    last = rows.at(-1)
  }
}

/** A cursor sorts once; pages of an order that no index has would be sorted one by one. */
async function* readCursor(db: Db, { table, columns, key }: TableShape): AsyncGenerator<AnyRow[]> {
  const { rows: types } = await sql<{ name: string; is_text: boolean }>`
    select attname as name, atttypid = 'text'::regtype as is_text from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(db)
  const texts = new Set(types.filter(({ is_text }) => is_text).map(({ name }) => name))
  const order = key.map((index) => {
    const name = itemAt(columns, index)
    return texts.has(name) ? sql`${sql.ref(name)} collate "C"` : sql.ref(name)
  })
  const cursor = sql.id(`rows_of_${table}`)
  await sql`declare ${cursor} no scroll cursor for
    select ${refs(columns)} from ${sql.table(table)} order by ${sql.join(order)}`.execute(db)
  const fetchNext = () => sql<AnyRow>`fetch forward ${sql.lit(BATCH)} from ${cursor}`.execute(db)
  // The next batch travels while this one is compared.
  let next = fetchNext()
  for (;;) {
    const { rows } = await next
    if (rows.length === 0) break
    next = fetchNext()
    // A reader that ends early leaves this one unhandled.
    next.catch(() => {})
    yield rows
  }
  await sql`close ${cursor}`.execute(db)
}

const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

function converter({ columns, flags, times }: TableShape): (row: AnyRow) => Values {
  const conversions = columns.map((name) => ({
    name,
    convert: flags.has(name) ? toFlag : times.has(name) ? toTime : same,
  }))
  return (row) => conversions.map(({ name, convert }) => convert(row[name] as Value))
}

const same = (value: Value) => value
const toFlag = (value: Value) => (value === null ? null : Boolean(value))

/** Times are stored with milliseconds; SQLite keeps the text that was written. */
function toTime(value: Value): Value {
  if (typeof value !== 'string' || (value.length === 24 && value.endsWith('Z'))) return value
  return new Date(value).toISOString()
}

/** Returns the item of a row or of its columns at an index of the shape, and throws for an index that they do not have. */
export function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new Error(`There is no column ${index}`)
  return item
}

/** Compares two rows of a table by its key, in the order of `readOrdered`. */
export function compareKeys({ key }: TableShape, a: Values, b: Values): number {
  for (const index of key) {
    const [one, other] = [itemAt(a, index), itemAt(b, index)]
    if (one === other) continue
    if (typeof one === 'string' && typeof other === 'string')
      return Buffer.compare(Buffer.from(one), Buffer.from(other))
    return Number(one) < Number(other) ? -1 : 1
  }
  return 0
}
