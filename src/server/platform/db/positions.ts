import { sql } from 'kysely'
import type { RowOrder } from '../../../contract/platform/row-endpoints.ts'
import { lockTable } from './advisory-lock.ts'
import type { Db } from './schema.ts'

/** Tables with a manual order: `position` counts from 1 over the rows that are not deleted. */
export type Ordered = 'products' | 'categories' | 'routines'

/** Numbers the rows from 1 in their order. Call all functions of this module in a transaction that holds `lockTable`. */
export async function renumber(db: Db, table: Ordered): Promise<void> {
  await sql`update ${sql.table(table)} set position = ranked.place
    from (${ranks(table, sql`1 = 1`)}) as ranked
    where ranked.id = ${sql.ref(`${table}.id`)} and ${sql.ref(`${table}.position`)} <> ranked.place`.execute(db)
}

/** The position after the last. */
export async function nextPosition(db: Db, table: Ordered): Promise<number> {
  const { last } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.max('position').as('last'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(last ?? 0) + 1
}

/** Moves `ids` as a block to `position`, or to the end if it is beyond; the other rows keep their order. */
async function moveTo(db: Db, table: Ordered, ids: number[], position: number): Promise<void> {
  const { total } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const first = Math.min(position, Number(total) - ids.length + 1)
  const place = sql`case when ranked.place >= ${first} then ranked.place + ${ids.length} else ranked.place end`
  await sql`update ${sql.table(table)} set position = ${place}
    from (${ranks(table, sql`id not in (${sql.join(ids)})`)}) as ranked
    where ranked.id = ${sql.ref(`${table}.id`)} and ${sql.ref(`${table}.position`)} <> ${place}`.execute(db)
  await setPositions(
    db,
    table,
    ids.map((id, index) => [id, first + index]),
  )
}

/** Returns the names of the moved rows; undefined, with nothing moved, if one of them does not exist. */
export async function orderRows(
  db: Db,
  table: Exclude<Ordered, 'categories'>,
  { ids, position }: RowOrder,
): Promise<string[] | undefined> {
  await lockTable(db, table)
  const rows = await db
    .selectFrom(table)
    .select('name')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  if (rows.length < ids.length) return undefined
  if (position === undefined) await permute(db, table, ids)
  else await moveTo(db, table, ids, position)
  return rows.map((row) => row.name)
}

/** Redistributes the positions of `ids` among them, in the given order. */
export async function permute(db: Db, table: Ordered, ids: number[]): Promise<void> {
  await renumber(db, table)
  const rows = await db.selectFrom(table).select('position').where('id', 'in', ids).orderBy('position').execute()
  await setPositions(
    db,
    table,
    ids.flatMap((id, index): [number, number][] => {
      const row = rows[index]
      return row ? [[id, row.position]] : []
    }),
  )
}

/** Makes room at `position` for a restored row. */
export async function shiftDown(db: Db, table: Ordered, position: number): Promise<void> {
  await db
    .updateTable(table)
    .set((eb) => ({ position: eb('position', '+', 1) }))
    .where('deleted_at', 'is', null)
    .where('position', '>=', position)
    .execute()
}

const BATCH = 500

export async function setPositions(db: Db, table: Ordered, places: [id: number, position: number][]): Promise<void> {
  for (let from = 0; from < places.length; from += BATCH) {
    const rows = places
      .slice(from, from + BATCH)
      .map(([id, position]) => sql`(cast(${id} as integer), cast(${position} as integer))`)
    await sql`update ${sql.table(table)} set position = placed.column2
      from (values ${sql.join(rows)}) as placed
      where placed.column1 = ${sql.ref(`${table}.id`)}`.execute(db)
  }
}

function ranks(table: Ordered, condition: ReturnType<typeof sql>) {
  return sql`select id, row_number() over (order by position, id) as place from ${sql.table(table)}
    where deleted_at is null and ${condition}`
}
