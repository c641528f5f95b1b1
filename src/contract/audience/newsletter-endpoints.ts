import * as z from 'zod/mini'
import { slugTaken } from '../content/post-endpoints.ts'
import { Empty, failure, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { Id } from '../platform/paths.ts'
import { moment } from '../platform/text-fields.ts'
import {
  Newsletter,
  NewsletterCheck,
  NewsletterEstimate,
  NewsletterFromPost,
  NewsletterInput,
  NewsletterLimits,
  NewsletterListQuery,
  NewsletterPreview,
  NewsletterRecipient,
  NewsletterSending,
  NewsletterSummary,
  RecipientListQuery,
  SourceChanges,
} from './newsletters.ts'

const conflict = json(
  'It was changed since that version; `current` is its present state',
  z.object({ message: z.string(), current: Newsletter }),
)
const notPossible = failure('Its state does not allow it, or the checklist found an error')

/** A write to one newsletter. */
const act = {
  idempotent: true,
  notFound: 'Newsletter not found',
  purges: [],
  responses: { 200: json('The newsletter', Newsletter), 409: notPossible },
} as const

export const listNewsletters = ownerRead('/newsletters', {
  summary: 'Newsletters of the newsletter, last changed first',
  query: NewsletterListQuery,
  list: true,
  responses: { 200: json('The newsletters', z.array(NewsletterSummary)) },
})

export const findNewsletter = ownerRead('/newsletters/:id', {
  summary: 'How one newsletter is sent and how far it is; its text is that of the post with the same id',
  notFound: 'Newsletter not found',
  versioned: true,
  responses: { 200: json('The newsletter', Newsletter) },
})

export const createNewsletterFromPost = ownerWrite('POST', '/newsletters', {
  summary: 'Make a newsletter from a post: its whole text, or its excerpt with a link',
  body: NewsletterFromPost,
  idempotent: true,
  notFound: 'Post not found',
  purges: [],
  audit: 'Made a newsletter from post “…”',
  responses: { 201: json('The newsletter', Newsletter) },
})

export const findNewsletterOfPost = ownerRead('/posts/:id/newsletter', {
  summary: 'The newest newsletter that was made from a post and is not cancelled; null without one',
  notFound: 'Post not found',
  responses: { 200: json('The newsletter', z.object({ newsletter: z.nullable(Newsletter) })) },
})

export const findSourceChanges = ownerRead('/newsletters/:id/source', {
  summary: 'Whether the post of a newsletter has changed since, and what taking the changes over would replace',
  notFound: 'Newsletter not found, or not made from a post',
  responses: { 200: json('The changes', SourceChanges) },
})

export const takeSourceChanges = ownerWrite('POST', '/newsletters/:id/source', {
  ...act,
  summary: 'Replace what a newsletter took from its post by the present text of the post',
  audit: 'Took the changes of its post over into newsletter “…”',
})

export const saveNewsletter = ownerWrite('PUT', '/newsletters/:id', {
  summary: 'Save how a newsletter is sent: sender, audience, page',
  body: NewsletterInput,
  idempotent: true,
  ifMatch: true,
  versioned: true,
  notFound: 'Newsletter not found',
  purges: ['newsletters'],
  audit: 'Changed the sending of newsletter “…”',
  auditMerge: true,
  responses: { 200: json('Saved', Newsletter), 409: conflict },
})

export const sendNewsletter = ownerWrite('POST', '/newsletters/:id/send', {
  ...act,
  summary: 'Send a newsletter now, or schedule it',
  body: NewsletterSending,
  purges: ['newsletters'],
  audit: 'Sent or scheduled newsletter “…”',
})

export const unscheduleNewsletter = ownerWrite('POST', '/newsletters/:id/unschedule', {
  ...act,
  summary: 'Make a scheduled newsletter a draft again',
  audit: 'Unscheduled newsletter “…”',
})

export const pauseNewsletter = ownerWrite('POST', '/newsletters/:id/pause', {
  ...act,
  summary: 'Pause a newsletter that is being sent',
  audit: 'Paused newsletter “…”',
})

export const resumeNewsletter = ownerWrite('POST', '/newsletters/:id/resume', {
  ...act,
  summary: 'Go on with a paused newsletter',
  audit: 'Resumed newsletter “…”',
})

export const cancelNewsletter = ownerWrite('POST', '/newsletters/:id/cancel', {
  ...act,
  summary: 'Cancel a newsletter for everybody who has not got it yet',
  audit: 'Cancelled newsletter “…”',
})

export const resendInDoubt = ownerWrite('POST', '/newsletters/:id/resend-in-doubt', {
  ...act,
  summary: 'Send a newsletter again to the recipients that are in doubt, who may then get it twice',
  audit: 'Resent to the recipients in doubt of newsletter “…”',
})

export const deleteNewsletter = ownerWrite('DELETE', '/newsletters/:id', {
  summary: 'Delete a newsletter that is not being sent; it stays in the trash for 30 days',
  idempotent: true,
  notFound: 'Newsletter not found',
  purges: ['newsletters'],
  audit: 'Deleted newsletter “…”',
  responses: { 200: json('Deleted', Empty), 409: notPossible },
})

export const restoreNewsletter = ownerWrite('POST', '/newsletters/:id/restore', {
  summary: 'Restore a deleted newsletter',
  idempotent: true,
  notFound: 'Newsletter not found',
  purges: ['newsletters'],
  audit: 'Brought back newsletter “…”',
  responses: { 200: json('Restored', Empty), 409: failure('Another post has its slug'), 422: slugTaken },
})

export const previewNewsletter = ownerRead('/newsletters/:id/preview', {
  summary: 'The mail of a newsletter as a subscriber gets it, or as the owner does',
  query: z.object({ subscriber: z.optional(Id) }),
  notFound: 'Newsletter not found',
  responses: { 200: json('The mail', NewsletterPreview) },
})

export const findSentNewsletter = ownerRead('/newsletters/:id/sent', {
  summary: 'The mail of a newsletter as it was frozen when sending began, as a subscriber got it or as the owner would',
  query: z.object({ subscriber: z.optional(Id) }),
  notFound: 'This newsletter has not been sent',
  responses: { 200: json('The mail', NewsletterPreview) },
})

export const estimateNewsletter = ownerRead('/newsletters/:id/estimate', {
  summary: 'How many subscribers a newsletter reaches if it is sent at a time, or now, and when it would be done',
  query: z.object({ at: z.optional(moment()) }),
  notFound: 'Newsletter not found',
  responses: { 200: json('The estimate', NewsletterEstimate) },
})

export const checkNewsletter = ownerRead('/newsletters/:id/checks', {
  summary: 'What stands in the way of sending a newsletter, or should be looked at before',
  notFound: 'Newsletter not found',
  responses: { 200: json('The checklist', z.array(NewsletterCheck)) },
})

export const sendTestNewsletter = ownerWrite('POST', '/newsletters/:id/test', {
  rateLimit: 'mail-test',
  summary: 'Send a newsletter to the email of the site alone',
  idempotent: true,
  notFound: 'Newsletter not found',
  purges: [],
  audit: 'Sent a test of newsletter “…”',
  responses: {
    200: json('Sent', z.object({ to: z.string() })),
    409: failure('It could not be sent; `message` says why'),
  },
})

export const listRecipients = ownerRead('/newsletters/:id/recipients', {
  summary: 'The recipients of a newsletter, with what became of each',
  query: RecipientListQuery,
  list: true,
  notFound: 'Newsletter not found',
  responses: { 200: json('The recipients', z.array(NewsletterRecipient)) },
})

export const findNewsletterLimits = ownerRead('/newsletter-limits', {
  summary: 'How many newsletters the mail server takes by second, hour and day',
  responses: { 200: json('The limits', NewsletterLimits) },
})

export const saveNewsletterLimits = ownerWrite('PUT', '/newsletter-limits', {
  summary: 'Save how many newsletters the mail server takes by second, hour and day',
  body: NewsletterLimits,
  idempotent: true,
  purges: [],
  audit: 'Changed the limits of sending newsletters',
  responses: { 200: json('Saved', NewsletterLimits) },
})
