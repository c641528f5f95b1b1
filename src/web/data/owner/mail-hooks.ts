import { deleteMailHook, listMailHooks, saveMailHook } from '../../../contract/audience/mail-hooks.ts'
import { ownerQuery, useOwnerWrite } from './owner-call.ts'

export const mailHooksQuery = () => ownerQuery(listMailHooks)

export const useSaveMailHook = () => useOwnerWrite(saveMailHook)
export const useDeleteMailHook = () => useOwnerWrite(deleteMailHook, { showsError: true })
