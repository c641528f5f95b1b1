import * as z from 'zod/mini'
import { failure, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { bulkWrite, choiceOf, listQuery } from '../platform/lists.ts'
import { LinkDetails, LinkPlace, LinkReplacement, LinkReplacementInput, LinkSummary, linkOutcomes } from './links.ts'

const LinkListQuery = listQuery(['attention', 'url', 'checkedAt'], {
  state: z.optional(z.enum(['all', 'attention', 'new', ...linkOutcomes])),
})

/** Links that the owner chose in their list. */
export const LinkChoice = choiceOf(LinkListQuery)
export type LinkChoice = z.infer<typeof LinkChoice>

export const listLinks = ownerRead('/links', {
  summary: 'Affiliate links of products, posts and pages, with the state of each',
  query: LinkListQuery,
  list: true,
  responses: { 200: json('The links', z.array(LinkSummary)) },
})

export const findLink = ownerRead('/links/:id', {
  summary: 'One link: where it is used, its redirects and the results of its last checks',
  notFound: 'Link not found',
  responses: { 200: json('The link', LinkDetails) },
})

export const checkLinks = bulkWrite(
  '/links/check',
  {
    summary: 'Check several links as soon as possible; each host is called at most every ten seconds',
    body: LinkChoice,
    purges: [],
    audit: 'Requested a check of links “…”',
  },
  { 409: failure('Link checks are turned off on this site') },
)

export const acknowledgeLinks = bulkWrite('/links/acknowledge', {
  summary: 'Acknowledge the alerts of several links, until the state or the target of each changes',
  body: LinkChoice,
  purges: [],
  audit: 'Acknowledged links “…”',
})

export const unacknowledgeLinks = bulkWrite('/links/unacknowledge', {
  summary: 'Take the acknowledgement of several links back',
  purges: [],
  audit: 'Took back the acknowledgement of links “…”',
})

export const previewLinkReplacement = ownerRead('/links/:id/places', {
  summary: 'Every place in which a replacement would change the link, with its version',
  notFound: 'Link not found',
  responses: { 200: json('The places', z.array(LinkPlace)) },
})

const changedMeanwhile = failure('One of the places was saved or deleted since the preview; nothing was changed')

export const replaceLink = ownerWrite('POST', '/links/:id/replace', {
  summary: 'Replace a link in products, posts and pages, all or none of them, as if each had been saved',
  body: LinkReplacementInput,
  idempotent: true,
  notFound: 'Link not found',
  purges: ['products', 'posts', 'pages'],
  softPurge: true,
  audit: 'Replaced a link in “…”',
  responses: { 200: json('Replaced', LinkReplacement), 409: changedMeanwhile },
})

export const undoLinkReplacement = ownerWrite('POST', '/links/replacements/:id/undo', {
  summary: 'Bring the former link back wherever a replacement changed it and no one has edited it since',
  idempotent: true,
  notFound: 'Replacement not found',
  purges: ['products', 'posts', 'pages'],
  softPurge: true,
  audit: 'Undid the replacement of a link in “…”',
  responses: { 200: json('Undone', LinkReplacement) },
})
