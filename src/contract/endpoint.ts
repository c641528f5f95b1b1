import * as z from 'zod/mini'
import { ErrorBody } from './errors.ts'
import { Selection } from './lists.ts'

export type Endpoint = {
  method: 'get' | 'post' | 'put' | 'delete'
  /** With parameters as `:name`, below `/api`. */
  path: string
  summary: string
  params?: Record<string, z.ZodMiniType>
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** The fields of a body that is multipart/form-data. */
  upload?: z.ZodMiniType
  /** Takes an `Idempotency-Key`. */
  idempotent?: true
  /** Takes `If-Match` with a version. */
  ifMatch?: true
  /** Only for the signed-in owner; everyone else gets 401. */
  owner?: true
  responses: Record<number, { description: string; body: z.ZodMiniType }>
}

/** What the descriptions of several nouns share. */

export const errorResponse = (description: string) => ({ description, body: ErrorBody })
export const found = (description: string, body: z.ZodMiniType) => ({ 200: { description, body } })
export const nothing = z.object({})

export const writeErrors = {
  400: errorResponse('A field is missing or wrong; `issues` says which'),
  413: errorResponse('The body is too large'),
  415: errorResponse('The body is not JSON'),
  422: errorResponse('The Idempotency-Key belongs to another request'),
  429: errorResponse('Too many requests; Retry-After says when to come back'),
}

const { 429: _, ...unhurried } = writeErrors
/** The owner is not slowed down. */
export const ownerErrors = { ...unhurried, 401: errorResponse('Nobody is signed in') }

/** What is done to several rows at once. */
export const selected = (path: string, summary: string): Endpoint => ({
  method: 'post',
  path,
  owner: true,
  summary,
  body: Selection,
  idempotent: true,
  responses: { ...found('Done', nothing), ...ownerErrors },
})
