import {
  ignoreMissingPage,
  listMissingPages,
  suggestTarget,
  watchMissingPage,
} from '../../../contract/content/missing-pages.ts'
import {
  createRedirect,
  exportRedirects,
  importRedirects,
  listRedirects,
  type RedirectInput,
  removeRedirect,
  restoreRedirect,
  saveRedirect,
} from '../../../contract/content/redirects.ts'
import { urlOf } from '../call.ts'
import { type OwnerReadInput, ownerQuery, ownerWrite, useOwnerWrite } from './owner-call.ts'
import { useOwnerMutation } from './owner-mutation.ts'
import type { RowSave } from './row-calls.ts'

type RedirectListState = OwnerReadInput<typeof listRedirects>['query']

export const redirectsQuery = (query: RedirectListState) => ownerQuery(listRedirects, { query })

/** The URL of the file with all pages of the list. */
export function redirectsFileHref({ page: _page, limit: _limit, ...query }: NonNullable<RedirectListState>): string {
  return urlOf(exportRedirects, { query })
}

export const useSaveRedirect = () =>
  useOwnerMutation(({ input: body, current }: RowSave<RedirectInput>, key) =>
    current
      ? ownerWrite(saveRedirect, { params: { id: current.id }, body }, key)
      : ownerWrite(createRedirect, { body }, key),
  )

export const redirectDeletion = {
  remove: ([id = 0]: number[], key: string) => ownerWrite(removeRedirect, { params: { id } }, key),
  restore: ([id = 0]: number[], key: string) => ownerWrite(restoreRedirect, { params: { id } }, key),
}

export const useImportRedirects = () => useOwnerWrite(importRedirects, { showsError: true })

export const missingPagesQuery = (query: OwnerReadInput<typeof listMissingPages>['query']) =>
  ownerQuery(listMissingPages, { query })

export const targetSuggestionQuery = (address: string) => ownerQuery(suggestTarget, { query: { address } })

export const missingPageDismissal = {
  remove: ([id = 0]: number[], key: string) => ownerWrite(ignoreMissingPage, { params: { id } }, key),
  restore: ([id = 0]: number[], key: string) => ownerWrite(watchMissingPage, { params: { id } }, key),
}
