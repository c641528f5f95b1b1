import {
  createSavedReply,
  deleteSavedReply,
  listReplies,
  listSavedReplies,
  replyToContact,
} from '../../../contract/audience/replies.ts'
import { countSpam, deleteSpamRule, listSpamRules } from '../../../contract/audience/spam-rules.ts'
import { ownerQuery, useOwnerWrite } from './owner-call.ts'

export const repliesQuery = (id: number) => ownerQuery(listReplies, { params: { id } })
export const useReply = () => useOwnerWrite(replyToContact)

export const savedRepliesQuery = () => ownerQuery(listSavedReplies)
export const useCreateSavedReply = () => useOwnerWrite(createSavedReply)
export const useDeleteSavedReply = () => useOwnerWrite(deleteSavedReply, { showsError: true })

export const spamCountQuery = () => ownerQuery(countSpam)
export const spamRulesQuery = () => ownerQuery(listSpamRules)
export const useDeleteSpamRule = () => useOwnerWrite(deleteSpamRule)
