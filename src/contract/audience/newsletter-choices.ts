import * as z from 'zod/mini'
import { json, publicRead } from '../platform/endpoint.ts'
import { charactersUpTo, noNul } from '../platform/text-fields.ts'
import { Frequency } from './subscribers.ts'

/** The choices that the page of the unsubscribe link offers a reader. */
export const NewsletterChoices = z.object({
  /** The frequency now, or before the reader left; 'all' for an unknown token. */
  frequency: Frequency,
  /** Whether a digest is switched on. */
  hasDigest: z.boolean(),
  /** Whether they have unsubscribed; false for an unknown token. */
  hasLeft: z.boolean(),
})
export type NewsletterChoices = z.infer<typeof NewsletterChoices>

export const findNewsletterChoices = publicRead('/newsletter-choices', {
  summary: 'Which newsletters the subscriber with the token of an unsubscribe link gets, and whether there is a digest',
  query: z.object({ token: z.string({ error: 'Required' }).check(charactersUpTo(100), noNul()) }),
  dependsOn: [],
  responses: { 200: json('The choices', NewsletterChoices) },
})
