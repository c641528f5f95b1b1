import {
  createAutomaticLetter,
  findDigest,
  listAutomaticLetters,
  previewDigest,
  saveDigest,
  saveLetterDelay,
  switchLetterOff,
  switchLetterOn,
} from '../../../contract/automatic-letters.ts'
import { deleteLetter, restoreLetter } from '../../../contract/letter-endpoints.ts'
import { ownerQuery, ownerWrite, useOwnerWrite } from './owner-call.ts'
import { useOwnerMutation } from './owner-mutation.ts'

export const automaticLettersQuery = () => ownerQuery(listAutomaticLetters)
export const digestQuery = () => ownerQuery(findDigest)
/** Posts may have been published since. */
export const digestPreviewQuery = () => ({ ...ownerQuery(previewDigest), staleTime: 0 })

export const useCreateAutomaticLetter = () => useOwnerWrite(createAutomaticLetter)
export const useSaveLetterDelay = () => useOwnerWrite(saveLetterDelay)
export const useSaveDigest = () => useOwnerWrite(saveDigest)

/** Switches a letter on or off; on again takes its new text. */
export function useSwitchLetter() {
  return useOwnerMutation(({ id, isOn }: { id: number; isOn: boolean }, key) =>
    ownerWrite(isOn ? switchLetterOn : switchLetterOff, { params: { id } }, key),
  )
}

/** Each has a key of its own, so that a retry repeats only what was not done. */
export const removeAutomaticLetters = (ids: number[], key: string) =>
  Promise.all(ids.map((id) => ownerWrite(deleteLetter, { params: { id } }, `${key}-${id}`)))
export const restoreAutomaticLetters = (ids: number[], key: string) =>
  Promise.all(ids.map((id) => ownerWrite(restoreLetter, { params: { id } }, `${key}-${id}`)))
