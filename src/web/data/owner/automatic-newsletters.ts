import {
  createAutomaticNewsletter,
  findDigest,
  listAutomaticNewsletters,
  previewDigest,
  saveDigest,
  saveNewsletterDelay,
  switchNewsletterOff,
  switchNewsletterOn,
} from '../../../contract/audience/automatic-newsletters.ts'
import { findComplaints, releaseAutomatic } from '../../../contract/audience/complaints.ts'
import { deleteNewsletter, restoreNewsletter } from '../../../contract/audience/newsletter-endpoints.ts'
import { ownerQuery, ownerWrite, useOwnerWrite } from './owner-call.ts'
import { useOwnerMutation } from './owner-mutation.ts'

export const automaticNewslettersQuery = () => ownerQuery(listAutomaticNewsletters)
export const digestQuery = () => ownerQuery(findDigest)
/** Posts may have been published since. */
export const digestPreviewQuery = (subscriber: number | undefined) => ({
  ...ownerQuery(previewDigest, { query: { subscriber } }),
  staleTime: 0,
})

export const useCreateAutomaticNewsletter = () => useOwnerWrite(createAutomaticNewsletter, { showsError: true })
export const useSaveNewsletterDelay = () => useOwnerWrite(saveNewsletterDelay, { showsError: true })
export const useSaveDigest = () => useOwnerWrite(saveDigest)

/** Switches a newsletter on or off; on again takes its new text. */
export function useSwitchNewsletter() {
  return useOwnerMutation(
    ({ id, isOn }: { id: number; isOn: boolean }, key) =>
      ownerWrite(isOn ? switchNewsletterOn : switchNewsletterOff, { params: { id } }, key),
    { readsAfterConflict: true, showsError: true },
  )
}

/** Each has a key of its own, so that a retry repeats only what was not done. */
export const removeAutomaticNewsletters = (ids: number[], key: string) =>
  Promise.all(ids.map((id) => ownerWrite(deleteNewsletter, { params: { id } }, `${key}-${id}`)))
export const restoreAutomaticNewsletters = (ids: number[], key: string) =>
  Promise.all(ids.map((id) => ownerWrite(restoreNewsletter, { params: { id } }, `${key}-${id}`)))

export const complaintsQuery = () => ownerQuery(findComplaints)
export const useReleaseAutomatic = () => useOwnerWrite(releaseAutomatic, { showsError: true })
