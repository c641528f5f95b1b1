import type { QueryClient } from '@tanstack/react-query'
import type { LegalPageSlug } from '../../../contract/app/legal-texts.ts'
import { legalTextQuery } from '../../data/legal-texts.ts'
import type { Queries } from '../../data/queries.ts'

export async function loadLegalText(
  { queryClient, queries }: { queryClient: QueryClient; queries: Queries },
  slug: LegalPageSlug,
): Promise<undefined> {
  await queryClient.prefetchQuery(legalTextQuery(queries.read, slug))
}
