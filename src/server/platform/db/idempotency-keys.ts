import { sql } from 'kysely'
import { insertRows, isOneOf } from './json-rows.ts'
import type { Db, Row } from './schema.ts'

/** The stored response of a key; undefined for a new key. */
export function findIdempotencyKey(db: Db, key: string): Promise<Row<'idempotency_keys'> | undefined> {
  return db.selectFrom('idempotency_keys').selectAll().where('key', '=', key).executeTakeFirst()
}

/** Inserts a key. Throws a unique violation if it exists. */
export async function createIdempotencyKey(db: Db, key: string, requestHash: string): Promise<void> {
  const row = { key, request_hash: requestHash, status: 0, body: '', created_at: new Date().toISOString() }
  await db.insertInto('idempotency_keys').values(row).execute()
}

export async function saveResponse(db: Db, key: string, status: number, body: string): Promise<void> {
  await db.updateTable('idempotency_keys').set({ status, body }).where('key', '=', key).execute()
}

/** The stored responses of several keys, by key. */
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
 * Inserts distinct keys with their responses, in the transaction of the writes. Keys that already exist are unchanged and
 * returned with their stored responses.
 */
export async function createKeysWithResponses(
  db: Db,
  responses: { key: string; requestHash: string; status: number; body: string }[],
): Promise<Map<string, Row<'idempotency_keys'>>> {
  if (responses.length === 0) return new Map()
  const now = new Date().toISOString()
  const rows = responses
    .map(({ requestHash, ...response }) => ({ ...response, request_hash: requestHash, created_at: now }))
    // A fixed order prevents deadlocks between two processes.
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const insert = insertRows(db, 'idempotency_keys', ['key', 'request_hash', 'status', 'body', 'created_at'], rows)
  const inserted = await sql<{ key: string }>`${insert} on conflict (key) do nothing returning key`.execute(db)
  const fresh = new Set(inserted.rows.map((row) => row.key))
  return findIdempotencyKeys(
    db,
    responses.flatMap(({ key }) => (fresh.has(key) ? [] : [key])),
  )
}

/** Deletes the keys older than `before`; clients retry within minutes. */
export async function deleteIdempotencyKeys(db: Db, before: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}
