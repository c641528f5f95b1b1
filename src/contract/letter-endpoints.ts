import * as z from 'zod/mini'
import { Empty, endpoint, failure, json } from './endpoint.ts'
import {
  Letter,
  LetterCheck,
  LetterFromPost,
  LetterInput,
  LetterLimits,
  LetterListQuery,
  LetterPreview,
  LetterRecipient,
  LetterSending,
  LetterSummary,
  RecipientListQuery,
} from './letters.ts'
import { Id } from './paths.ts'

const conflict = json(
  'It was changed since that version; `current` is its present state',
  z.object({ message: z.string(), current: Letter }),
)
const notPossible = failure('Its state does not allow it, or the checklist found an error')

/** A write to one letter. */
const act = {
  access: 'owner',
  params: { id: Id },
  idempotent: true,
  notFound: 'Letter not found',
  purges: [],
  responses: { 200: json('The letter', Letter), 409: notPossible },
} as const

export const listLetters = endpoint({
  method: 'GET',
  path: '/letters',
  access: 'owner',
  summary: 'Letters of the newsletter, last changed first',
  query: LetterListQuery,
  list: true,
  responses: { 200: json('The letters', z.array(LetterSummary)) },
})

export const findLetter = endpoint({
  method: 'GET',
  path: '/letters/:id',
  access: 'owner',
  summary: 'How one letter is sent and how far it is; its text is that of the post with the same id',
  params: { id: Id },
  notFound: 'Letter not found',
  versioned: true,
  responses: { 200: json('The letter', Letter) },
})

export const createLetterFromPost = endpoint({
  method: 'POST',
  path: '/letters',
  access: 'owner',
  summary: 'Make a letter from a post: its whole text, or its excerpt with a link',
  body: LetterFromPost,
  idempotent: true,
  notFound: 'Post not found',
  purges: [],
  audit: 'Made a letter from post “…”',
  responses: { 201: json('The letter', Letter) },
})

export const saveLetter = endpoint({
  method: 'PUT',
  path: '/letters/:id',
  access: 'owner',
  summary: 'Save how a letter is sent: sender, audience, page',
  params: { id: Id },
  body: LetterInput,
  idempotent: true,
  ifMatch: true,
  versioned: true,
  notFound: 'Letter not found',
  purges: ['letters'],
  audit: 'Changed the sending of letter “…”',
  auditMerge: true,
  responses: { 200: json('Saved', Letter), 409: conflict },
})

export const sendLetter = endpoint({
  ...act,
  method: 'POST',
  path: '/letters/:id/send',
  summary: 'Send a letter now, or schedule it',
  body: LetterSending,
  purges: ['letters'],
  audit: 'Sent or scheduled letter “…”',
})

export const unscheduleLetter = endpoint({
  ...act,
  method: 'POST',
  path: '/letters/:id/unschedule',
  summary: 'Make a scheduled letter a draft again',
  audit: 'Unscheduled letter “…”',
})

export const pauseLetter = endpoint({
  ...act,
  method: 'POST',
  path: '/letters/:id/pause',
  summary: 'Pause a letter that is being sent',
  audit: 'Paused letter “…”',
})

export const resumeLetter = endpoint({
  ...act,
  method: 'POST',
  path: '/letters/:id/resume',
  summary: 'Go on with a paused letter',
  audit: 'Resumed letter “…”',
})

export const cancelLetter = endpoint({
  ...act,
  method: 'POST',
  path: '/letters/:id/cancel',
  summary: 'Cancel a letter for everybody who has not got it yet',
  audit: 'Cancelled letter “…”',
})

export const resendInDoubt = endpoint({
  ...act,
  method: 'POST',
  path: '/letters/:id/resend-in-doubt',
  summary: 'Send a letter again to the recipients that are in doubt, who may then get it twice',
  audit: 'Resent to the recipients in doubt of letter “…”',
})

export const deleteLetter = endpoint({
  method: 'DELETE',
  path: '/letters/:id',
  access: 'owner',
  summary: 'Delete a letter that is not being sent; it stays in the trash for 30 days',
  params: { id: Id },
  idempotent: true,
  notFound: 'Letter not found',
  purges: ['letters'],
  audit: 'Deleted letter “…”',
  responses: { 200: json('Deleted', Empty), 409: notPossible },
})

export const restoreLetter = endpoint({
  method: 'POST',
  path: '/letters/:id/restore',
  access: 'owner',
  summary: 'Restore a deleted letter',
  params: { id: Id },
  idempotent: true,
  notFound: 'Letter not found',
  purges: ['letters'],
  audit: 'Brought back letter “…”',
  responses: { 200: json('Restored', Empty) },
})

export const previewLetter = endpoint({
  method: 'GET',
  path: '/letters/:id/preview',
  access: 'owner',
  summary: 'The mail of a letter as a subscriber gets it, or as the owner does',
  params: { id: Id },
  query: z.object({ subscriber: z.optional(Id) }),
  notFound: 'Letter not found',
  responses: { 200: json('The mail', LetterPreview) },
})

export const checkLetter = endpoint({
  method: 'GET',
  path: '/letters/:id/checks',
  access: 'owner',
  summary: 'What stands in the way of sending a letter, or should be looked at before',
  params: { id: Id },
  notFound: 'Letter not found',
  responses: { 200: json('The checklist', z.array(LetterCheck)) },
})

export const sendTestLetter = endpoint({
  method: 'POST',
  path: '/letters/:id/test',
  access: 'owner',
  rateLimit: 'mail-test',
  summary: 'Send a letter to the email of the site alone',
  params: { id: Id },
  idempotent: true,
  notFound: 'Letter not found',
  purges: [],
  audit: 'Sent a test of letter “…”',
  responses: {
    200: json('Sent', z.object({ to: z.string() })),
    409: failure('It could not be sent; `message` says why'),
  },
})

export const listRecipients = endpoint({
  method: 'GET',
  path: '/letters/:id/recipients',
  access: 'owner',
  summary: 'The recipients of a letter, with what became of each',
  params: { id: Id },
  query: RecipientListQuery,
  list: true,
  notFound: 'Letter not found',
  responses: { 200: json('The recipients', z.array(LetterRecipient)) },
})

export const findLetterLimits = endpoint({
  method: 'GET',
  path: '/letter-limits',
  access: 'owner',
  summary: 'How many letters the mail server takes by second, hour and day',
  responses: { 200: json('The limits', LetterLimits) },
})

export const saveLetterLimits = endpoint({
  method: 'PUT',
  path: '/letter-limits',
  access: 'owner',
  summary: 'Save how many letters the mail server takes by second, hour and day',
  body: LetterLimits,
  idempotent: true,
  purges: [],
  audit: 'Changed the limits of sending letters',
  responses: { 200: json('Saved', LetterLimits) },
})
