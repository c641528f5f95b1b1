import type { QueryClient } from '@tanstack/react-query'
import type { LegalPageSlug, PolicyPageSlug } from '../../../contract/app/legal-texts.ts'
import { legalTextQuery, policyVersionQuery, policyVersionsQuery } from '../../data/legal-texts.ts'
import type { Queries } from '../../data/queries.ts'

type Context = { queryClient: QueryClient; queries: Queries }
type Result = { status: 404 } | undefined

/** Loads the text unless a page of the owner takes its place, and the list of earlier ones. */
export async function loadLegalText(
  { queryClient, queries }: Context,
  { slug, isEdited }: { slug: LegalPageSlug; isEdited: boolean },
): Promise<Result> {
  const { read } = queries
  const versions = slug === 'imprint' ? undefined : queryClient.prefetchQuery(policyVersionsQuery(read, slug))
  const text = isEdited ? undefined : await queryClient.fetchQuery(legalTextQuery(read, slug))
  await versions
  return text === null ? { status: 404 } : undefined
}

export async function loadPolicyVersion(
  { queryClient, queries }: Context,
  { slug, version }: { slug: string; version: string },
): Promise<Result> {
  if (!isPolicy(slug) || !/^\d{4}-\d\d-\d\d(?:-\d{1,3})?$/.test(version)) return { status: 404 }
  const found = await queryClient.fetchQuery(policyVersionQuery(queries.read, slug, version))
  return found ? undefined : { status: 404 }
}

export function isPolicy(slug: string): slug is PolicyPageSlug {
  return slug === 'privacy-policy' || slug === 'affiliate-disclosure'
}
