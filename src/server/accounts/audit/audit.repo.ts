import type { SelectQueryBuilder } from 'kysely'
import { type AuditEntry, type AuditQuery, auditAreas } from '../../../contract/audit.ts'
import type { Page } from '../../../contract/paths.ts'
import { contains } from '../../platform/db/contains.ts'
import type { Db, NewRow, Schema } from '../../platform/db/schema.ts'

/** Keeps what the owner just did. */
export async function createAuditEntry(db: Db, entry: NewRow<'audit_log'>): Promise<void> {
  await db.insertInto('audit_log').values(entry).execute()
}

type ListQuery = Pick<AuditQuery, 'q' | 'area'> & { limit: number; page: number }

/** What was changed, newest first. */
export async function listAuditEntries(db: Db, query: ListQuery): Promise<Page<AuditEntry>> {
  const { total } = await narrow(db.selectFrom('audit_log'), query)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const items = await narrow(db.selectFrom('audit_log'), query)
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
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute()
  return { items, total: Number(total) }
}

function narrow(
  entries: SelectQueryBuilder<Schema, 'audit_log', object>,
  { q, area }: ListQuery,
): SelectQueryBuilder<Schema, 'audit_log', object> {
  return entries
    .$if(Boolean(q), (query) => query.where(({ ref }) => contains([ref('audit_log.subject')], q!)))
    .$if(area !== undefined, (query) =>
      query.where(({ or, eb }) =>
        or(
          auditAreas[area!].flatMap((start) => [
            eb('audit_log.path', '=', `/${start}`),
            eb('audit_log.path', 'like', `/${start}/%`),
          ]),
        ),
      ),
    )
}
