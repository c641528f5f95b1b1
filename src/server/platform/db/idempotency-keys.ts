import { sql } from 'kysely'
import { insertRows, isOneOf } from './json-rows.ts'
import type { Db, Row } from './schema.ts'

/** The answer that was given under a key; undefined for a new key. */
export function findIdempotencyKey(db: Db, key: string): Promise<Row<'idempotency_keys'> | undefined> {
  return db.selectFrom('idempotency_keys').selectAll().where('key', '=', key).executeTakeFirst()
}

/** Takes a key. Throws a unique violation where it is taken. */
export async function createIdempotencyKey(db: Db, key: string, requestHash: string): Promise<void> {
  const row = { key, request_hash: requestHash, status: 0, body: '', created_at: new Date().toISOString() }
  await db.insertInto('idempotency_keys').values(row).execute()
}

export async function saveResponse(db: Db, key: string, status: number, body: string): Promise<void> {
  await db.updateTable('idempotency_keys').set({ status, body }).where('key', '=', key).execute()
}

/** The answers that were given under keys, by key. */
export async function findIdempotencyKeys(db: Db, keys: string[]): Promise<Map<string, Row<'idempotency_keys'>>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where(isOneOf(db, 'key', keys))
    .execute()
  return new Map(rows.map((row) => [row.key, row]))
}

/**
 * Takes keys, each of them new to the others, together with their answers; run it in the transaction of what they
 * answer. Those that were taken before stay as they are and are returned, by key.
 */
export async function createKeysWithResponses(
  db: Db,
  responses: { key: string; requestHash: string; status: number; body: string }[],
): Promise<Map<string, Row<'idempotency_keys'>>> {
  if (responses.length === 0) return new Map()
  const now = new Date().toISOString()
  const rows = responses
    .map(({ requestHash, ...response }) => ({ ...response, request_hash: requestHash, created_at: now }))
    // In one order everywhere, so that two processes never wait for each other's keys in a circle.
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const insert = insertRows(db, 'idempotency_keys', ['key', 'request_hash', 'status', 'body', 'created_at'], rows)
  const inserted = await sql<{ key: string }>`${insert} on conflict (key) do nothing returning key`.execute(db)
  const fresh = new Set(inserted.rows.map((row) => row.key))
  return findIdempotencyKeys(
    db,
    responses.flatMap(({ key }) => (fresh.has(key) ? [] : [key])),
  )
}

/** A repeat comes within minutes; keys older than `before` are forgotten. */
export async function deleteIdempotencyKeys(db: Db, before: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}
