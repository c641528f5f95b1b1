import * as z from 'zod/mini'
import { json, publicWrite } from '../platform/endpoint.ts'
import { emailAddress, line, trap } from '../platform/text-fields.ts'

/** The owner's side is in `subscriber-list.ts`: the form of readers loads this file. */

/** Where a form of the site stands. */
const FormSource = z.enum(['newsletter-page', 'home', 'footer', 'post'])

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
})
export type SubscriberInput = z.infer<typeof SubscriberInput>

/** The response to a sign-up: the same for new and known addresses, so that it does not reveal who subscribes. */
export const SubscribeResponse = z.object({ email: z.string(), isActive: z.boolean() })
export type SubscribeResponse = z.infer<typeof SubscribeResponse>

export const signUp = publicWrite('POST', '/subscribers', {
  rateLimit: 'subscribe',
  summary:
    'Subscribe to the newsletter. With a mail server, a mail asks for confirmation, and `isActive` is false until then',
  body: SubscriberInput,
  idempotent: true,
  purges: [],
  responses: { 201: json('Signed up, now or before', SubscribeResponse) },
})
