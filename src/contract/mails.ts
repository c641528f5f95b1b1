import * as z from 'zod/mini'
import { listQuery } from './lists.ts'

export const MailKind = z.enum(['test', 'contact', 'confirmation', 'already-subscribed'])
export type MailKind = z.infer<typeof MailKind>

/** 'written': no mail server is set up, so it lies in the outbox folder. 'failed': given up. */
export const MailState = z.enum(['waiting', 'sent', 'written', 'failed'])
export type MailState = z.infer<typeof MailState>

/** A mail as lists carry it. */
export const MailSummary = z.object({
  id: z.number(),
  kind: MailKind,
  to: z.string(),
  /** Null until it is sent. */
  from: z.nullable(z.string()),
  subject: z.string(),
  state: MailState,
  attempts: z.number(),
  /** When a waiting mail is tried next. */
  nextAt: z.nullable(z.string()),
  /** What the mail server said the last time. */
  error: z.nullable(z.string()),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
})
export type MailSummary = z.infer<typeof MailSummary>

/** A mail with its body; empty once it is no longer kept. */
export const Mail = z.extend(MailSummary, { text: z.string(), html: z.string() })
export type Mail = z.infer<typeof Mail>

export const MailListQuery = listQuery(['createdAt', 'to', 'subject', 'state'], { state: z.optional(MailState) })
export type MailListQuery = z.infer<typeof MailListQuery>

/** How mail leaves this site. */
export const MailSetup = z.object({
  isSetUp: z.boolean(),
  /** Host and port of the mail server; null without one. */
  server: z.nullable(z.string()),
  /** Who mails come from. */
  from: z.string(),
  /** Where the owner's own mails go. */
  owner: z.string(),
})
export type MailSetup = z.infer<typeof MailSetup>
