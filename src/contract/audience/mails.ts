import * as z from 'zod/mini'
import { failure, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { listQuery } from '../platform/lists.ts'

export const MailKind = z.enum([
  'test',
  'contact',
  'confirmation',
  'already-subscribed',
  'new-device',
  'password-reset',
  'password-changed',
  'email-changed',
  'reply',
])
export type MailKind = z.infer<typeof MailKind>

/** 'written': to the outbox folder, without a mail server. 'failed': after the last attempt. */
export const MailState = z.enum(['waiting', 'sent', 'written', 'failed'])
export type MailState = z.infer<typeof MailState>

/** A mail without its body, for lists. */
export const MailSummary = z.object({
  id: z.number(),
  kind: MailKind,
  to: z.string(),
  /** Null until it is sent. */
  from: z.nullable(z.string()),
  subject: z.string(),
  state: MailState,
  attempts: z.number(),
  /** The next attempt; null unless waiting. */
  nextAt: z.nullable(z.string()),
  /** The mail server's reply to the last attempt. */
  error: z.nullable(z.string()),
  /** A sentence for the owner about `error`; empty without one. */
  explanation: z.string(),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
})
export type MailSummary = z.infer<typeof MailSummary>

/** A mail with its body, which is empty once purged. */
export const Mail = z.extend(MailSummary, {
  text: z.string(),
  html: z.string(),
  /** The mail server's response when it took the mail. */
  response: z.nullable(z.string()),
})
export type Mail = z.infer<typeof Mail>

export const MailListQuery = listQuery(['createdAt', 'to', 'subject', 'state'], { state: z.optional(MailState) })
export type MailListQuery = z.infer<typeof MailListQuery>

/**
 * 'busy': a rate limit or overload; 'over-quota': the account has sent what it may; 'refusing': it rejects the sender or every
 * recipient; 'wrong-account': it refuses the sign-in.
 */
export const MailServerState = z.enum(['busy', 'over-quota', 'refusing', 'wrong-account', 'unreachable'])
export type MailServerState = z.infer<typeof MailServerState>

/** Why the mail server takes no mail now, from what letters and single mails met. */
export const MailServerFault = z.object({
  state: MailServerState,
  /** A sentence for the owner. */
  text: z.string(),
  /** The server's own words. */
  reply: z.string(),
  since: z.string(),
  /** When the next mail is tried. */
  nextTryAt: z.string(),
})
export type MailServerFault = z.infer<typeof MailServerFault>

/** The mail configuration. */
export const MailSetup = z.object({
  isSetUp: z.boolean(),
  /** Host and port of the mail server; null without one. */
  server: z.nullable(z.string()),
  /** The sender's address. */
  from: z.string(),
  /** The recipient of the owner's mails. */
  owner: z.string(),
  /** Null while it takes mail. */
  fault: z.nullable(MailServerFault),
  /** Messages an hour that it took at last, after it was busy; null where it was not. */
  learnedPerHour: z.nullable(z.number()),
})
export type MailSetup = z.infer<typeof MailSetup>

export const listMails = ownerRead('/mails', {
  summary: 'Mails of the site with their state, newest first',
  query: MailListQuery,
  list: true,
  responses: { 200: json('The mails', z.array(MailSummary)) },
})

export const findMailSetup = ownerRead('/mails/setup', {
  summary: 'The mail configuration',
  responses: { 200: json('The configuration', MailSetup) },
})

export const findMail = ownerRead('/mails/:id', {
  summary: 'One mail with its body; bodies of sent mails are purged after 30 days',
  notFound: 'Mail not found',
  responses: { 200: json('The mail', Mail) },
})

export const retryMail = ownerWrite('POST', '/mails/:id/retry', {
  summary: 'Send a failed mail again, at once; no effect in any other state',
  notFound: 'Mail not found',
  purges: [],
  audit: 'Tried again to send mail “…”',
  responses: { 200: json('The mail with its state', Mail), 409: failure('Its text is deleted already') },
})
