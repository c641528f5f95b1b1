import { queryOptions } from '@tanstack/react-query'
import {
  findLegalText,
  findPolicyVersion,
  type LegalPageSlug,
  listPolicyVersions,
  type PolicyPageSlug,
} from '../../contract/app/legal-texts.ts'
import type { Read } from '../../contract/platform/endpoint.ts'
import { POST_BODY } from '../lib/served-body.ts'

/** Null for an imprint that is off. */
export function legalTextQuery(read: Read, slug: LegalPageSlug) {
  return queryOptions({
    queryKey: ['/api/legal-texts', slug],
    queryFn: async () => (await read(findLegalText, { params: { slug } })) ?? null,
    meta: { contentElement: POST_BODY },
  })
}

export function policyVersionsQuery(read: Read, slug: PolicyPageSlug) {
  return queryOptions({
    queryKey: ['/api/legal-texts', slug, 'versions'],
    queryFn: async () => (await read(listPolicyVersions, { params: { slug } })) ?? [],
  })
}

/** Resolves to null for an unknown version. */
export function policyVersionQuery(read: Read, slug: PolicyPageSlug, version: string) {
  return queryOptions({
    queryKey: ['/api/legal-texts', slug, 'versions', version],
    queryFn: async () => (await read(findPolicyVersion, { params: { slug, version } })) ?? null,
    meta: { contentElement: POST_BODY },
  })
}
