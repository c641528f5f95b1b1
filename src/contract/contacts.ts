import * as z from 'zod/mini'
import { emailAddress, line, paragraph, trap } from './text-fields.ts'

export const ContactInput = z.object({
  name: line(2, 100, 'Name must be at least 2 characters'),
  email: emailAddress(),
  subject: line(2, 200, 'Subject must be at least 2 characters'),
  message: paragraph(10, 5000, 'Message must be at least 10 characters'),
  website: trap(),
})
export type ContactInput = z.infer<typeof ContactInput>

export const ContactMessage = z.extend(z.omit(ContactInput, { website: true }), {
  id: z.number(),
  createdAt: z.string(),
  isRead: z.boolean(),
})
export type ContactMessage = z.infer<typeof ContactMessage>
