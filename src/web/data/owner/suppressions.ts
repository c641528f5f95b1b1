import {
  addSuppressions,
  exportSuppressions,
  listSuppressions,
  removeSuppression,
  restoreSuppression,
} from '../../../contract/audience/suppressions.ts'
import { urlOf } from '../call.ts'
import { type OwnerReadInput, ownerQuery, useOwnerWrite } from './owner-call.ts'

type SuppressionListState = OwnerReadInput<typeof listSuppressions>['query']

export const suppressionsQuery = (query: SuppressionListState) => ownerQuery(listSuppressions, { query })

/** The URL of the file with all pages of the list. */
export function suppressionsFileHref({
  page: _page,
  limit: _limit,
  ...query
}: NonNullable<SuppressionListState>): string {
  return urlOf(exportSuppressions, { query })
}

export const useAddSuppressions = () => useOwnerWrite(addSuppressions)
export const useRemoveSuppression = () => useOwnerWrite(removeSuppression, { showsError: true })
export const useRestoreSuppression = () => useOwnerWrite(restoreSuppression)
