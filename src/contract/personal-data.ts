import * as z from 'zod/mini'
import { Consent, SubscriberStatus } from './subscriber-list.ts'
import { emailAddress } from './text-fields.ts'

/** Whom a request for access or deletion is about; upper and lower case are the same person. */
export const Person = z.object({ email: emailAddress() })
export type Person = z.infer<typeof Person>

/** Everything that is kept about the owner of an email address, deleted things too while they can be undone. */
export const PersonalData = z.object({
  email: z.string(),
  exportedAt: z.string(),
  /** Null where the address never signed up. */
  subscriber: z.nullable(
    z.object({
      email: z.string(),
      name: z.nullable(z.string()),
      status: SubscriberStatus,
      createdAt: z.string(),
      unconfirmedSince: z.nullable(z.string()),
      unsubscribedAt: z.nullable(z.string()),
      deletedAt: z.nullable(z.string()),
      consents: z.array(Consent),
      /** Sign-ups whose second step is awaited. */
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
    }),
  ),
  /** Mails to the address, and those that brought its messages to the owner. */
  mails: z.array(
    z.object({
      kind: z.string(),
      to: z.string(),
      replyTo: z.nullable(z.string()),
      subject: z.string(),
      /** Empty once it is no longer kept. */
      text: z.string(),
      createdAt: z.string(),
      sentAt: z.nullable(z.string()),
    }),
  ),
})
export type PersonalData = z.infer<typeof PersonalData>

/** How much was deleted. */
export const Erasure = z.object({ subscribers: z.number(), messages: z.number(), mails: z.number() })
export type Erasure = z.infer<typeof Erasure>
