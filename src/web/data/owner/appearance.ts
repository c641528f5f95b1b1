import { queryOptions } from '@tanstack/react-query'
import { findAppearance, previewPage, saveAppearance, type ThemeQuery } from '../../../contract/accounts/appearance.ts'
import { urlOf } from '../call.ts'
import { ownerQuery, useOwnerWrite } from './owner-call.ts'

export const appearanceQuery = () =>
  queryOptions({
    ...ownerQuery(findAppearance),
    // The form edits this version: it is replaced only by a save or on request.
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useSaveAppearance = () => useOwnerWrite(saveAppearance)

/** The URL of a page in a theme that is not saved, for a frame. */
export function previewUrl(path: string, theme: ThemeQuery): string {
  return urlOf(previewPage, { query: { ...theme, path } })
}
