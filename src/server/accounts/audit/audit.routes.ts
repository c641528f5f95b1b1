import { type AuditEntry, listAuditEntries } from '../../../contract/accounts/audit.ts'
import type { Endpoint } from '../../../contract/platform/endpoint.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { auditEntries } from './audit.repo.ts'
import { createAuditText, eventOf } from './audit-text.ts'

/** `endpoints` returns all endpoints of the application, whose sentences the entries show. */
export function auditRoutes({ endpoints }: { endpoints: () => readonly Endpoint[] }) {
  let textOf: ReturnType<typeof createAuditText> | undefined
  return [
    bind(listAuditEntries, async ({ db, query }) => {
      textOf ??= createAuditText(endpoints())
      const { items, total } = await auditEntries.page(db, query)
      return {
        body: items.map(({ times, ...entry }) => ({ ...entry, username: actorOf(entry), text: textOf!(entry, times) })),
        total,
      }
    }),
  ]
}

function actorOf(entry: Pick<AuditEntry, 'method' | 'path' | 'username'>): string {
  return eventOf(entry)?.isAnonymous ? '' : entry.username
}
