import { deleteBounceMailbox, findBounceMailbox, saveBounceMailbox } from '../../../contract/audience/bounce-mailbox.ts'
import { ownerQuery, useOwnerWrite } from './owner-call.ts'

export const bounceMailboxQuery = () => ownerQuery(findBounceMailbox)

export const useSaveBounceMailbox = () => useOwnerWrite(saveBounceMailbox)
export const useDeleteBounceMailbox = () => useOwnerWrite(deleteBounceMailbox, { showsError: true })
