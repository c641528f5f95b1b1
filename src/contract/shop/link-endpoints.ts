import * as z from 'zod/mini'
import { endpoint, failure, json } from '../platform/endpoint.ts'
import { bulkAction, listQuery } from '../platform/lists.ts'
import { Id } from '../platform/paths.ts'
import { LinkDetails, LinkPlace, LinkReplacement, LinkReplacementInput, LinkSummary, linkOutcomes } from './links.ts'

export const listLinks = endpoint({
  method: 'GET',
  path: '/links',
  access: 'owner',
  summary: 'Affiliate links of products, posts and pages, with the state of each',
  query: listQuery(['attention', 'url', 'checkedAt'], {
    state: z.optional(z.enum(['all', 'attention', 'new', ...linkOutcomes])),
  }),
  list: true,
  responses: { 200: json('The links', z.array(LinkSummary)) },
})

export const findLink = endpoint({
  method: 'GET',
  path: '/links/:id',
  access: 'owner',
  summary: 'One link: where it is used, its redirects and the results of its last checks',
  params: { id: Id },
  notFound: 'Link not found',
  responses: { 200: json('The link', LinkDetails) },
})

export const checkLinks = endpoint({
  method: 'POST',
  path: '/links/check',
  summary: 'Check several links as soon as possible; each host is called at most every ten seconds',
  purges: [],
  audit: 'Requested a check of links “…”',
  ...bulkAction,
  responses: { ...bulkAction.responses, 409: failure('Link checks are turned off on this site') },
})

export const acknowledgeLinks = endpoint({
  method: 'POST',
  path: '/links/acknowledge',
  summary: 'Acknowledge the alerts of several links, until the state or the target of each changes',
  purges: [],
  audit: 'Acknowledged links “…”',
  ...bulkAction,
})

export const unacknowledgeLinks = endpoint({
  method: 'POST',
  path: '/links/unacknowledge',
  summary: 'Take the acknowledgement of several links back',
  purges: [],
  audit: 'Took back the acknowledgement of links “…”',
  ...bulkAction,
})

export const previewLinkReplacement = endpoint({
  method: 'GET',
  path: '/links/:id/places',
  access: 'owner',
  summary: 'Every place in which a replacement would change the link, with its version',
  params: { id: Id },
  notFound: 'Link not found',
  responses: { 200: json('The places', z.array(LinkPlace)) },
})

const changedMeanwhile = failure('One of the places was saved or deleted since the preview; nothing was changed')

export const replaceLink = endpoint({
  method: 'POST',
  path: '/links/:id/replace',
  access: 'owner',
  summary: 'Replace a link in products, posts and pages, all or none of them, as if each had been saved',
  params: { id: Id },
  body: LinkReplacementInput,
  idempotent: true,
  notFound: 'Link not found',
  purges: ['products', 'posts', 'pages'],
  softPurge: true,
  audit: 'Replaced a link in “…”',
  responses: { 200: json('Replaced', LinkReplacement), 409: changedMeanwhile },
})

export const undoLinkReplacement = endpoint({
  method: 'POST',
  path: '/links/replacements/:id/undo',
  access: 'owner',
  summary: 'Bring the former link back wherever a replacement changed it and no one has edited it since',
  params: { id: Id },
  idempotent: true,
  notFound: 'Replacement not found',
  purges: ['products', 'posts', 'pages'],
  softPurge: true,
  audit: 'Undid the replacement of a link in “…”',
  responses: { 200: json('Undone', LinkReplacement) },
})
