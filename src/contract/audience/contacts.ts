import * as z from 'zod/mini'
import { json, publicWrite } from '../platform/endpoint.ts'
import { charactersUpTo, emailAddress, line, paragraph, trap } from '../platform/text-fields.ts'

/** The owner's side is in `contact-messages.ts`: the form of readers loads this file. */

export const ContactInput = z.object({
  name: line(2, 100, 'Name must be at least 2 characters'),
  email: emailAddress(),
  subject: line(2, 200, 'Subject must be at least 2 characters'),
  message: paragraph(10, 5000, 'Message must be at least 10 characters'),
  website: trap(),
  /** Milliseconds from the first focus to the last key, as the browser measured; absent without JavaScript. */
  elapsed: z.optional(z.string().check(charactersUpTo(20))),
})
export type ContactInput = z.infer<typeof ContactInput>

export const createContact = publicWrite('POST', '/contacts', {
  rateLimit: 'contact',
  summary: 'Send the owner a message',
  body: ContactInput,
  idempotent: true,
  purges: [],
  responses: { 201: json('Received', z.object({ id: z.number() })) },
})
