import * as z from 'zod/mini'
import { json, ownerWrite } from '../platform/endpoint.ts'
import { emailAddress } from '../platform/text-fields.ts'
import { RecipientState } from './newsletters.ts'
import { Consent, SubscriberStatus } from './subscriber-list.ts'
import { Frequency, SubscriberSource } from './subscribers.ts'
import { BounceKind, SuppressionReason } from './suppressions.ts'

/** The person whose data is exported or erased; the address is case-insensitive. */
export const Person = z.object({ email: emailAddress() })
export type Person = z.infer<typeof Person>

/** All data stored about the owner of an email address, soft-deleted rows included. */
export const PersonalData = z.object({
  email: z.string(),
  exportedAt: z.string(),
  /** Null if the address never signed up. */
  subscriber: z.nullable(
    z.object({
      email: z.string(),
      name: z.nullable(z.string()),
      status: SubscriberStatus,
      source: SubscriberSource,
      frequency: Frequency,
      tags: z.array(z.string()),
      createdAt: z.string(),
      /** Since when the first confirmation waits, because there were too many mails. */
      confirmationOwedSince: z.nullable(z.string()),
      confirmationResentAt: z.nullable(z.string()),
      /** The code in place of the client network, until the sign-up is confirmed. */
      signUpNetwork: z.nullable(z.string()),
      unconfirmedSince: z.nullable(z.string()),
      unsubscribedAt: z.nullable(z.string()),
      deletedAt: z.nullable(z.string()),
      consents: z.array(Consent),
      /** Sign-ups not confirmed yet. */
      confirmations: z.array(z.object({ name: z.nullable(z.string()), createdAt: z.string(), expiresAt: z.string() })),
    }),
  ),
  messages: z.array(
    z.object({
      name: z.string(),
      email: z.string(),
      subject: z.string(),
      message: z.string(),
      isRead: z.boolean(),
      isSpam: z.boolean(),
      createdAt: z.string(),
      deletedAt: z.nullable(z.string()),
      /** The owner's replies; absent without any. */
      replies: z.optional(z.array(z.object({ text: z.string(), createdAt: z.string() }))),
    }),
  ),
  /** Exceptions from the spam filter for the address and for hosts that its messages linked to; absent without any. */
  spamExceptions: z.optional(
    z.array(z.object({ reason: z.string(), host: z.optional(z.string()), createdAt: z.string() })),
  ),
  /** Newsletters to the address; absent without any. */
  newsletters: z.optional(
    z.array(
      z.object({
        subject: z.string(),
        state: RecipientState,
        attempts: z.number(),
        firstAttemptAt: z.nullable(z.string()),
        settledAt: z.nullable(z.string()),
        bounce: z.nullable(BounceKind),
        bouncedAt: z.nullable(z.string()),
        unsubscribedAt: z.nullable(z.string()),
        /** The response of the mail server. */
        response: z.nullable(z.string()),
        /** Links that were followed in the last minutes, until they are counted without the reader; absent without any. */
        linksBeingCounted: z.optional(z.array(z.object({ url: z.nullable(z.string()), at: z.string() }))),
      }),
    ),
  ),
  /** Why the address gets no newsletters; absent if it may. */
  suppression: z.optional(z.object({ reason: SuppressionReason, detail: z.string(), createdAt: z.string() })),
  /** Mails to the address, and notifications of its messages to the owner. */
  mails: z.array(
    z.object({
      kind: z.string(),
      to: z.string(),
      replyTo: z.nullable(z.string()),
      subject: z.string(),
      /** Empty once purged. */
      text: z.string(),
      createdAt: z.string(),
      sentAt: z.nullable(z.string()),
    }),
  ),
})
export type PersonalData = z.infer<typeof PersonalData>

/** Numbers of deleted rows. */
export const Erasure = z.object({ subscribers: z.number(), messages: z.number(), mails: z.number() })
export type Erasure = z.infer<typeof Erasure>

/** The address is sent in the body, since URLs end up in logs. */

export const exportPersonalData = ownerWrite('POST', '/personal-data/export', {
  stepUp: true,
  summary: 'All data stored about the owner of an email address',
  body: Person,
  purges: [],
  audit: 'Exported the data of a person',
  responses: { 200: json('The data; empty for an unknown address', PersonalData) },
})

export const erasePersonalData = ownerWrite('POST', '/personal-data/erase', {
  summary: 'Delete all of it permanently, at once; a suppression of the address stays as a hash',
  body: Person,
  idempotent: true,
  purges: [],
  audit: 'Deleted the data of a person',
  responses: { 200: json('The numbers of deleted rows', Erasure) },
})
