import * as z from 'zod/mini'
import { LetterAudience } from './letter-audience.ts'
import { listQuery } from './lists.ts'
import { line, moment, paragraph } from './text-fields.ts'

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

/** Recipients by state, and what came back from those that were accepted. */
export const LetterNumbers = z.object({
  total: z.number(),
  waiting: z.number(),
  sending: z.number(),
  accepted: z.number(),
  deferred: z.number(),
  failed: z.number(),
  suppressed: z.number(),
  inDoubt: z.number(),
  cancelled: z.number(),
  bounced: z.number(),
  complained: z.number(),
  unsubscribed: z.number(),
})
export type LetterNumbers = z.infer<typeof LetterNumbers>

/** A letter as lists carry it; its text is edited as a post of the same id. Times are ISO 8601 in UTC. */
export const LetterSummary = z.object({
  id: z.number(),
  kind: LetterKind,
  state: LetterState,
  /** What was sent, or the title of the draft. */
  subject: z.string(),
  slug: z.string(),
  scheduledAt: z.nullable(z.string()),
  startedAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  updatedAt: z.string(),
  numbers: LetterNumbers,
})
export type LetterSummary = z.infer<typeof LetterSummary>

export const Letter = z.extend(LetterSummary, {
  senderName: z.string(),
  /** The owner's own text above a post. */
  intro: z.string(),
  audience: LetterAudience,
  hasPage: z.boolean(),
  isIndexable: z.boolean(),
  /** The post that it was made from. */
  sourcePost: z.nullable(z.object({ id: z.number(), title: z.string(), slug: z.string() })),
  /** Why it is paused. */
  note: z.nullable(z.string()),
  /** When the limits of the mail server let it be done; null unless it is being sent. */
  expectedEnd: z.nullable(z.string()),
  /** Of these settings, for `If-Match`; the text has a version of its own. */
  version: z.number(),
})
export type Letter = z.infer<typeof Letter>

export const LetterInput = z.object({
  /** Empty: the name of the mail settings. */
  senderName: line(0, 100, 'Invalid input'),
  intro: paragraph(0, 5000, 'Invalid input'),
  audience: LetterAudience,
  hasPage: z.boolean({ error: 'Required' }),
  isIndexable: z.boolean({ error: 'Required' }),
})
export type LetterInput = z.infer<typeof LetterInput>

/** How a post becomes a letter: its whole text, or its excerpt and a link to it. */
export const LetterForm = z.enum(['whole', 'excerpt'])
export type LetterForm = z.infer<typeof LetterForm>

export const LetterFromPost = z.object({ postId: z.number().check(z.int(), z.gte(1)), form: LetterForm })

/** Now, or at a time in the future. */
export const LetterSending = z.object({ at: z.nullable(moment()) })

export const LetterListQuery = listQuery(['updatedAt', 'startedAt', 'subject'], { state: z.optional(LetterState) })
export type LetterListQuery = z.infer<typeof LetterListQuery>

/** What the checklist found before sending; an error prevents it. */
export const LetterCheck = z.object({
  name: z.enum([
    'subject',
    'content',
    'alt-texts',
    'links',
    'size',
    'unsubscribe',
    'mail-server',
    'sender',
    'affiliate-rules',
    'audience',
  ]),
  result: z.enum(['ok', 'warning', 'error']),
  text: z.string(),
})
export type LetterCheck = z.infer<typeof LetterCheck>

export const LetterPreview = z.object({
  subject: z.string(),
  preview: z.string(),
  html: z.string(),
  text: z.string(),
  /** Of the HTML. */
  bytes: z.number(),
})
export type LetterPreview = z.infer<typeof LetterPreview>

export const LetterRecipient = z.object({
  id: z.number(),
  /** Empty once the subscriber is erased. */
  email: z.string(),
  state: RecipientState,
  attempts: z.number(),
  nextAt: z.nullable(z.string()),
  settledAt: z.nullable(z.string()),
  response: z.string(),
  bounce: z.nullable(z.enum(['hard', 'soft', 'complaint'])),
  unsubscribedAt: z.nullable(z.string()),
})
export type LetterRecipient = z.infer<typeof LetterRecipient>

export const RecipientListQuery = listQuery(['email', 'settledAt'], {
  state: z.optional(RecipientState),
  /** What came back. */
  outcome: z.optional(z.enum(['bounced', 'complained', 'unsubscribed'])),
})
export type RecipientListQuery = z.infer<typeof RecipientListQuery>

const limit = (most: number) =>
  z.nullable(
    z
      .int({ error: 'Please enter a whole number' })
      .check(z.gte(1, 'Please enter at least 1'), z.lte(most, `Please enter at most ${most}`)),
  )

/** What the mail server takes; null: no limit. */
export const LetterLimits = z.object({
  perSecond: limit(1000),
  perHour: limit(1_000_000),
  perDay: limit(10_000_000),
})
export type LetterLimits = z.infer<typeof LetterLimits>
