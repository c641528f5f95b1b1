import { queryOptions } from '@tanstack/react-query'
import { findVerification, listHomePageTags, saveVerification } from '../../../contract/accounts/verification.ts'
import { ownerQuery, useOwnerWrite } from './owner-call.ts'

export const verificationQuery = () =>
  queryOptions({
    ...ownerQuery(findVerification),
    // The form edits this version: it is replaced only by a save or on request.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The meta tags that the home page has now. */
export const homePageTagsQuery = () => ownerQuery(listHomePageTags)

export const useSaveVerification = () => useOwnerWrite(saveVerification)
