import { useQuery } from '@tanstack/react-query'
import type { Author } from '../../../contract/accounts/site.ts'
import { useQueries } from '../../environment.tsx'

/** Who writes the site; null without a name, and while it loads. */
export function useAuthor(): Author | null {
  return useQuery(useQueries().author()).data ?? null
}
