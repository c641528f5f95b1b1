import {
  changeSubscriber,
  deleteSubscribers,
  exportSubscribers,
  findSubscriber,
  importSubscribers,
  listSubscribers,
  restoreSubscribers,
  tagSubscribers,
  unsubscribeSubscribers,
  untagSubscribers,
} from '../../../contract/audience/subscriber-list.ts'
import { countSources, type SourcePeriod } from '../../../contract/audience/subscriber-sources.ts'
import { listTags, saveTags } from '../../../contract/audience/subscriber-tags.ts'
import type { Choice } from '../../../contract/platform/lists.ts'
import { urlOf } from '../call.ts'
import { type OwnerReadInput, ownerQuery, ownerWrite, useOwnerWrite } from './owner-call.ts'

type SubscriberListState = OwnerReadInput<typeof listSubscribers>['query']

export const subscribersQuery = (query: SubscriberListState) => ownerQuery(listSubscribers, { query })

export const subscriberQuery = (id: number) => ownerQuery(findSubscriber, { params: { id } })

/** The URL of the file with all pages of the list. */
export function subscribersFileHref({
  page: _page,
  limit: _limit,
  ...query
}: NonNullable<SubscriberListState>): string {
  return urlOf(exportSubscribers, { query })
}

export const tagsQuery = () => ownerQuery(listTags)

export const sourcesQuery = (days: SourcePeriod) => ownerQuery(countSources, { query: { days } })

export const useSaveTags = () => useOwnerWrite(saveTags)
export const useTagSubscribers = () => useOwnerWrite(tagSubscribers)
export const useUntagSubscribers = () => useOwnerWrite(untagSubscribers)
export const useChangeSubscriber = () => useOwnerWrite(changeSubscriber)
export const useUnsubscribe = () => useOwnerWrite(unsubscribeSubscribers)
export const useImportSubscribers = () => useOwnerWrite(importSubscribers)

export const removeSubscribers = (choice: Choice, key: string) => ownerWrite(deleteSubscribers, { body: choice }, key)
export const undeleteSubscribers = (ids: number[], key: string) =>
  ownerWrite(restoreSubscribers, { body: { ids } }, key)
