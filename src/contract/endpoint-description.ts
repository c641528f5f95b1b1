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
  answers: Record<number, { description: string; body: z.ZodMiniType }>
}

/** What the descriptions of several nouns share. */

export const refused = (description: string) => ({ description, body: ErrorBody })
export const found = (description: string, body: z.ZodMiniType) => ({ 200: { description, body } })
export const nothing = z.object({})

export const writeRefusals = {
  400: refused('A field is missing or wrong; `issues` says which'),
  413: refused('The body is too large'),
  415: refused('The body is not JSON'),
  422: refused('The Idempotency-Key belongs to another request'),
  429: refused('Too many requests; Retry-After says when to come back'),
}

const { 429: _, ...unhurried } = writeRefusals
/** The owner is not slowed down. */
export const ownerRefusals = { ...unhurried, 401: refused('Nobody is signed in') }

/** What is done to several rows at once. */
export const selected = (path: string, summary: string): Endpoint => ({
  method: 'post',
  path,
  owner: true,
  summary,
  body: Selection,
  idempotent: true,
  answers: { ...found('Done', nothing), ...ownerRefusals },
})
