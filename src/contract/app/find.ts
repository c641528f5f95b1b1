import * as z from 'zod/mini'
import { json, ownerRead } from '../platform/endpoint.ts'
import { TERM_MAX } from '../platform/limits.ts'
import { charactersUpTo, noNul, typed } from '../platform/text-fields.ts'

/** In the order in which they are listed. */
export const foundKinds = [
  'post',
  'page',
  'product',
  'ingredient',
  'routine',
  'newsletter',
  'subscriber',
  'message',
] as const
export type FoundKind = (typeof foundKinds)[number]

/** Results of each kind at most. */
export const FOUND_MAX = 5

const Found = z.object({
  kind: z.enum(foundKinds),
  id: z.number(),
  title: z.string(),
  /** Tells namesakes apart: 'Draft', a category, the sender of a message; empty where there is nothing to say. */
  detail: z.string(),
})
export type Found = z.infer<typeof Found>

export const find = ownerRead('/find', {
  summary: 'What the owner searches for by its name: a few of each kind, best first',
  query: z.object({
    q: z.string({ error: 'Required' }).check(typed(), z.minLength(1, 'Required'), charactersUpTo(TERM_MAX), noNul()),
  }),
  responses: { 200: json('What was found', z.array(Found)) },
})
