import { useMutation } from '@tanstack/react-query'
import {
  changePassword,
  endOtherSessions,
  endSession,
  findProfile,
  listSessions,
  saveProfile,
} from '../../../contract/accounts/account.ts'
import { logout } from '../../../contract/accounts/auth.ts'
import {
  beginTwoFactor,
  confirmTwoFactor,
  findTwoFactor,
  renewRecoveryCodes,
  turnOffTwoFactor,
} from '../../../contract/accounts/two-factor.ts'
import { write } from '../call.ts'
import { ownerQuery, useOwnerWrite } from './owner-call.ts'

export const useLogout = () => useMutation({ mutationFn: () => write(logout, {}) })

export const profileQuery = () => ownerQuery(findProfile)
export const useSaveProfile = () => useOwnerWrite(saveProfile)
export const useChangePassword = () => useOwnerWrite(changePassword)

export const sessionsQuery = () => ownerQuery(listSessions)
export const useEndSession = () => useOwnerWrite(endSession)
export const useEndOtherSessions = () => useOwnerWrite(endOtherSessions, { showsError: true })

export const twoFactorQuery = () => ownerQuery(findTwoFactor)
export const useBeginTwoFactor = () => useOwnerWrite(beginTwoFactor)
export const useConfirmTwoFactor = () => useOwnerWrite(confirmTwoFactor)
export const useRenewRecoveryCodes = () => useOwnerWrite(renewRecoveryCodes)
export const useTurnOffTwoFactor = () => useOwnerWrite(turnOffTwoFactor)
