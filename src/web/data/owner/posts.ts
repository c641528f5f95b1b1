import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { EditablePost, OwnerPostSummary, PostInput, Revision, RevisionSummary } from '../../../contract/posts.ts'
import { withQuery } from '../api.ts'
import { ownerGet, ownerPage, ownerSend } from './owner-api.ts'

/** What the owner's area asks about posts and does with them. */

type ListQuery = Record<string, string | number | undefined>

/** The key that all lists of posts begin with. */
export const ownerPostsKey = ['owner', 'posts', 'list'] as const

export function ownerPosts(query: ListQuery) {
  return queryOptions({
    queryKey: [...ownerPostsKey, query],
    queryFn: () => ownerPage<OwnerPostSummary>(withQuery('/api/posts', { ...query, status: query.status || 'all' })),
  })
}

/** The address of the list as a table. */
export function postsCsvHref({ page: _page, limit: _limit, ...query }: ListQuery): string {
  return withQuery('/api/posts.csv', { ...query, status: query.status || 'all' })
}

/** A post as it is stored. Never from the cache: what is edited must be the newest. */
export function postSource(id: number) {
  return queryOptions({
    queryKey: ['owner', 'posts', 'source', id],
    queryFn: () => ownerGet<EditablePost>(`/api/posts/${id}/source`),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export type PostSave = { id: number | undefined; version: number | undefined; input: PostInput; key: string }

/** Creates a post, or saves it as the version that follows `version`; 409 with a PostConflict where that is not the newest. */
export function savePost({ id, version, input, key }: PostSave): Promise<EditablePost> {
  if (id === undefined) return ownerSend('POST', '/api/posts', input, key)
  return ownerSend('PUT', `/api/posts/${id}`, input, key, version === undefined ? {} : { ifMatch: `"${version}"` })
}

export function deletePosts(ids: number[], key: string): Promise<unknown> {
  return ownerSend('POST', '/api/posts/delete', { ids }, key)
}

export function restorePosts(ids: number[], key: string): Promise<unknown> {
  return ownerSend('POST', '/api/posts/restore', { ids }, key)
}

export function postRevisions(id: number, version: number) {
  return queryOptions({
    queryKey: ['owner', 'posts', 'revisions', id, version],
    queryFn: () => ownerGet<RevisionSummary[]>(`/api/posts/${id}/revisions`),
  })
}

export function postRevision(id: number, revisionId: number) {
  return queryOptions({
    queryKey: ['owner', 'posts', 'revision', id, revisionId],
    queryFn: () => ownerGet<Revision>(`/api/posts/${id}/revisions/${revisionId}`),
    // A revision never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const SIDE_LIST_PAGE = 50

/** The list page by page, for one that grows downwards. */
export function ownerPostPages(query: { q: string; status: string }) {
  const narrowed = { q: query.q || undefined, status: query.status || 'all', limit: SIDE_LIST_PAGE }
  return infiniteQueryOptions({
    queryKey: [...ownerPostsKey, 'pages', narrowed],
    queryFn: ({ pageParam }) => ownerPage<OwnerPostSummary>(withQuery('/api/posts', { ...narrowed, page: pageParam })),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * SIDE_LIST_PAGE < total ? pages.length + 1 : undefined),
  })
}

/** Hosts whose links pay, `amzn.to` and the like: a link to one of them is an affiliate link. */
export function affiliateHosts() {
  return queryOptions({
    queryKey: ['owner', 'affiliate-hosts'],
    queryFn: () => ownerGet<string[]>('/api/affiliate-hosts'),
    staleTime: 5 * 60_000,
  })
}
