import { sql } from 'kysely'
import { firstRow } from './first-row.ts'
import type { Db } from './schema.ts'

/** A token bucket: `burst` tokens at most, one more each `every` milliseconds. */
type Rule = { burst: number; every: number }

/**
 * Takes up to `count` whole tokens of a bucket in one atomic statement, by the clock of the database. Returns how many were
 * granted and how many, in fractions, are left.
 */
export async function takeTokens(
  db: Db,
  key: string,
  { burst, every }: Rule,
  count: number,
): Promise<{ granted: number; tokens: number }> {
  const refilled = sql`least(${burst}::float8, held.tokens + greatest(0, excluded.updated_at - held.updated_at) / ${every}::float8)`
  const granted = sql`least(${count}::int, floor(${refilled})::int)`
  const statement = sql<{ granted: number; tokens: number }>`
    insert into rate_limits as held (key, tokens, granted, updated_at)
    values (${key}, ${burst - count}::float8, ${count}::int, extract(epoch from clock_timestamp()) * 1000)
    on conflict (key) do update set tokens = ${refilled} - ${granted}, granted = ${granted},
      updated_at = greatest(held.updated_at, excluded.updated_at)
    returning granted, tokens`
  return firstRow(db, statement)
}

/** Deletes the buckets that were not used since `before`; they have filled up again. */
export async function deleteRateLimits(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('updated_at', '<', before.getTime()).execute()
}
