import { queryOptions } from '@tanstack/react-query'
import { findRecovery } from '../../contract/accounts/password-reset.ts'
import type { Read } from '../../contract/platform/endpoint.ts'

/** How a lost password is replaced. */
export function recoveryQuery(read: Read) {
  return queryOptions({ queryKey: ['/api/auth/recovery'], queryFn: () => read(findRecovery) })
}
