import * as z from 'zod/mini'
import { failure, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { Id } from '../platform/paths.ts'
import { line, paragraph } from '../platform/text-fields.ts'
import { type NewsletterKind, NewsletterNumbers, NewsletterPreview } from './newsletters.ts'

/** Newsletters of the series, on and off. */
export const AUTOMATIC_NEWSLETTERS_MAX = 20
const DELAY_MAX = 365

/** Whether a newsletter is sent to each subscriber some time after they confirm. */
export function isAutomatic(kind: NewsletterKind): boolean {
  return kind === 'welcome' || kind === 'series'
}

/** 'paused': switched on, and stopped by the owner or because the mail server refuses all of it. */
const AutomaticState = z.enum(['off', 'on', 'paused'])

/** A newsletter after the confirmation; its text is edited as a newsletter of the same id. Times are ISO 8601 in UTC. */
export const AutomaticNewsletter = z.object({
  id: z.number(),
  kind: z.enum(['welcome', 'series']),
  /** Days after the confirmation; 0 for the welcome. */
  delayDays: z.number(),
  state: AutomaticState,
  /** The subject of the text as it is edited. */
  subject: z.string(),
  /** Whether the text was changed after it was switched on, so that subscribers still get the earlier one. */
  hasNewText: z.boolean(),
  /** Why it is paused. */
  note: z.nullable(z.string()),
  numbers: NewsletterNumbers,
})
export type AutomaticNewsletter = z.infer<typeof AutomaticNewsletter>

const delayDays = z
  .int({ error: 'Please enter a whole number of days' })
  .check(z.gte(1, 'Please enter at least 1 day'), z.lte(DELAY_MAX, `Please enter at most ${DELAY_MAX} days`))

export const NewAutomaticNewsletter = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('welcome') }),
  z.object({ kind: z.literal('series'), delayDays }),
])
export type NewAutomaticNewsletter = z.infer<typeof NewAutomaticNewsletter>

export const NewsletterDelay = z.object({ delayDays })

const within = (least: number, most: number, error: string) =>
  z.int({ error }).check(z.gte(least, error), z.lte(most, error))

/** The digest of new posts. Day and hour are in the time zone of the site. */
export const DigestInput = z.object({
  isOn: z.boolean({ error: 'Required' }),
  every: z.enum(['week', 'month'], { error: 'Please choose a week or a month' }),
  /** The day of a weekly digest; 1 is Monday. */
  weekday: within(1, 7, 'Please choose a day of the week'),
  /** The day of a monthly digest, which every month has. */
  day: within(1, 28, 'Please choose a day from 1 to 28'),
  hour: within(0, 23, 'Please choose an hour from 0 to 23'),
  subject: line(1, 150, 'Please write a subject'),
  /** Above the posts. */
  intro: paragraph(0, 5000, 'Invalid input'),
})
export type DigestInput = z.infer<typeof DigestInput>

export const Digest = z.extend(DigestInput, {
  /** When the next one is due; null while it is off. */
  nextAt: z.nullable(z.string()),
  /** The newest one that was made. */
  lastNewsletter: z.nullable(z.object({ id: z.number(), subject: z.string() })),
})
export type Digest = z.infer<typeof Digest>

export const DigestPreview = z.object({
  /** New posts since the last digest. */
  posts: z.number(),
  /** Null without new posts, when none is sent. */
  mail: z.nullable(NewsletterPreview),
})
export type DigestPreview = z.infer<typeof DigestPreview>

const act = {
  idempotent: true,
  notFound: 'Newsletter not found',
  purges: [],
  responses: {
    200: json('The newsletter', AutomaticNewsletter),
    409: failure('Its state does not allow it, or the checklist found an error'),
  },
} as const

export const listAutomaticNewsletters = ownerRead('/automatic-newsletters', {
  summary: 'The welcome email and the series after the confirmation, by days',
  responses: { 200: json('The newsletters', z.array(AutomaticNewsletter)) },
})

export const createAutomaticNewsletter = ownerWrite('POST', '/automatic-newsletters', {
  summary: 'Add a welcome email or a newsletter of the series, switched off and with a subject only',
  body: NewAutomaticNewsletter,
  idempotent: true,
  purges: [],
  audit: 'Added an automatic newsletter',
  responses: { 201: json('The newsletter', AutomaticNewsletter), 409: failure('There are as many as are allowed') },
})

export const saveNewsletterDelay = ownerWrite('PUT', '/automatic-newsletters/:id', {
  ...act,
  summary: 'Change after how many days a newsletter of the series is sent, for confirmations from now on',
  body: NewsletterDelay,
  audit: 'Changed the day of newsletter “…”',
})

export const switchNewsletterOn = ownerWrite('POST', '/automatic-newsletters/:id/switch-on', {
  ...act,
  summary:
    'Switch an automatic newsletter on, for confirmations from now on; if it is on, use its new text from now on',
  audit: 'Switched on newsletter “…”',
})

export const switchNewsletterOff = ownerWrite('POST', '/automatic-newsletters/:id/switch-off', {
  ...act,
  summary: 'Switch an automatic newsletter off; those who wait for it get it if it is switched on again in time',
  audit: 'Switched off newsletter “…”',
})

export const findDigest = ownerRead('/digest', {
  summary: 'When and how the digest of new posts is sent',
  responses: { 200: json('The digest', Digest) },
})

export const saveDigest = ownerWrite('PUT', '/digest', {
  summary: 'Save when and how the digest of new posts is sent',
  body: DigestInput,
  idempotent: true,
  purges: [],
  audit: 'Changed the digest of new posts',
  responses: { 200: json('Saved', Digest), 409: failure('It cannot be switched on; `message` says why') },
})

export const previewDigest = ownerRead('/digest/preview', {
  summary: 'The digest as a subscriber would get it now, or as the owner would',
  query: z.object({ subscriber: z.optional(Id) }),
  responses: { 200: json('The digest', DigestPreview) },
})
