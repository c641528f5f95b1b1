import * as z from 'zod/mini'
import { emailAddress, line, paragraph, trap } from './text-fields.ts'

export const ContactInput = z.object({
  name: line(2, 100, 'Name must be at least 2 characters'),
  email: emailAddress(),
  subject: line(2, 200, 'Subject must be at least 2 characters'),
  message: paragraph(10, 5000, 'Message must be at least 10 characters'),
  website: trap(),
  /** Milliseconds from the first look at the form to the last key, as the browser measured; without a script nothing. */
  elapsed: z.optional(z.string().check(z.maxLength(20))),
})
export type ContactInput = z.infer<typeof ContactInput>
