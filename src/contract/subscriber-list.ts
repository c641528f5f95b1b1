import * as z from 'zod/mini'
import { listQuery } from './lists.ts'
import { paragraph } from './text-fields.ts'

/** 'unconfirmed': signed up, but the second step, which the mail asks for, is not taken. */
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
  /** The address where this subscriber, and nobody else, is unsubscribed. */
  unsubscribeUrl: z.string(),
})
export type Subscriber = z.infer<typeof Subscriber>

/** 'held-back': a program signed up, so that nothing is sent. */
export const ConsentAct = z.enum(['signed-up', 'confirmed', 'imported', 'resubscribed', 'unsubscribed', 'held-back'])
export type ConsentAct = z.infer<typeof ConsentAct>

export const Consent = z.object({ act: ConsentAct, source: z.string(), text: z.string(), at: z.string() })
export type Consent = z.infer<typeof Consent>

/** A subscriber with everything that they agreed to, oldest first. */
export const SubscriberRecord = z.extend(Subscriber, { consents: z.array(Consent) })
export type SubscriberRecord = z.infer<typeof SubscriberRecord>

/** What `GET /api/subscribers` reads from its address. */
export const SubscriberListQuery = listQuery(['createdAt', 'email', 'name', 'status'], {
  status: z.optional(SubscriberStatus),
})
export type SubscriberListQuery = z.infer<typeof SubscriberListQuery>

const howTheyAgreed = 'Please say how they agreed to get the newsletter'
export const consentNote = () => paragraph(10, 500, howTheyAgreed)

/** Nobody becomes active again without a note of how they agreed. */
export const SubscriberChange = z
  .object({ isActive: z.boolean({ error: 'Required' }), consent: z.optional(consentNote()) })
  .check(
    z.refine(({ isActive, consent }) => !isActive || consent !== undefined, {
      path: ['consent'],
      error: howTheyAgreed,
    }),
  )
export type SubscriberChange = z.infer<typeof SubscriberChange>

/** Bytes of a request that carries a file of subscribers: room for some 50,000 rows. */
export const IMPORT_MAX = 4 * 1024 * 1024

/** A file of subscribers (email,name), with how they agreed; a dry run only counts. */
export const ImportInput = z.object({
  csv: z.string({ error: 'Required' }).check(z.minLength(1, 'The file is empty')),
  consent: consentNote(),
  isDryRun: z.boolean({ error: 'Required' }),
})
export type ImportInput = z.infer<typeof ImportInput>

export const ImportReport = z.object({
  isDryRun: z.boolean(),
  new: z.number(),
  alreadyThere: z.number(),
  /** Left as they are: who has unsubscribed is not made active by a file. */
  unsubscribedBefore: z.number(),
  invalid: z.number(),
  /** The first few rows that are no subscriber, with the number of their line. */
  invalidRows: z.array(z.object({ line: z.number(), text: z.string() })),
})
export type ImportReport = z.infer<typeof ImportReport>
