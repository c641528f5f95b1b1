import { listPostKeywords, mergePostKeywords } from '../../../contract/content/keywords.ts'
import { ownerQuery, useOwnerWrite } from './owner-call.ts'

/** The keywords of all posts and templates, by name. */
export const postKeywordsQuery = () => ownerQuery(listPostKeywords)

export const useMergePostKeywords = () => useOwnerWrite(mergePostKeywords)
