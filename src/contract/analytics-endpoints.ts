import * as z from 'zod/mini'
import { AnalyticsQuery, AnalyticsRecord, AnalyticsSummary, ClickInput } from './analytics.ts'
import {
  ConversionInput,
  ConversionNetwork,
  ConversionResponse,
  NetworkInput,
  NewNetwork,
  PostbackQuery,
} from './conversions.ts'
import { type Endpoint, errorResponse, found, nothing, ownerErrors, writeErrors } from './endpoint.ts'
import { Id } from './paths.ts'

const id = { id: Id }
const signedOut = { 401: errorResponse('Nobody is signed in') }
const wrongRange = { 400: errorResponse('The range is none, or longer than three years') }

const reports: Endpoint[] = [
  {
    method: 'get',
    path: '/analytics',
    owner: true,
    summary:
      'People’s clicks, conversions and revenue of each product and day; by default of the last 30 days. A `productId` null is what belongs to no product',
    query: AnalyticsQuery,
    responses: { ...found('The records, by day', z.array(AnalyticsRecord)), ...wrongRange, ...signedOut },
  },
  {
    method: 'get',
    path: '/analytics/summary',
    owner: true,
    summary: 'The same added up: every day, the best products and posts, and what was filtered with its reasons',
    query: AnalyticsQuery,
    responses: { ...found('The sums', AnalyticsSummary), ...wrongRange, ...signedOut },
  },
  {
    method: 'get',
    path: '/analytics.csv',
    owner: true,
    summary: 'The records as a table, with names and filtered clicks',
    query: AnalyticsQuery,
    responses: { ...found('Text, comma-separated', z.string()), ...wrongRange, ...signedOut },
  },
]

const counted = {
  201: { description: 'Counted', body: ConversionResponse },
  200: { description: 'It had been counted before', body: ConversionResponse },
}
const postbackResponses = {
  ...counted,
  400: writeErrors[400],
  401: errorResponse('The secret belongs to no network'),
  403: errorResponse('A browser asks; a network’s server does not say `Sec-Fetch-Site`'),
  422: writeErrors[422],
  429: errorResponse('Too many wrong secrets; Retry-After says when to come back'),
}

const conversions: Endpoint[] = [
  {
    method: 'post',
    path: '/analytics/click',
    summary: 'Report a click on an affiliate link. `linkId` names its placement, never a person',
    body: ClickInput,
    idempotent: true,
    responses: { 202: { description: 'Counted', body: nothing }, ...writeErrors },
  },
  {
    method: 'post',
    path: '/analytics/conversion',
    owner: true,
    summary:
      'Report a conversion: as the signed-in owner, or as a network with `Authorization: Bearer <secret>`. The same `conversionId` of a network counts once',
    body: ConversionInput,
    idempotent: true,
    responses: {
      ...counted,
      ...writeErrors,
      401: errorResponse('Nobody is signed in, or the secret belongs to no network'),
    },
  },
  {
    method: 'get',
    path: '/analytics/postback',
    summary:
      'The same for networks that can only open an address. Addresses end up in logs, so the secret can do nothing but add conversions, and a sign-in does not count here',
    query: PostbackQuery,
    idempotent: true,
    responses: postbackResponses,
  },
  {
    method: 'post',
    path: '/analytics/postback',
    summary:
      'The same for networks that send a form (`application/x-www-form-urlencoded`); its fields may stand in the address',
    query: PostbackQuery,
    idempotent: true,
    responses: { ...postbackResponses, 413: writeErrors[413], 415: errorResponse('The body is not a form') },
  },
  {
    method: 'delete',
    path: '/analytics/conversions/:id',
    owner: true,
    summary: 'Take a conversion back, out of the sums of its day too',
    params: id,
    idempotent: true,
    responses: { ...found('Taken back', nothing), ...signedOut, 404: errorResponse('No such conversion') },
  },
]

const networks: Endpoint[] = [
  {
    method: 'get',
    path: '/conversion-networks',
    owner: true,
    summary: 'The networks that may report conversions',
    responses: { ...found('The networks', z.array(ConversionNetwork)), ...signedOut },
  },
  {
    method: 'post',
    path: '/conversion-networks',
    owner: true,
    summary: 'Let a network report conversions. Its secret is in this answer and never again',
    body: NetworkInput,
    responses: { 201: { description: 'Created', body: NewNetwork }, ...ownerErrors },
  },
  {
    method: 'delete',
    path: '/conversion-networks/:id',
    owner: true,
    summary: 'Revoke a network’s secret; what it reported stays',
    params: id,
    idempotent: true,
    responses: { ...found('Revoked', nothing), ...signedOut, 404: errorResponse('No such network') },
  },
]

export const analyticsEndpoints: Endpoint[] = [...conversions, ...reports, ...networks]
