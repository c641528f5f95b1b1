import type { Author } from '../../../contract/accounts/site.ts'
import { usePageQuery } from '../../data/use-page-query.ts'
import { useQueries } from '../../environment.tsx'

/** Who writes the site; null without a name, and while it loads. */
export function useAuthor(): Author | null {
  return usePageQuery(useQueries().author()).data ?? null
}
