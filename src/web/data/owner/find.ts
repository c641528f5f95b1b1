import { keepPreviousData } from '@tanstack/react-query'
import { find } from '../../../contract/app/find.ts'
import { ownerQuery } from './owner-call.ts'

/** The results of a term; those of the term before stay until they are there. */
export const findQuery = (q: string) => ({
  ...ownerQuery(find, { query: { q } }),
  enabled: q !== '',
  placeholderData: keepPreviousData,
})
