import { keepPreviousData } from '@tanstack/react-query'
import { listAuditEntries } from '../../../contract/accounts/audit.ts'
import { type OwnerReadInput, ownerQuery } from './owner-call.ts'

export const auditQuery = (query: OwnerReadInput<typeof listAuditEntries>['query']) => ({
  ...ownerQuery(listAuditEntries, { query }),
  placeholderData: keepPreviousData,
})
