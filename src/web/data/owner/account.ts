import { queryOptions, useMutation } from '@tanstack/react-query'
import type { PasswordChange, PasswordCheck, ProfileInput, SessionEntry } from '../../../contract/account.ts'
import type { RecoveryCodes, TwoFactor, TwoFactorCode, TwoFactorSetup } from '../../../contract/two-factor.ts'
import { sendJson } from '../api.ts'
import { ownerGet, ownerSend } from './owner-api.ts'
import { useOwnerMutation } from './owner-mutation.ts'

export function useLogout() {
  return useMutation({ mutationFn: () => sendJson<unknown>('POST', '/api/auth/logout') })
}

export const profileQuery = () =>
  queryOptions({
    queryKey: ['owner', '/api/auth/profile'],
    queryFn: () => ownerGet<ProfileInput>('/api/auth/profile'),
  })

export function useSaveProfile() {
  return useOwnerMutation((profile: ProfileInput, key) =>
    ownerSend<ProfileInput>('PUT', '/api/auth/profile', profile, key),
  )
}

export function useChangePassword() {
  return useOwnerMutation((change: PasswordChange) => ownerSend<unknown>('PUT', '/api/auth/password', change))
}

export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['owner', '/api/auth/sessions'],
    queryFn: () => ownerGet<SessionEntry[]>('/api/auth/sessions'),
  })

export function useEndSession() {
  return useOwnerMutation((id: number) => ownerSend<unknown>('DELETE', `/api/auth/sessions/${id}`))
}

export function useEndOtherSessions() {
  return useOwnerMutation((_: undefined) => ownerSend<unknown>('DELETE', '/api/auth/sessions'))
}

export const twoFactorQuery = () =>
  queryOptions({
    queryKey: ['owner', '/api/auth/two-factor'],
    queryFn: () => ownerGet<TwoFactor>('/api/auth/two-factor'),
  })

export function useBeginTwoFactor() {
  return useOwnerMutation((check: PasswordCheck) => ownerSend<TwoFactorSetup>('POST', '/api/auth/two-factor', check))
}

export function useConfirmTwoFactor() {
  return useOwnerMutation((code: TwoFactorCode) => ownerSend<RecoveryCodes>('PUT', '/api/auth/two-factor', code))
}

export function useRenewRecoveryCodes() {
  return useOwnerMutation((check: PasswordCheck) =>
    ownerSend<RecoveryCodes>('POST', '/api/auth/two-factor/recovery-codes', check),
  )
}

export function useTurnOffTwoFactor() {
  return useOwnerMutation((check: PasswordCheck) => ownerSend<unknown>('POST', '/api/auth/two-factor/removal', check))
}
