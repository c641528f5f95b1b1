import { createHash } from 'node:crypto'
import { type NotNull, sql } from 'kysely'
import { insertRows, isOneOf } from '../../platform/db/json-rows.ts'
import { backedUpTables, type Db, type Row } from '../../platform/db/schema.ts'

type Value = string | number | boolean | null

/** The columns of demo rows that the owner can edit; their hash tells whether she has. */
const editable = {
  users: ['name', 'bio'],
  settings: ['value'],
  images: ['alt_text', 'file_name', 'key'],
  categories: ['slug', 'name', 'description', 'image_url', 'image_alt'],
  products: ['name', 'category', 'price_minor', 'currency', 'image_url', 'image_alt', 'affiliate_link', 'is_active'],
  posts: [
    ...['title', 'slug', 'excerpt', 'content', 'cover_image', 'image_alt', 'is_pin_optimized', 'pin_text'],
    ...['meta_title', 'meta_description', 'keywords', 'category_id', 'is_featured', 'published_at', 'draft_slug'],
  ],
  newsletters: ['state', 'sender_name', 'intro', 'audience', 'delay_days', 'has_page', 'is_indexable', 'counts_clicks'],
  ingredients: ['slug', 'name', 'inci', 'synonyms', 'summary', 'details', 'is_linked', 'is_active'],
  routines: ['slug', 'name', 'image_url', 'image_alt', 'details', 'is_active'],
  subscribers: ['email', 'name'],
  consents: ['act', 'source'],
  suppressions: ['reason'],
  contacts: ['name', 'email', 'subject', 'message'],
  link_clicks: ['link_id'],
  conversions: ['link_id', 'revenue_minor'],
  earning_events: ['commission_minor'],
  programs: ['name', 'hosts', 'tracking_ids', 'allows_sub_ids', 'sub_id_parameter', 'disclosure', 'gives_tracking_ids'],
  earning_rules: ['value', 'post_id', 'product_id'],
} as const

export type DemoTable = keyof typeof editable

/** The row of the settings that says that the content of the demo is recorded; not a valid setting key. */
export const EXAMINED = '#demo-examined'

export async function isDemoExamined(db: Db): Promise<boolean> {
  return (await db.selectFrom('settings').select('key').where('key', '=', EXAMINED).executeTakeFirst()) !== undefined
}

/** Further columns with their blank values, which leave the hash as it was before the columns existed. */
const later: { [Table in DemoTable]?: Record<string, Value> } = {
  posts: {
    link_ingredients: 1,
    update_note: null,
    pin_layout: null,
    pin_image: null,
    label: null,
    label_brand: null,
    label_sentence: null,
  },
  products: { facts: '{}' },
}

const demoTables = Object.keys(editable) as DemoTable[]

/** Records rows as demo content in their present state; `isEdited` tells which were edited since they were seeded. */
export async function recordDemoRows(
  db: Db,
  table: DemoTable,
  keys: readonly (string | number)[],
  isEdited: (key: string) => boolean = () => false,
): Promise<void> {
  if (keys.length === 0) return
  const rows = [...(await readHashes(db, table, keys))].map(([row_key, hash]) => ({
    table_name: table,
    row_key,
    hash: isEdited(row_key) ? EDITED : hash,
  }))
  await sql`${insertRows(db, 'demo_rows', ['table_name', 'row_key', 'hash'], rows)}
    on conflict (table_name, row_key)
    do update set hash = excluded.hash, removed_at = null, content = null`.execute(db)
}

/** No content has this hash. */
const EDITED = ''

/** The hashes of the present content of rows, by key. */
export async function readHashes(
  db: Db,
  table: DemoTable,
  keys: readonly (string | number)[],
): Promise<Map<string, string>> {
  const key = keyOf(table)
  const blanks = later[table] ?? {}
  const columns = [...editable[table], ...Object.keys(blanks)]
  const { rows } = await sql<Record<string, Value>>`
    select ${sql.ref(key)} as row_key, ${sql.join(columns.map((column) => sql.ref(column)))}
    from ${sql.table(table)} where ${isOneOf(db, key, keys)}`.execute(db)
  return new Map(
    rows.map((row) => {
      const values = editable[table].map((column) => toPlain(row[column] ?? null))
      const further = Object.entries(blanks).flatMap(([column, blank]) => {
        const value = toPlain(row[column] ?? null)
        return value === blank ? [] : [column, value]
      })
      return [String(row.row_key), hashOf([...values, ...further])]
    }),
  )
}

/** Demo rows have one key column. */
function keyOf(table: DemoTable): string {
  return table in backedUpTables ? backedUpTables[table as keyof typeof backedUpTables][0] : 'id'
}

/** Flags are numbers in SQLite. */
function toPlain(value: Value): Value {
  return typeof value === 'boolean' ? Number(value) : value
}

function hashOf(values: readonly Value[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url')
}

type DemoHashes = Map<DemoTable, Map<string, string>>

/** The demo rows of a table with their hashes. Throws if `listDemoRows` has not read this table. */
export function hashesOf(rows: DemoHashes, table: DemoTable): Map<string, string> {
  const hashes = rows.get(table)
  if (!hashes) throw new Error(`The demo rows of ${table} were not read`)
  return hashes
}

/** The demo rows that are in place with their hashes, by table. */
export async function listDemoRows(db: Db, tables: readonly DemoTable[] = demoTables): Promise<DemoHashes> {
  const rows = await db
    .selectFrom('demo_rows')
    .select(['table_name', 'row_key', 'hash'])
    .where('removed_at', 'is', null)
    .where('hash', 'is not', null)
    .where('table_name', 'in', tables)
    .$narrowType<{ hash: NotNull }>()
    .execute()
  return new Map(
    tables.map((table) => [
      table,
      new Map(rows.filter((row) => row.table_name === table).map((row) => [row.row_key, row.hash])),
    ]),
  )
}

export type RemovedRow = Pick<Row<'demo_rows'>, 'table_name' | 'row_key' | 'hash' | 'content'>

/** The rows of a removal, the kept ones without content. */
export function listRemovedRows(db: Db): Promise<RemovedRow[]> {
  return db
    .selectFrom('demo_rows')
    .select(['table_name', 'row_key', 'hash', 'content'])
    .where('removed_at', 'is not', null)
    .orderBy('table_name')
    .orderBy('row_key')
    .execute()
}

/** When the demo content was removed; undefined unless it can be brought back. */
export async function findRemoval(db: Db): Promise<string | undefined> {
  const { at } = await db
    .selectFrom('demo_rows')
    .select((eb) => eb.fn.max('removed_at').as('at'))
    .where('removed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return at ?? undefined
}

export async function hasDemoRows(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom('demo_rows').select('row_key').where('removed_at', 'is', null).limit(1).executeTakeFirst()) !==
    undefined
  )
}
