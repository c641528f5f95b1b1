import { queryOptions } from '@tanstack/react-query'
import { listProblems } from '../../../contract/platform/problems.ts'
import { readFound } from '../call.ts'
import { ownerQuery } from './owner-call.ts'

/** Read in the background, so it does not open the sign-in dialog where the session has expired. */
export const problemsQuery = () =>
  queryOptions({ ...ownerQuery(listProblems), queryFn: () => readFound(listProblems), retry: false })
