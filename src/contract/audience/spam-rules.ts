import * as z from 'zod/mini'
import { Empty, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'

/** Rules that 'Not spam' has taught the spam filter. */

export const SpamRule = z.object({
  id: z.number(),
  /** The reason that no longer counts. */
  reason: z.enum(['hidden-field', 'too-fast', 'links']),
  kind: z.enum(['sender', 'host']),
  /** The email address or the host of a link that it does not count for. */
  value: z.string(),
  createdAt: z.string(),
})
export type SpamRule = z.infer<typeof SpamRule>

export const listSpamRules = ownerRead('/contacts/spam-rules', {
  summary: 'The exceptions from the spam filter, newest first',
  responses: { 200: json('The exceptions', z.array(SpamRule)) },
})

export const deleteSpamRule = ownerWrite('DELETE', '/contacts/spam-rules/:id', {
  summary: 'Remove an exception',
  idempotent: true,
  notFound: 'Exception not found',
  purges: [],
  audit: 'Removed an exception from the spam filter',
  responses: { 200: json('Removed', Empty) },
})

export const countSpam = ownerRead('/contacts/spam-count', {
  summary: 'The number of messages in the spam folder',
  responses: { 200: json('The number', z.object({ count: z.number() })) },
})
