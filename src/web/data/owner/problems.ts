import { queryOptions } from '@tanstack/react-query'
import type { Problem } from '../../../contract/problems.ts'
import { getJson } from '../api.ts'

/** Asked beside the owner's work: where the sign-in has run out, it waits for nobody and is simply not shown. */
export const problemsQuery = () =>
  queryOptions({
    queryKey: ['owner', '/api/problems'],
    queryFn: () => getJson<Problem[]>('/api/problems'),
    retry: false,
  })
