import { queryOptions } from '@tanstack/react-query'
import { findMenus, listMenuDestinations, saveMenus } from '../../../contract/content/menus.ts'
import { ownerQuery, useOwnerWrite } from './owner-call.ts'

export const menusQuery = () =>
  queryOptions({
    ...ownerQuery(findMenus),
    // The form edits this version: it is replaced only by a save or on request.
    staleTime: Number.POSITIVE_INFINITY,
  })

export const menuDestinationsQuery = (q: string) => ownerQuery(listMenuDestinations, { query: { q: q || undefined } })

export const useSaveMenus = () => useOwnerWrite(saveMenus)
