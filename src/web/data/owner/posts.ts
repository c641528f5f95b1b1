import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listLinkTargets } from '../../../contract/content/link-targets.ts'
import type { PostChoice } from '../../../contract/content/post-bulk.ts'
import type { PostDraft } from '../../../contract/content/post-draft.ts'
import {
  autosaveDraft,
  createDraft,
  type DraftSaved,
  discardWorkingCopy,
  keepAsDraft,
} from '../../../contract/content/post-drafts.ts'
import {
  createPost,
  deletePost,
  deletePosts,
  exportPosts,
  findPostSource,
  listAffiliateHosts,
  listOwnerPosts,
  restorePosts,
  savePost,
} from '../../../contract/content/post-endpoints.ts'
import type { EditablePost, PostInput, PostKind } from '../../../contract/content/posts.ts'
import { findRevision, listRevisions } from '../../../contract/content/revisions.ts'
import { newKey } from '../api.ts'
import { urlOf } from '../call.ts'
import { type OwnerReadInput, ownerQuery, ownerRead, ownerWrite } from './owner-call.ts'

export type PostListState = OwnerReadInput<typeof listOwnerPosts>['query']

/** The prefix of the keys of all lists of posts. */
export const ownerPostsKey = ['owner', listOwnerPosts.path] as const

const withStatus = (state: PostListState) => ({ ...state, status: state?.status || ('all' as const) })

export const ownerPostsQuery = (state: PostListState) => ownerQuery(listOwnerPosts, { query: withStatus(state) })

const SIDE_LIST_PAGE = 50

/** The list page by page, for one that grows downwards. */
export function ownerPostPages(state: PostListState) {
  const query = { ...withStatus(state), limit: SIDE_LIST_PAGE }
  return infiniteQueryOptions({
    queryKey: [...ownerPostsKey, 'pages', query],
    queryFn: ({ pageParam }) => ownerRead(listOwnerPosts, { query: { ...query, page: pageParam } }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * SIDE_LIST_PAGE < total ? pages.length + 1 : undefined),
  })
}

/** The URL of the CSV file with all pages of the list. */
export function postsFileHref({ page: _page, limit: _limit, ...query }: NonNullable<PostListState>): string {
  return urlOf(exportPosts, { query: withStatus(query) })
}

/** Articles to which the stored text of a post could link. */
export const linkTargetsQuery = (id: number) => ownerQuery(listLinkTargets, { params: { id } })

/** A post as it is stored, never from the cache. */
export const postSourceQuery = (id: number) =>
  queryOptions({
    ...ownerQuery(findPostSource, { params: { id } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

export type PostSave = { id: number | undefined; version: number | undefined; input: PostInput; key: string }

/** Creates a post, or saves it as the version after `version`; rejects with 409 and a PostConflict for an older version. */
export function sendPost({ id, version, input, key }: PostSave): Promise<EditablePost> {
  if (id === undefined) return ownerWrite(createPost, { body: input }, key)
  return ownerWrite(savePost, { params: { id }, body: input, version }, key)
}

export type DraftSave = { id: number | undefined; version: number | undefined; draft: PostDraft; key: string }

/** Creates a draft, or stores what is typed into a post without publishing it; rejects with 409 like `sendPost`. */
export function sendDraft(kind: PostKind, { id, version, draft, key }: DraftSave): Promise<DraftSaved> {
  if (id === undefined) return ownerWrite(createDraft, { body: { ...draft, kind } }, key)
  return ownerWrite(autosaveDraft, { params: { id }, body: draft, version }, key)
}

/** Saves a post that has no date; rejects with 409 like `sendPost`. */
export const sendAsDraft = (id: number, { version, draft, key }: Omit<DraftSave, 'id'>): Promise<EditablePost> =>
  ownerWrite(keepAsDraft, { params: { id }, body: draft, version }, key)

export const discardChanges = (id: number, version: number): Promise<EditablePost> =>
  ownerWrite(discardWorkingCopy, { params: { id }, version }, newKey())

/** Deletes a post while its page unloads. */
export function deleteOnLeave(id: number): void {
  const headers = { 'idempotency-key': newKey() }
  void fetch(urlOf(deletePost, { params: { id } }), { method: deletePost.method, headers, keepalive: true }).catch(
    () => {},
  )
}

export const removePosts = (ids: number[], key: string) => ownerWrite(deletePosts, { body: { ids } }, key)
export const restoreChosenPosts = (choice: PostChoice, key: string) => ownerWrite(restorePosts, { body: choice }, key)
export const bringBackPosts = (ids: number[], key: string) => ownerWrite(restorePosts, { body: { ids } }, key)

/** The list of a post's revisions; `version` is in the key because each save adds one. */
export const revisionsQuery = (id: number, version: number) =>
  queryOptions({
    queryKey: ['owner', listRevisions.path, id, version],
    queryFn: () => ownerRead(listRevisions, { params: { id } }),
  })

/** A revision never changes. */
export const revisionQuery = (id: number, revisionId: number) =>
  queryOptions({
    ...ownerQuery(findRevision, { params: { id, revisionId } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The hosts of affiliate links; a link to one of them is an affiliate link. */
export const affiliateHostsQuery = () => queryOptions({ ...ownerQuery(listAffiliateHosts), staleTime: 5 * 60_000 })
