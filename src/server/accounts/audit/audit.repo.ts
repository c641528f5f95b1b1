import { type AuditArea, type AuditEntry, auditAreas } from '../../../contract/audit.ts'
import { contains } from '../../platform/db/contains.ts'
import { createRowList } from '../../platform/db/row-list.ts'
import type { Db, NewRow } from '../../platform/db/schema.ts'

export async function createAuditEntry(db: Db, entry: NewRow<'audit_log'>): Promise<void> {
  await db.insertInto('audit_log').values(entry).execute()
}

type Filter = { q?: string | undefined; area?: AuditArea | undefined }

/** Newest first. */
export const auditEntries = createRowList({
  table: 'audit_log',
  matching: (db, { q, area }: Filter) =>
    db
      .selectFrom('audit_log')
      .$if(Boolean(q), (query) => query.where(({ ref }) => contains([ref('audit_log.subject')], q!)))
      .$if(area !== undefined, (query) =>
        query.where(({ or, eb }) =>
          or(
            auditAreas[area!].nouns.flatMap((noun) => [
              eb('audit_log.path', '=', `/${noun}`),
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
