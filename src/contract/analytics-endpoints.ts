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
import { type Endpoint, found, nothing, ownerRefusals, refused, writeRefusals } from './endpoint-description.ts'
import { Id } from './paths.ts'

const id = { id: Id }
const signedOut = { 401: refused('Nobody is signed in') }
const wrongRange = { 400: refused('The range is none, or longer than three years') }

const reports: Endpoint[] = [
  {
    method: 'get',
    path: '/analytics',
    owner: true,
    summary:
      'People’s clicks, conversions and revenue of each product and day; by default of the last 30 days. A `productId` null is what belongs to no product',
    query: AnalyticsQuery,
    answers: { ...found('The records, by day', z.array(AnalyticsRecord)), ...wrongRange, ...signedOut },
  },
  {
    method: 'get',
    path: '/analytics/summary',
    owner: true,
    summary: 'The same added up: every day, the best products and posts, and what was filtered with its reasons',
    query: AnalyticsQuery,
    answers: { ...found('The sums', AnalyticsSummary), ...wrongRange, ...signedOut },
  },
  {
    method: 'get',
    path: '/analytics.csv',
    owner: true,
    summary: 'The records as a table, with names and filtered clicks',
    query: AnalyticsQuery,
    answers: { ...found('Text, comma-separated', z.string()), ...wrongRange, ...signedOut },
  },
]

const counted = {
  201: { description: 'Counted', body: ConversionResponse },
  200: { description: 'It had been counted before', body: ConversionResponse },
}
const postbackAnswers = {
  ...counted,
  400: writeRefusals[400],
  401: refused('The secret belongs to no network'),
  403: refused('A browser asks; a network’s server does not say `Sec-Fetch-Site`'),
  422: writeRefusals[422],
  429: refused('Too many wrong secrets; Retry-After says when to come back'),
}

const conversions: Endpoint[] = [
  {
    method: 'post',
    path: '/analytics/click',
    summary: 'Report a click on an affiliate link. `linkId` names its placement, never a person',
    body: ClickInput,
    idempotent: true,
    answers: { 202: { description: 'Counted', body: nothing }, ...writeRefusals },
  },
  {
    method: 'post',
    path: '/analytics/conversion',
    owner: true,
    summary:
      'Report a conversion: as the signed-in owner, or as a network with `Authorization: Bearer <secret>`. The same `conversionId` of a network counts once',
    body: ConversionInput,
    idempotent: true,
    answers: { ...counted, ...writeRefusals, 401: refused('Nobody is signed in, or the secret belongs to no network') },
  },
  {
    method: 'get',
    path: '/analytics/postback',
    summary:
      'The same for networks that can only open an address. Addresses end up in logs, so the secret can do nothing but add conversions, and a sign-in does not count here',
    query: PostbackQuery,
    idempotent: true,
    answers: postbackAnswers,
  },
  {
    method: 'post',
    path: '/analytics/postback',
    summary:
      'The same for networks that send a form (`application/x-www-form-urlencoded`); its fields may stand in the address',
    query: PostbackQuery,
    idempotent: true,
    answers: { ...postbackAnswers, 413: writeRefusals[413], 415: refused('The body is not a form') },
  },
  {
    method: 'delete',
    path: '/analytics/conversions/:id',
    owner: true,
    summary: 'Take a conversion back, out of the sums of its day too',
    params: id,
    idempotent: true,
    answers: { ...found('Taken back', nothing), ...signedOut, 404: refused('No such conversion') },
  },
]

const networks: Endpoint[] = [
  {
    method: 'get',
    path: '/conversion-networks',
    owner: true,
    summary: 'The networks that may report conversions',
    answers: { ...found('The networks', z.array(ConversionNetwork)), ...signedOut },
  },
  {
    method: 'post',
    path: '/conversion-networks',
    owner: true,
    summary: 'Let a network report conversions. Its secret is in this answer and never again',
    body: NetworkInput,
    answers: { 201: { description: 'Created', body: NewNetwork }, ...ownerRefusals },
  },
  {
    method: 'delete',
    path: '/conversion-networks/:id',
    owner: true,
    summary: 'Revoke a network’s secret; what it reported stays',
    params: id,
    idempotent: true,
    answers: { ...found('Revoked', nothing), ...signedOut, 404: refused('No such network') },
  },
]

export const analyticsEndpoints: Endpoint[] = [...conversions, ...reports, ...networks]
