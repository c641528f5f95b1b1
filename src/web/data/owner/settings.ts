import { queryOptions } from '@tanstack/react-query'
import { findSettings, saveSettings } from '../../../contract/accounts/settings.ts'
import { ownerQuery, useOwnerWrite } from './owner-call.ts'

export const settingsQuery = () =>
  queryOptions({
    ...ownerQuery(findSettings),
    // The form edits this version: it is replaced only by a save or on request.
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useSaveSettings = () => useOwnerWrite(saveSettings)
