import { createHmac, randomBytes } from 'node:crypto'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** The row of the settings with the sealed key of the hashes: a key of their own outlives a change of the site's. */
export const ERASURE_SETTINGS = '#erasures'
export const ERASURE_PURPOSE = 'erasures'

/** The oldest beyond this are deleted. */
export const ERASURES_MAX = 50_000
/** Rows per statement. */
const CHUNK = 500

export type Remembering = { secrets: Secrets; now: string }
export type ErasureKey = { sealed: string; key: string }

/** Keeps keyed hashes of erased addresses. Call it in the transaction of the erasure. */
export async function rememberErasures(db: Db, emails: string[], { secrets, now }: Remembering): Promise<void> {
  if (emails.length === 0) return
  const { key } = (await findErasureKey(db, secrets)) ?? (await createErasureKey(db, { secrets, now }))
  const hashes = [...new Set(emails.map((email) => hashOf(key, email)))]
  await writeErasures(
    db,
    hashes.map((hash) => ({ hash, erased_at: now, ended_at: null })),
  )
}

/** Those of the addresses, in lower case, that were erased and have not signed up again since. */
export async function findErased(db: Db, emails: string[], secrets: Secrets): Promise<Set<string>> {
  const found = await findErasureKey(db, secrets)
  const erased = new Set<string>()
  if (!found) return erased
  for (let from = 0; from < emails.length; from += CHUNK) {
    const byHash = new Map(
      emails.slice(from, from + CHUNK).map((email) => [hashOf(found.key, email), email.toLowerCase()]),
    )
    const rows = await db
      .selectFrom('erasures')
      .select('hash')
      .where('hash', 'in', [...byHash.keys()])
      .where('ended_at', 'is', null)
      .execute()
    for (const { hash } of rows) erased.add(byHash.get(hash) ?? '')
  }
  return erased
}

/** Ends what an erasure forbids, since its person has signed up again. */
export async function endErasure(db: Db, email: string, { secrets, now }: Remembering): Promise<void> {
  const found = await findErasureKey(db, secrets)
  if (!found) return
  const ended = db.updateTable('erasures').set({ ended_at: now }).where('hash', '=', hashOf(found.key, email))
  await ended.where('ended_at', 'is', null).execute()
}

/** Adds erasures; of two of one address the later one stays. */
export async function writeErasures(db: Db, rows: Row<'erasures'>[]): Promise<void> {
  for (let from = 0; from < rows.length; from += CHUNK)
    await db
      .insertInto('erasures')
      .values(rows.slice(from, from + CHUNK))
      .onConflict((conflict) =>
        conflict
          .column('hash')
          .doUpdateSet((eb) => ({ erased_at: eb.ref('excluded.erased_at'), ended_at: eb.ref('excluded.ended_at') }))
          .whereRef('erasures.erased_at', '<', 'excluded.erased_at'),
      )
      .execute()
}

/** Newest first. */
export function listErasures(db: Db): Promise<Row<'erasures'>[]> {
  return db
    .selectFrom('erasures')
    .selectAll()
    .orderBy('erased_at', 'desc')
    .orderBy('hash')
    .limit(ERASURES_MAX)
    .execute()
}

/** Deletes the oldest beyond the limit. */
export async function purgeErasures(db: Db): Promise<void> {
  const kept = db.selectFrom('erasures').select('hash').orderBy('erased_at', 'desc').orderBy('hash').limit(ERASURES_MAX)
  const { count } = await db
    .selectFrom('erasures')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) > ERASURES_MAX) await db.deleteFrom('erasures').where('hash', 'not in', kept).execute()
}

/** Undefined before the first erasure, and where the site has another key than the one with which it was sealed. */
export async function findErasureKey(db: Db, secrets: Secrets): Promise<ErasureKey | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', ERASURE_SETTINGS).executeTakeFirst()
  const { password: sealed } = JSON.parse(row?.value ?? '{}') as { password?: string }
  const key = sealed === undefined ? undefined : secrets.open(ERASURE_PURPOSE, sealed)
  return sealed === undefined || key === undefined ? undefined : { sealed, key }
}

async function createErasureKey(db: Db, { secrets, now }: Remembering): Promise<ErasureKey> {
  await lockTable(db, ERASURE_SETTINGS)
  const known = await findErasureKey(db, secrets)
  if (known) return known
  const key = randomBytes(32).toString('base64url')
  const sealed = secrets.seal(ERASURE_PURPOSE, key)
  await saveErasureKey(db, sealed, now)
  return { sealed, key }
}

export async function saveErasureKey(db: Db, sealed: string, now: string): Promise<void> {
  const row = { value: JSON.stringify({ password: sealed }), updated_at: now }
  await db
    .insertInto('settings')
    .values({ key: ERASURE_SETTINGS, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

/** The hash of an address, which only the key of the hashes makes again. */
export function hashOf(key: string, email: string): string {
  return createHmac('sha256', key).update(email.toLowerCase()).digest('base64url')
}
