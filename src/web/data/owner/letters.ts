import { queryOptions } from '@tanstack/react-query'
import { countLetterAudience, type LetterAudience } from '../../../contract/letter-audience.ts'
import { listLetterEarnings } from '../../../contract/letter-earnings.ts'
import {
  cancelLetter,
  checkLetter,
  createLetterFromPost,
  deleteLetter,
  findLetter,
  findLetterLimits,
  listLetters,
  listRecipients,
  pauseLetter,
  previewLetter,
  resendInDoubt,
  restoreLetter,
  resumeLetter,
  saveLetter,
  saveLetterLimits,
  sendLetter,
  sendTestLetter,
  unscheduleLetter,
} from '../../../contract/letter-endpoints.ts'
import type { LetterState } from '../../../contract/letters.ts'
import { type OwnerReadInput, ownerQuery, ownerWrite, useOwnerWrite } from './owner-call.ts'
import { useOwnerMutation } from './owner-mutation.ts'

type LetterListState = OwnerReadInput<typeof listLetters>['query']

/** In milliseconds. */
const POLL_FAST = 2000
const POLL_SLOWLY = 20_000

/** Reads of one page before it polls slowly: a cap of the mail server may spread a letter over days. */
const FAST_POLLS = 300

type Polled = { state: LetterState; scheduledAt: string | null }

/** How often letters are read again; browsers that hide the page do not. */
function pollEvery(letters: Polled[], reads: number): number | false {
  const isSending = letters.some(({ state }) => state === 'sending')
  if (isSending && reads < FAST_POLLS) return POLL_FAST
  return isSending || letters.some(({ state }) => state === 'scheduled') ? POLL_SLOWLY : false
}

export const lettersQuery = (query: LetterListState) =>
  queryOptions({
    ...ownerQuery(listLetters, { query }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => pollEvery(data?.items ?? [], dataUpdateCount),
  })

export const letterQuery = (id: number) =>
  queryOptions({
    ...ownerQuery(findLetter, { params: { id } }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => pollEvery(data ? [data] : [], dataUpdateCount),
  })

export const letterChecksQuery = (id: number) => ({ ...ownerQuery(checkLetter, { params: { id } }), staleTime: 0 })

/** The mail as a subscriber gets it, or as the owner does. */
export const letterPreviewQuery = (id: number, subscriber: number | undefined) => ({
  ...ownerQuery(previewLetter, { params: { id }, query: { subscriber } }),
  staleTime: 0,
})

type RecipientListState = OwnerReadInput<typeof listRecipients>['query']

/** `isSending`: reads again while the letter is being sent. */
export const recipientsQuery = (id: number, query: RecipientListState, isSending: boolean) =>
  queryOptions({
    ...ownerQuery(listRecipients, { params: { id }, query }),
    refetchInterval: ({ state: { dataUpdateCount } }) =>
      isSending && dataUpdateCount < FAST_POLLS ? 2 * POLL_FAST : false,
  })

export const audienceCountQuery = (audience: LetterAudience) =>
  ownerQuery(countLetterAudience, { query: { audience: JSON.stringify(audience) as never } })

export const letterEarningsQuery = (id: number) => ownerQuery(listLetterEarnings, { params: { id } })

export const letterLimitsQuery = () => ownerQuery(findLetterLimits)

export const useSaveLetter = () => useOwnerWrite(saveLetter)
export const useSendLetter = () => useOwnerWrite(sendLetter)
export const useSendTestLetter = () => useOwnerWrite(sendTestLetter)
export const useCreateLetterFromPost = () => useOwnerWrite(createLetterFromPost)
export const useSaveLetterLimits = () => useOwnerWrite(saveLetterLimits)

const actions = {
  unschedule: unscheduleLetter,
  pause: pauseLetter,
  resume: resumeLetter,
  cancel: cancelLetter,
  'resend-in-doubt': resendInDoubt,
}

export type LetterAction = keyof typeof actions

export function useActOnLetter() {
  return useOwnerMutation(({ id, action }: { id: number; action: LetterAction }, key) =>
    ownerWrite(actions[action], { params: { id } }, key),
  )
}

/** Each has a key of its own, so that a retry repeats only what was not done. */
export const removeLetters = (ids: number[], key: string) =>
  Promise.all(ids.map((id) => ownerWrite(deleteLetter, { params: { id } }, `${key}-${id}`)))
export const undeleteLetters = (ids: number[], key: string) =>
  Promise.all(ids.map((id) => ownerWrite(restoreLetter, { params: { id } }, `${key}-${id}`)))
