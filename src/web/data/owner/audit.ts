import { queryOptions } from '@tanstack/react-query'
import type { AuditEntry } from '../../../contract/audit.ts'
import { withQuery } from '../api.ts'
import { ownerPage } from './owner-api.ts'

export const auditQuery = (query: Record<string, string | number | undefined>) =>
  queryOptions({
    queryKey: ['owner', '/api/audit', query],
    queryFn: () => ownerPage<AuditEntry>(withQuery('/api/audit', query)),
    placeholderData: (before) => before,
  })
