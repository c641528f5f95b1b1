import { type AuditArea, type AuditEntry, auditAreas } from '../../../contract/accounts/audit.ts'
import { contains } from '../../platform/db/contains.ts'
import { createRowList } from '../../platform/db/row-list.ts'
import type { Db, NewRow } from '../../platform/db/schema.ts'

export async function createAuditEntry(db: Db, entry: NewRow<'audit_log'>): Promise<void> {
  await db.insertInto('audit_log').values(entry).execute()
}

/** Counts the changes of one hour that have the same method and path in one entry, which names what was changed last. */
export async function countAuditEntry(db: Db, entry: NewRow<'audit_log'>): Promise<void> {
  const { user_id, method, path, at, subject } = entry
  await db
    .insertInto('audit_log')
    .values({ ...entry, merge_key: `${method} ${path} ${user_id} ${at.slice(0, 13)}` })
    .onConflict((conflict) =>
      conflict.column('merge_key').doUpdateSet((eb) => ({ times: eb('audit_log.times', '+', 1), subject })),
    )
    .execute()
}

type Filter = { q?: string | undefined; area?: AuditArea | undefined }

/** Newest first. */
export const auditEntries = createRowList({
  table: 'audit_log',
  matching: (db, { q, area }: Filter) =>
    db
      .selectFrom('audit_log')
      .$call((query) => (q ? query.where(({ ref }) => contains([ref('audit_log.subject')], q)) : query))
      .$call((query) =>
        area === undefined
          ? query
          : query.where(({ or, eb }) =>
              or(
                auditAreas[area].nouns.flatMap((noun) => [
                  eb('audit_log.path', 'in', [`/${noun}`, `/${noun}.csv`]),
                  eb('audit_log.path', 'like', `/${noun}/%`),
                ]),
              ),
            ),
      ),
  sorts: { newest: () => [] },
  defaultSort: 'newest',
  descending: ['newest'],
  read: (db, ids): Promise<(Omit<AuditEntry, 'text'> & { times: number })[]> =>
    db
      .selectFrom('audit_log')
      .innerJoin('users', 'users.id', 'audit_log.user_id')
      .select([
        'audit_log.id',
        'users.username',
        'audit_log.method',
        'audit_log.path',
        'audit_log.subject',
        'audit_log.times',
        'audit_log.at',
      ])
      .where('audit_log.id', 'in', ids)
      .execute(),
})
