import type { QueryExecutorProvider, RawBuilder } from 'kysely'

/** Returns the first row of a raw statement and throws without one, as `executeTakeFirstOrThrow` does for built queries. */
export async function firstRow<Row>(db: QueryExecutorProvider, statement: RawBuilder<Row>): Promise<Row> {
  const [row] = (await statement.execute(db)).rows
  if (row === undefined) throw new Error('The statement returned no row')
  return row
}

/** Awaits a lookup and throws where it finds nothing, as for a row that the same transaction has written. */
export async function orThrow<Row>(lookup: Promise<Row | undefined>): Promise<Row> {
  const row = await lookup
  if (row === undefined) throw new Error('The row does not exist')
  return row
}
