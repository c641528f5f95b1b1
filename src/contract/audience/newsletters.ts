import * as z from 'zod/mini'
import { listQuery } from '../platform/lists.ts'
import { line, moment, paragraph } from '../platform/text-fields.ts'
import { NewsletterAudience } from './newsletter-audience.ts'

/** A newsletter to the audience now, or one of the automatic ones. */
export const NewsletterKind = z.enum(['newsletter', 'welcome', 'series', 'digest'])
export type NewsletterKind = z.infer<typeof NewsletterKind>

export const NewsletterState = z.enum(['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled'])
export type NewsletterState = z.infer<typeof NewsletterState>

/** States in which a newsletter is sent by itself, now or later, so it is not deleted. */
export const activeStates = ['scheduled', 'sending', 'paused'] as const satisfies NewsletterState[]

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
export const NewsletterNumbers = z.object({
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
export type NewsletterNumbers = z.infer<typeof NewsletterNumbers>

/** A newsletter as lists carry it; its text is edited as a post of the same id. Times are ISO 8601 in UTC. */
export const NewsletterSummary = z.object({
  id: z.number(),
  kind: NewsletterKind,
  state: NewsletterState,
  /** The subject as sent, or the title of the draft. */
  subject: z.string(),
  slug: z.string(),
  /** One that goes out with its post has the date of the post; null while that is a draft. */
  scheduledAt: z.nullable(z.string()),
  /** Whether it is scheduled for the time at which its post is public. */
  goesWithPost: z.boolean(),
  startedAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  updatedAt: z.string(),
  numbers: NewsletterNumbers,
})
export type NewsletterSummary = z.infer<typeof NewsletterSummary>

export const Newsletter = z.extend(NewsletterSummary, {
  senderName: z.string(),
  /** The owner's own text above a post. */
  intro: z.string(),
  audience: NewsletterAudience,
  hasPage: z.boolean(),
  isIndexable: z.boolean(),
  /** Whether its links lead over this site, which counts who follows them without knowing who. */
  countsClicks: z.boolean(),
  /** The post that it was made from. */
  sourcePost: z.nullable(
    z.object({
      id: z.number(),
      title: z.string(),
      slug: z.string(),
      /** A draft has no page that links could lead to. */
      isPublished: z.boolean(),
      publishedAt: z.nullable(z.string()),
    }),
  ),
  /** Why it is paused. */
  note: z.nullable(z.string()),
  /** When the limits of the mail server let it be done; null unless it is being sent. */
  expectedEnd: z.nullable(z.string()),
  /** The version of these settings, for `If-Match`; the text has a version of its own. */
  version: z.number(),
})
export type Newsletter = z.infer<typeof Newsletter>

export const NewsletterInput = z.object({
  /** Empty: the name of the mail settings. */
  senderName: line(0, 100, 'Invalid input'),
  intro: paragraph(0, 5000, 'Invalid input'),
  audience: NewsletterAudience,
  hasPage: z.boolean({ error: 'Required' }),
  isIndexable: z.boolean({ error: 'Required' }),
  countsClicks: z._default(z.boolean(), false),
})
export type NewsletterInput = z.infer<typeof NewsletterInput>

/** How a post becomes a newsletter: its whole text, or its excerpt and a link to it. */
export const NewsletterForm = z.enum(['whole', 'excerpt'])
export type NewsletterForm = z.infer<typeof NewsletterForm>

export const NewsletterFromPost = z.object({
  postId: z.number().check(z.int(), z.gte(1)),
  form: NewsletterForm,
  /** Returns the newsletter that the post has already, if there is one. */
  isOnce: z._default(z.boolean(), false),
})

/** Now, at a time in the future, or with the post that it was made from, which needs no time. */
export const NewsletterSending = z.object({ at: z.nullable(moment()), isWithPost: z._default(z.boolean(), false) })

/** How the post of a newsletter differs from the text that was taken from it. */
export const SourceChanges = z.object({
  hasChanged: z.boolean(),
  /** When the newsletter took its text from the post. */
  takenAt: z.string(),
  /** The subject and the preview text that the newsletter would get; null where they stay. */
  subject: z.nullable(z.string()),
  preview: z.nullable(z.string()),
  /** Whether the text of the post has changed. */
  hasNewText: z.boolean(),
  /** Beginnings of the paragraphs that were written or changed within the text of the post, and would be replaced. */
  replaced: z.array(z.string()),
})
export type SourceChanges = z.infer<typeof SourceChanges>

export const NewsletterListQuery = listQuery(['updatedAt', 'startedAt', 'subject'], {
  state: z.optional(NewsletterState),
})
export type NewsletterListQuery = z.infer<typeof NewsletterListQuery>

/** Why nothing is sent to subscribers before the owner has stated both; the admin offers the fields where it shows it. */
export const ADDRESS_NEEDED = 'Please enter your name and postal address first: the law wants both in every newsletter.'

/** A finding of the checklist before sending; an error prevents it. */
export const NewsletterCheck = z.object({
  name: z.enum([
    'subject',
    'content',
    'merge-fields',
    'alt-texts',
    'pictures',
    'links',
    'size',
    'unsubscribe',
    'mail-server',
    'sender',
    'postal-address',
    'affiliate-rules',
    'typed-prices',
    'audience',
  ]),
  result: z.enum(['ok', 'warning', 'error']),
  text: z.string(),
  /** A link of each program that has not replied whether it allows links in mails; absent for none. */
  unanswered: z.optional(z.array(z.object({ url: z.string(), program: z.string() }))),
})
export type NewsletterCheck = z.infer<typeof NewsletterCheck>

export const NewsletterPreview = z.object({
  /** As the inbox shows it. */
  senderName: z.string(),
  subject: z.string(),
  preview: z.string(),
  html: z.string(),
  text: z.string(),
  /** The size of the HTML. */
  bytes: z.number(),
})
export type NewsletterPreview = z.infer<typeof NewsletterPreview>

export const NewsletterRecipient = z.object({
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
export type NewsletterRecipient = z.infer<typeof NewsletterRecipient>

export const RecipientListQuery = listQuery(['email', 'settledAt'], {
  state: z.optional(RecipientState),
  /** The report that came back. */
  outcome: z.optional(z.enum(['bounced', 'complained', 'unsubscribed'])),
})
export type RecipientListQuery = z.infer<typeof RecipientListQuery>

/** The estimate that is shown before a newsletter is sent. */
export const NewsletterEstimate = z.object({
  recipients: z.number(),
  /** When the limits of the mail server let it be done; null if nothing limits it. */
  expectedEnd: z.nullable(z.string()),
})
export type NewsletterEstimate = z.infer<typeof NewsletterEstimate>

const limit = (most: number) =>
  z.nullable(
    z
      .int({ error: 'Please enter a whole number' })
      .check(z.gte(1, 'Please enter at least 1'), z.lte(most, `Please enter at most ${most}`)),
  )

/** The rates that the mail server accepts; null: no limit. */
export const NewsletterLimits = z.object({
  perSecond: limit(1000),
  perHour: limit(1_000_000),
  perDay: limit(10_000_000),
})
export type NewsletterLimits = z.infer<typeof NewsletterLimits>
