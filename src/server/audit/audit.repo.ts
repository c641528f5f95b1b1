import type { AuditEntry } from '../../contract/audit.ts'
import type { Page } from '../../contract/paths.ts'
import type { Db, NewRow } from '../db/schema.ts'

/** Keeps what the owner just did. */
export async function createAuditEntry(db: Db, entry: NewRow<'audit_log'>): Promise<void> {
  await db.insertInto('audit_log').values(entry).execute()
}

/** What was changed, newest first. */
export async function listAuditEntries(
  db: Db,
  { limit, page }: { limit: number; page: number },
): Promise<Page<AuditEntry>> {
  const { total } = await db
    .selectFrom('audit_log')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const items = await db
    .selectFrom('audit_log')
    .innerJoin('users', 'users.id', 'audit_log.user_id')
    .select([
      'audit_log.id',
      'users.username',
      'audit_log.method',
      'audit_log.path',
      'audit_log.subject',
      'audit_log.at',
    ])
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { items, total: Number(total) }
}
