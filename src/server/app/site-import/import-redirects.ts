import { redirectAddress } from '../../../contract/content/redirect-address.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import { insertRows, isOneOf } from '../../platform/db/json-rows.ts'
import type { Db } from '../../platform/db/schema.ts'

/**
 * Redirects addresses of the old site, each that is not redirected yet. Returns those that were. Call it in a transaction.
 */
export async function addImportedRedirects(
  db: Db,
  addresses: readonly { from: string; to: string }[],
  { importId, now }: { importId: number; now: string },
): Promise<void> {
  const wanted = new Map<string, string>()
  for (const { from, to } of addresses) {
    const stored = URL.canParse(from, 'https://old.invalid')
      ? redirectAddress(new URL(from, 'https://old.invalid'))
      : undefined
    if (stored && stored !== '/' && stored !== to && stored.length <= 1000 && !wanted.has(stored))
      wanted.set(stored, to)
  }
  if (wanted.size === 0) return
  await lockTable(db, 'own_redirects')
  const known = await db
    .selectFrom('own_redirects')
    .select('from_address')
    .where(isOneOf(db, 'from_address', [...wanted.keys()]))
    .where('deleted_at', 'is', null)
    .execute()
  for (const { from_address } of known) wanted.delete(from_address)
  const rows = [...wanted].map(([from, to]) => ({
    from_address: from,
    to_address: to,
    created_at: now,
    import_id: importId,
  }))
  if (rows.length > 0)
    await insertRows(db, 'own_redirects', ['from_address', 'to_address', 'created_at', 'import_id'], rows).execute(db)
}

/** Deletes the redirects of an import. */
export async function removeImportedRedirects(db: Db, importId: number, now: string): Promise<void> {
  await db
    .updateTable('own_redirects')
    .set({ deleted_at: now })
    .where('import_id', '=', importId)
    .where('deleted_at', 'is', null)
    .execute()
}
