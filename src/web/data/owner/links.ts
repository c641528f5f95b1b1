import { queryOptions } from '@tanstack/react-query'
import type { Choice, Selection } from '../../../contract/platform/lists.ts'
import {
  acknowledgeLinks,
  checkLinks,
  findLink,
  listLinks,
  previewLinkReplacement,
  replaceLink,
  unacknowledgeLinks,
  undoLinkReplacement,
} from '../../../contract/shop/link-endpoints.ts'
import { type OwnerReadInput, ownerQuery, ownerWrite, useOwnerWrite } from './owner-call.ts'
import { useOwnerMutation } from './owner-mutation.ts'

type LinkListState = OwnerReadInput<typeof listLinks>['query']

/** In milliseconds. */
const CHECK_EVERY = 2000

/** Polls while a check that the owner requested is waiting. */
export const linksQuery = (state: LinkListState = {}) =>
  queryOptions({
    ...ownerQuery(listLinks, { query: state }),
    refetchInterval: ({ state: { data } }) => (data?.items.some((link) => link.isRequested) ? CHECK_EVERY : false),
  })

export const linkQuery = (id: number) =>
  queryOptions({
    ...ownerQuery(findLink, { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data?.isRequested ? CHECK_EVERY : false),
  })

/** The places of a link as they are now, never from the cache. */
export const linkPlacesQuery = (id: number) => ({
  ...ownerQuery(previewLinkReplacement, { params: { id } }),
  staleTime: 0,
  gcTime: 0,
})

const actions = { check: checkLinks, acknowledge: acknowledgeLinks, unacknowledge: unacknowledgeLinks }

export type LinksAction = { action: keyof typeof actions; choice: Choice }

export function useChangeLinks() {
  return useOwnerMutation(({ action, choice }: LinksAction, key) =>
    ownerWrite(actions[action], { body: choice as Selection }, key),
  )
}

export const useReplaceLink = () => useOwnerWrite(replaceLink)
export const useUndoLinkReplacement = () => useOwnerWrite(undoLinkReplacement)
