import { queryOptions } from '@tanstack/react-query'
import { findLegalText, type LegalPageSlug } from '../../contract/app/legal-texts.ts'
import type { Read } from '../../contract/platform/endpoint.ts'
import { POST_BODY } from '../lib/page-state.ts'

export function legalTextQuery(read: Read, slug: LegalPageSlug) {
  return queryOptions({
    queryKey: ['/api/legal-texts', slug],
    queryFn: async () => (await read(findLegalText, { params: { slug } })) ?? null,
    meta: { contentElement: POST_BODY },
  })
}
