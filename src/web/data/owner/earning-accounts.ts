import {
  deleteEarningAccount,
  listEarningAccounts,
  saveEarningAccount,
} from '../../../contract/shop/earning-accounts.ts'
import { ownerQuery, useOwnerWrite } from './owner-call.ts'

export const earningAccountsQuery = () => ownerQuery(listEarningAccounts)

export const useSaveEarningAccount = () => useOwnerWrite(saveEarningAccount)
export const useDeleteEarningAccount = () => useOwnerWrite(deleteEarningAccount, { showsError: true })
