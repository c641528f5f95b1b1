import * as z from 'zod/mini'
import { csv, Empty, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { READERS_BULK_MAX } from '../platform/limits.ts'
import { bulkWrite, choiceOf, listQuery, selectionUpTo } from '../platform/lists.ts'
import { charactersUpTo, itemsUpTo, paragraph } from '../platform/text-fields.ts'
import { TAGS_MAX, Tag } from './subscriber-tags.ts'
import { FormSource, Frequency, SubscriberSource } from './subscribers.ts'
import { SuppressionReason } from './suppressions.ts'

/** 'unconfirmed': signed up, but the link of the confirmation mail has not been used. */
export const SubscriberStatus = z.enum(['active', 'unsubscribed', 'unconfirmed'])
export type SubscriberStatus = z.infer<typeof SubscriberStatus>

/** A subscriber as the owner sees them. */
export const Subscriber = z.object({
  id: z.number(),
  email: z.string(),
  name: z.nullable(z.string()),
  createdAt: z.string(),
  isActive: z.boolean(),
  status: SubscriberStatus,
  /** Unsubscribes this subscriber; ends in their random token. */
  unsubscribeUrl: z.string(),
  /** Where they signed up. */
  source: SubscriberSource,
  /** Which newsletters they want. */
  frequency: Frequency,
  /** In alphabetical order. */
  tags: z.array(z.string()),
  /** Why they get no newsletters although they may subscribe; null if they do. */
  suppression: z.nullable(SuppressionReason),
})
export type Subscriber = z.infer<typeof Subscriber>

/** 'held-back': the honeypot field was filled in, so nothing is sent. */
export const ConsentAct = z.enum([
  'signed-up',
  'confirmed',
  'imported',
  'resubscribed',
  'unsubscribed',
  'held-back',
  'fewer-newsletters',
  'all-newsletters',
])
export type ConsentAct = z.infer<typeof ConsentAct>

export const Consent = z.object({
  act: ConsentAct,
  source: z.string(),
  /** The words that the reader agreed to, or how they agreed. */
  text: z.string(),
  at: z.string(),
  /** The form that showed the words of a sign-up; null if it is not known, and for other acts. */
  form: z.nullable(FormSource),
  /** The path of the page with the form. */
  page: z.nullable(z.string()),
  language: z.nullable(z.string()),
  /** The version of the privacy policy that the form linked. */
  policy: z.nullable(z.string()),
})
export type Consent = z.infer<typeof Consent>

/** A subscriber with the log of their consent, oldest first. */
export const SubscriberRecord = z.extend(Subscriber, {
  consents: z.array(Consent),
})
export type SubscriberRecord = z.infer<typeof SubscriberRecord>

export const SubscriberListQuery = listQuery(['createdAt', 'email', 'name', 'status'], {
  /** 'suppressed': of any status, with a suppressed address. */
  status: z.optional(z.enum([...SubscriberStatus.options, 'suppressed'])),
  tag: z.optional(Tag),
  /** 'unknown' for none. */
  source: z.optional(z.enum([...SubscriberSource.options.filter((source) => source !== ''), 'unknown'])),
})
export type SubscriberListQuery = z.infer<typeof SubscriberListQuery>

const consentRequired = 'Please say how they agreed to get the newsletter'
export const consentNote = () => paragraph(10, 500, consentRequired)

/** Reactivating requires a note of how the subscriber agreed. */
export const SubscriberChange = z
  .object({ isActive: z.boolean({ error: 'Required' }), consent: z.optional(consentNote()) })
  .check(
    z.refine(({ isActive, consent }) => !isActive || consent !== undefined, {
      path: ['consent'],
      error: consentRequired,
    }),
  )
export type SubscriberChange = z.infer<typeof SubscriberChange>

/** In bytes; room for some 50,000 rows. */
export const IMPORT_MAX = 4 * 1024 * 1024

/** Characters of a column's name and of a value in questions about a file. */
export const STATUS_TEXT_MAX = 100
const statusText = () => z.string().check(charactersUpTo(STATUS_TEXT_MAX))

/** The meaning of a value in a column about the status of readers: they get the newsletter, or not. */
const StatusMeaningKind = z.enum(['subscribed', 'left'])

/** The owner's decision about a value of a column; `value` null: about all values that are not known. */
export const StatusMeaning = z.object({
  column: statusText(),
  value: z.nullable(statusText()),
  meaning: StatusMeaningKind,
})
export type StatusMeaning = z.infer<typeof StatusMeaning>

/** A value that is not understood, the readers with it, and what was decided about it. */
export const StatusQuestion = z.extend(StatusMeaning, { rows: z.number(), meaning: z.nullable(StatusMeaningKind) })
export type StatusQuestion = z.infer<typeof StatusQuestion>

/** A file of subscribers (email,name,tags) with how they agreed; a dry run only counts. */
export const ImportInput = z.object({
  csv: z.string({ error: 'Required' }).check(z.minLength(1, 'The file is empty')),
  consent: consentNote(),
  isDryRun: z.boolean({ error: 'Required' }),
  /** Room for the values of 50 columns. */
  meanings: z._default(z.array(StatusMeaning).check(itemsUpTo(600)), []),
})
export type ImportInput = z.infer<typeof ImportInput>

export const ImportReport = z.object({
  isDryRun: z.boolean(),
  new: z.number(),
  alreadyThere: z.number(),
  /** Here, which a file does not change, or as the file says; those are kept as unsubscribed. */
  unsubscribedBefore: z.number(),
  /** Active here although the file says that they left; they stay active. */
  stillActive: z.number(),
  /** Not added: newsletters to them bounced or were reported as spam, here or as the file says. */
  suppressed: z.number(),
  /** Not added: erased on their request, and not signed up again since. */
  erased: z.number(),
  invalid: z.number(),
  /** The first invalid rows, with their line numbers. */
  invalidRows: z.array(z.object({ line: z.number(), text: z.string() })),
  /** Readers whose status is not understood; while there are any, nothing is imported. */
  open: z.number(),
  questions: z.array(StatusQuestion),
})
export type ImportReport = z.infer<typeof ImportReport>

export const listSubscribers = ownerRead('/subscribers', {
  summary: 'Subscribers, newest first',
  query: SubscriberListQuery,
  list: true,
  responses: { 200: json('The subscribers', z.array(Subscriber)) },
})

export const exportSubscribers = ownerRead('/subscribers.csv', {
  stepUp: true,
  summary: 'The same as a table, all pages of it, oldest first, with consent and unsubscribe URL',
  query: SubscriberListQuery,
  audit: 'Downloaded subscribers',
  responses: { 200: csv('Comma-separated values, UTF-8') },
})

export const findSubscriber = ownerRead('/subscribers/:id', {
  summary: 'One subscriber, with the log of their consent',
  notFound: 'Subscriber not found',
  responses: { 200: json('The subscriber', SubscriberRecord) },
})

export const changeSubscriber = ownerWrite('PUT', '/subscribers/:id', {
  summary: 'Unsubscribe, or reactivate with a note of how they agreed',
  body: SubscriberChange,
  idempotent: true,
  notFound: 'Subscriber not found',
  purges: [],
  audit: 'Changed the subscription of …',
  responses: { 200: json('The changed subscriber', SubscriberRecord) },
})

export const deleteSubscriber = ownerWrite('DELETE', '/subscribers/:id', {
  summary: 'Delete a subscriber; all their data is purged after a day',
  idempotent: true,
  notFound: 'Subscriber not found',
  purges: [],
  audit: 'Deleted …',
  responses: { 200: json('Deleted', Empty) },
})

export const restoreSubscriber = ownerWrite('POST', '/subscribers/:id/restore', {
  summary: 'Restore a deleted subscriber',
  idempotent: true,
  notFound: 'Subscriber not found',
  purges: [],
  audit: 'Brought back …',
  responses: { 200: json('Restored', Empty) },
})

export const unsubscribeSubscribers = bulkWrite('/subscribers/unsubscribe', {
  summary: 'Unsubscribe several subscribers',
  body: choiceOf(SubscriberListQuery, {}, READERS_BULK_MAX),
  purges: [],
  audit: 'Unsubscribed …',
})

export const deleteSubscribers = bulkWrite('/subscribers/delete', {
  summary: 'Delete several subscribers',
  body: choiceOf(SubscriberListQuery, {}, READERS_BULK_MAX),
  purges: [],
  audit: 'Deleted …',
})

export const restoreSubscribers = bulkWrite('/subscribers/restore', {
  summary: 'Restore several deleted subscribers',
  body: selectionUpTo(READERS_BULK_MAX),
  purges: [],
  audit: 'Brought back …',
})

export const importSubscribers = ownerWrite('POST', '/subscribers/import', {
  summary:
    'Add the subscribers of a CSV file (email,name,tags); at most 4 MB. A dry run only counts, with the questions that the file leaves open',
  body: ImportInput,
  bodyMax: IMPORT_MAX,
  idempotent: true,
  purges: [],
  audit: 'Read a file of subscribers: …',
  responses: { 200: json('The counts, of a dry run too', ImportReport) },
})

const TagChange = choiceOf(SubscriberListQuery, { tag: Tag }, READERS_BULK_MAX)

export const tagSubscribers = bulkWrite('/subscribers/tag', {
  summary: `Give several subscribers a tag; those with ${TAGS_MAX} tags are left out`,
  body: TagChange,
  purges: [],
  audit: 'Gave a tag to …',
})

export const untagSubscribers = bulkWrite('/subscribers/untag', {
  summary: 'Take a tag from several subscribers',
  body: TagChange,
  purges: [],
  audit: 'Took a tag from …',
})
