import * as z from 'zod/mini'
import { Empty, endpoint, failure, json, ownerRead, ownerWrite, publicRead, publicWrite } from '../platform/endpoint.ts'
import { Id } from '../platform/paths.ts'
import { charactersUpTo, line, typed } from '../platform/text-fields.ts'
import { LinkId } from './analytics.ts'
import { toAmount } from './money.ts'
import { hasDigitsOf, priceMax } from './prices.ts'

const problem = 'Please write an amount such as 12.50'

const Revenue = z
  .union([z.number(), z.string()], { error: problem })
  .check(z.refine((amount) => /^\d{1,9}(?:\.\d{1,20})?$/.test(String(amount).trim()), problem))

/** The fault of a parsed revenue in the site's currency, as a sentence; undefined for an amount that it has. */
export function revenueFault(revenue: number | string, currency: string): string | undefined {
  const amount = String(revenue).trim()
  if (!hasDigitsOf(currency, amount)) return `Please write an amount such as ${toAmount(1250, currency)}`
  if (Number(amount) > priceMax(currency)) return `Please write an amount of at most ${priceMax(currency)}`
}

const ConversionId = z
  .string({ error: 'Invalid input' })
  .check(typed(), z.minLength(1, 'Required'), charactersUpTo(200), z.regex(/^[\x21-\x7e]+$/, 'Invalid input'))

/** Revenue is counted in the site's currency; another one is refused. */
const Currency = z
  .string({ error: 'Invalid input' })
  .check(z.regex(/^[A-Z]{3}$/, 'Please use the code of a currency, such as USD'))

/** A sale through an affiliate link. */
export const ConversionInput = z.object({
  linkId: LinkId,
  revenue: Revenue,
  /** The network's own id; a conversion that is sent again counts once. */
  conversionId: z.optional(z.nullable(ConversionId)),
  productId: z.optional(z.nullable(z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647)))),
  currency: z.optional(Currency),
})
export type ConversionInput = z.infer<typeof ConversionInput>

/**
 * The same as query parameters, for networks that can only request a URL. `conversionId` is required, since a network
 * requests the URL again when a response is lost.
 */
export const PostbackQuery = z.object({
  secret: z.string({ error: 'Required' }).check(charactersUpTo(200)),
  linkId: LinkId,
  revenue: Revenue,
  conversionId: z.pipe(z.string({ error: 'Required' }), ConversionId),
  productId: z.optional(Id),
  currency: z.optional(Currency),
})

export const ConversionResponse = z.object({
  id: z.number(),
  /** False if it had been counted before. */
  isNew: z.boolean(),
})
export type ConversionResponse = z.infer<typeof ConversionResponse>

/** An affiliate network or shop that may report conversions. */
export const ConversionNetwork = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: z.string(),
  /** When it last reported a conversion. */
  usedAt: z.nullable(z.string()),
})
export type ConversionNetwork = z.infer<typeof ConversionNetwork>

export const NetworkInput = z.object({ name: line(2, 80, 'Name must be at least 2 characters') })
export type NetworkInput = z.infer<typeof NetworkInput>

/** The secret is shown this once. */
export const NewNetwork = z.extend(ConversionNetwork, { secret: z.string() })
export type NewNetwork = z.infer<typeof NewNetwork>

const counted = {
  201: json('Counted', ConversionResponse),
  200: json('It had been counted before', ConversionResponse),
  429: failure('Too many wrong secrets; Retry-After says when to come back'),
}

export const recordConversion = endpoint({
  method: 'POST',
  path: '/analytics/conversion',
  access: 'bearerOrOwner',
  summary:
    'Report a conversion: as the signed-in owner, or as a network with `Authorization: Bearer <secret>`. The same `conversionId` of a network counts once',
  body: ConversionInput,
  idempotent: true,
  purges: [],
  audit: 'Recorded a conversion of …',
  responses: counted,
})

/** The secret is the only credential: a link in a mail would be sent with the owner's cookie. */
const postbackResponses = {
  ...counted,
  401: failure('The secret belongs to no network'),
  403: failure('Sent by a browser, which says `Sec-Fetch-Site`; the server of a network does not'),
}

const formResponses = {
  ...postbackResponses,
  413: failure('The body is too large'),
  415: failure('The body is not a form'),
}

export const openPostback = publicRead('/analytics/postback', {
  summary:
    'The same for networks that can only request a URL. URLs end up in logs, so the secret can do nothing but add conversions, and a session does not count here',
  unparsedQuery: PostbackQuery,
  idempotent: true,
  responses: postbackResponses,
})

export const sendPostback = publicWrite('POST', '/analytics/postback', {
  summary:
    'The same for networks that send a form (`application/x-www-form-urlencoded`); its fields may also be query parameters',
  unparsedQuery: PostbackQuery,
  idempotent: true,
  purges: [],
  responses: formResponses,
})

export const deleteConversion = ownerWrite('DELETE', '/analytics/conversions/:id', {
  summary: 'Delete a conversion and take it out of the sums of its day',
  idempotent: true,
  notFound: 'Conversion not found',
  purges: [],
  audit: 'Deleted a conversion of …',
  responses: { 200: json('Deleted', Empty) },
})

export const listNetworks = ownerRead('/conversion-networks', {
  summary: 'The networks that may report conversions',
  responses: { 200: json('The networks', z.array(ConversionNetwork)) },
})

/** Not idempotent: the stored response would hold the secret. */
export const createNetwork = ownerWrite('POST', '/conversion-networks', {
  summary: 'Let a network report conversions. Its secret is in this response and never again',
  body: NetworkInput,
  purges: [],
  audit: 'Added conversion network “…”',
  responses: { 201: json('Created', NewNetwork) },
})

export const revokeNetwork = ownerWrite('DELETE', '/conversion-networks/:id', {
  summary: 'Revoke the secret of a network; its conversions stay',
  idempotent: true,
  notFound: 'Network not found',
  purges: [],
  audit: 'Removed conversion network “…”',
  responses: { 200: json('Revoked', Empty) },
})
