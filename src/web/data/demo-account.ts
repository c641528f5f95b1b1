import { queryOptions } from '@tanstack/react-query'
import { findSite } from '../../contract/accounts/site.ts'
import type { Read } from '../../contract/platform/endpoint.ts'

/** The account of a demo whose password is unchanged, or null. */
export const demoAccountQuery = (read: Read) =>
  queryOptions({
    queryKey: ['/api/site', 'demo-account'],
    queryFn: async () => (await read(findSite)).demoAccount,
  })
