import * as z from 'zod/mini'
import { json, publicWrite } from '../platform/endpoint.ts'
import { charactersUpTo, emailAddress, line, trap } from '../platform/text-fields.ts'
import type { SignUpForm } from './invitations.ts'

/** The owner's side is in `subscriber-list.ts`: the form of readers loads this file. */

/** Where a form of the site stands. */
export const FormSource = z.enum(['newsletter-page', 'home', 'footer', 'post'] satisfies SignUpForm[])

/** Where somebody signed up: a form, or what the owner did; '' if unknown. */
export const SubscriberSource = z.enum([...FormSource.options, 'import', 'owner', ''])
export type SubscriberSource = z.infer<typeof SubscriberSource>

/** Which mails a subscriber wants; 'digest': only the summary of new posts. */
export const Frequency = z.enum(['all', 'digest'])
export type Frequency = z.infer<typeof Frequency>

export const SubscriberInput = z.object({
  email: emailAddress(),
  /** Empty: no name. */
  name: z.optional(line(0, 100, 'Invalid input')),
  website: trap(),
  /** An unknown one is stored as ''. */
  source: z.optional(z.catch(z.union([FormSource, z.literal('')]), '')),
  /** The key of the words that the form showed; those of an unknown one are stored as not known. */
  terms: z.optional(z.catch(z.string().check(charactersUpTo(20)), '')),
})
export type SubscriberInput = z.infer<typeof SubscriberInput>

/** The response to a sign-up: the same for new and known addresses, so that it does not reveal who subscribes. */
export const SubscribeResponse = z.object({
  email: z.string(),
  /** Always false: a sign-up counts once it is confirmed. */
  isActive: z.boolean(),
  /** Whether the mail that confirms it is sent now, or once a mail server is set up. */
  confirmation: z.enum(['now', 'later']),
})
export type SubscribeResponse = z.infer<typeof SubscribeResponse>

export const signUp = publicWrite('POST', '/subscribers', {
  rateLimit: 'subscribe',
  summary: 'Subscribe to the newsletter. A mail requests the confirmation, once a mail server is set up',
  body: SubscriberInput,
  idempotent: true,
  purges: [],
  responses: { 201: json('Signed up, now or before', SubscribeResponse) },
})
