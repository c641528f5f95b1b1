import { queryOptions } from '@tanstack/react-query'
import type { EditableSettings, SettingsInput } from '../../../contract/settings.ts'
import { ownerGet, ownerSend } from './owner-api.ts'
import { useOwnerMutation } from './owner-mutation.ts'

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['owner', '/api/settings'],
    queryFn: () => ownerGet<EditableSettings>('/api/settings'),
    // A form is open on them: only a save or the owner's wish brings newer ones.
    staleTime: Number.POSITIVE_INFINITY,
  })

export type SettingsChange = { changes: SettingsInput; version: number }

export function useSaveSettings() {
  return useOwnerMutation(({ changes, version }: SettingsChange, key) =>
    ownerSend<EditableSettings>('PUT', '/api/settings', changes, key, { ifMatch: `"${version}"` }),
  )
}
