import * as z from 'zod/mini'

/** A letter to the audience now, or one of the automatic ones. */
export const LetterKind = z.enum(['letter', 'welcome', 'series', 'digest'])
export type LetterKind = z.infer<typeof LetterKind>

export const LetterState = z.enum(['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled'])
export type LetterState = z.infer<typeof LetterState>

/**
 * 'sending': the message is being handed over. 'in-doubt': the connection ended between that and the server's reply.
 * 'suppressed': unsubscribed or suppressed before its turn.
 */
export const RecipientState = z.enum([
  'waiting',
  'sending',
  'accepted',
  'deferred',
  'failed',
  'suppressed',
  'in-doubt',
  'cancelled',
])
export type RecipientState = z.infer<typeof RecipientState>

/** What the mail server takes; null: no limit. */
export const LetterLimits = z.object({
  perSecond: z.nullable(z.number()),
  perHour: z.nullable(z.number()),
  perDay: z.nullable(z.number()),
})
export type LetterLimits = z.infer<typeof LetterLimits>
