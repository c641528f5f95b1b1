import * as z from 'zod/mini'

/** 'hard': the address does not exist. 'soft': refused for now or for another reason. 'complaint': reported as spam. */
export const BounceKind = z.enum(['hard', 'soft', 'complaint'])
export type BounceKind = z.infer<typeof BounceKind>

/** Why an address gets no letters. */
export const SuppressionReason = z.enum(['hard-bounce', 'soft-bounces', 'complaint', 'owner'])
export type SuppressionReason = z.infer<typeof SuppressionReason>

/** Who reported it: the mail server's own reply, a webhook of a provider, a report in a mailbox, or the owner. */
export const SuppressionSource = z.enum([
  'smtp',
  'ses',
  'postmark',
  'mailgun',
  'brevo',
  'resend',
  'smtp2go',
  'mailbox',
  'owner',
])
export type SuppressionSource = z.infer<typeof SuppressionSource>
