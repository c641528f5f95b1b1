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

export async function keepAnswer(db: Db, key: string, status: number, body: string): Promise<void> {
  await db.updateTable('idempotency_keys').set({ status, body }).where('key', '=', key).execute()
}

/** A repeat comes within minutes; keys older than `before` are forgotten. */
export async function deleteIdempotencyKeys(db: Db, before: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}
