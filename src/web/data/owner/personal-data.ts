import type { Erasure, PersonalData } from '../../../contract/personal-data.ts'
import { ownerSend } from './owner-api.ts'
import { useOwnerMutation } from './owner-mutation.ts'

export function useExportPersonalData() {
  return useOwnerMutation((email: string) => ownerSend<PersonalData>('POST', '/api/personal-data/export', { email }))
}

export function useErasePersonalData() {
  return useOwnerMutation((email: string, key) =>
    ownerSend<Erasure>('POST', '/api/personal-data/erase', { email }, key),
  )
}
