import { queryOptions } from '@tanstack/react-query'
import { countNewsletterAudience, type NewsletterAudience } from '../../../contract/audience/newsletter-audience.ts'
import { findNewsletterClicks } from '../../../contract/audience/newsletter-clicks.ts'
import { listNewsletterEarnings } from '../../../contract/audience/newsletter-earnings.ts'
import {
  cancelNewsletter,
  checkNewsletter,
  createNewsletterFromPost,
  deleteNewsletter,
  estimateNewsletter,
  findNewsletter,
  findNewsletterLimits,
  findNewsletterOfPost,
  findSentNewsletter,
  findSourceChanges,
  listNewsletters,
  listRecipients,
  pauseNewsletter,
  previewNewsletter,
  resendInDoubt,
  restoreNewsletter,
  resumeNewsletter,
  saveNewsletter,
  saveNewsletterLimits,
  sendNewsletter,
  sendTestNewsletter,
  takeSourceChanges,
  unscheduleNewsletter,
} from '../../../contract/audience/newsletter-endpoints.ts'
import type { NewsletterNumbers, NewsletterState } from '../../../contract/audience/newsletters.ts'
import type { WriteInput } from '../call.ts'
import { type OwnerReadInput, ownerQuery, ownerWrite, useOwnerWrite } from './owner-call.ts'
import { useOwnerMutation } from './owner-mutation.ts'

type NewsletterListState = OwnerReadInput<typeof listNewsletters>['query']

/** In milliseconds. */
const POLL_FAST = 2000
const POLL_SLOWLY = 20_000

/** Reads of one page before it polls slowly: a cap of the mail server may spread a newsletter over days. */
const FAST_POLLS = 300

type Polled = { state: NewsletterState; numbers: NewsletterNumbers }

/** Whether its numbers change by themselves: what is handed over when it is paused or cancelled is settled afterwards. */
export const isUnderWay = ({ state, numbers }: Polled) => state === 'sending' || numbers.sending > 0

/** How often newsletters are read again; browsers that hide the page do not. */
function pollEvery(newsletters: Polled[], reads: number): number | false {
  const isSending = newsletters.some(isUnderWay)
  if (isSending && reads < FAST_POLLS) return POLL_FAST
  return isSending || newsletters.some(({ state }) => state === 'scheduled') ? POLL_SLOWLY : false
}

export const newslettersQuery = (query: NewsletterListState) =>
  queryOptions({
    ...ownerQuery(listNewsletters, { query }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => pollEvery(data?.items ?? [], dataUpdateCount),
  })

export const newsletterQuery = (id: number) =>
  queryOptions({
    ...ownerQuery(findNewsletter, { params: { id } }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) => pollEvery(data ? [data] : [], dataUpdateCount),
  })

/** The newsletter that was made from a post. */
export const newsletterOfPostQuery = (postId: number) => ownerQuery(findNewsletterOfPost, { params: { id: postId } })

/** How the post of a newsletter has changed since. */
export const sourceChangesQuery = (id: number) => ({
  ...ownerQuery(findSourceChanges, { params: { id } }),
  staleTime: 0,
})

export const newsletterChecksQuery = (id: number) => ({
  ...ownerQuery(checkNewsletter, { params: { id } }),
  staleTime: 0,
})

/** The mail as a subscriber gets it, or as the owner does. */
export const newsletterPreviewQuery = (id: number, subscriber: number | undefined) => ({
  ...ownerQuery(previewNewsletter, { params: { id }, query: { subscriber } }),
  staleTime: 0,
})

/** The mail as it was frozen when sending began, as a subscriber got it or as the owner would. */
export const sentNewsletterQuery = (id: number, subscriber: number | undefined) =>
  ownerQuery(findSentNewsletter, { params: { id }, query: { subscriber } })

/** To how many it goes at a time, or now, and when it is done. */
export const newsletterEstimateQuery = (id: number, at: string | null) => ({
  ...ownerQuery(estimateNewsletter, { params: { id }, query: { at: at ?? undefined } }),
  staleTime: 0,
})

type RecipientListState = OwnerReadInput<typeof listRecipients>['query']

/** `isSending`: reads again while recipients are settled. */
export const recipientsQuery = (id: number, query: RecipientListState, isSending: boolean) =>
  queryOptions({
    ...ownerQuery(listRecipients, { params: { id }, query }),
    refetchInterval: ({ state: { dataUpdateCount } }) =>
      isSending && dataUpdateCount < FAST_POLLS ? 2 * POLL_FAST : false,
  })

export const audienceCountQuery = (audience: NewsletterAudience) =>
  ownerQuery(countNewsletterAudience, { query: { audience: JSON.stringify(audience) as never } })

export const newsletterEarningsQuery = (id: number) => ownerQuery(listNewsletterEarnings, { params: { id } })

export const newsletterClicksQuery = (id: number) => ownerQuery(findNewsletterClicks, { params: { id } })

export const newsletterLimitsQuery = () => ownerQuery(findNewsletterLimits)

export const useSaveNewsletter = () => useOwnerWrite(saveNewsletter)
export const useSendNewsletter = () =>
  useOwnerMutation((input: WriteInput<typeof sendNewsletter>, key) => ownerWrite(sendNewsletter, input, key), {
    readsAfterConflict: true,
  })
export const useSendTestNewsletter = () => useOwnerWrite(sendTestNewsletter)
export const useCreateNewsletterFromPost = () => useOwnerWrite(createNewsletterFromPost, { showsError: true })
export const useTakeSourceChanges = () => useOwnerWrite(takeSourceChanges)
export const useSaveNewsletterLimits = () => useOwnerWrite(saveNewsletterLimits)

const actions = {
  unschedule: unscheduleNewsletter,
  pause: pauseNewsletter,
  resume: resumeNewsletter,
  cancel: cancelNewsletter,
  'resend-in-doubt': resendInDoubt,
}

export type NewsletterAction = keyof typeof actions

export function useActOnNewsletter() {
  return useOwnerMutation(
    ({ id, action }: { id: number; action: NewsletterAction }, key) =>
      ownerWrite(actions[action], { params: { id } }, key),
    { readsAfterConflict: true, showsError: true },
  )
}

/** Each has a key of its own, so that a retry repeats only what was not done. */
export const removeNewsletters = (ids: number[], key: string) =>
  Promise.all(ids.map((id) => ownerWrite(deleteNewsletter, { params: { id } }, `${key}-${id}`)))
export const undeleteNewsletters = (ids: number[], key: string) =>
  Promise.all(ids.map((id) => ownerWrite(restoreNewsletter, { params: { id } }, `${key}-${id}`)))
