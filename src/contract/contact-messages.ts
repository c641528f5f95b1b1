import * as z from 'zod/mini'
import { ContactInput } from './contacts.ts'
import { listQuery, Selection } from './lists.ts'

/** Why a message lies in the spam folder. */
export const SpamReason = z.enum(['hidden-field', 'too-fast', 'links', 'owner'])
export type SpamReason = z.infer<typeof SpamReason>

/** A message as the owner reads it. */
export const ContactMessage = z.extend(z.omit(ContactInput, { website: true, elapsed: true }), {
  id: z.number(),
  createdAt: z.string(),
  isRead: z.boolean(),
  isSpam: z.boolean(),
  spamReason: z.nullable(SpamReason),
})
export type ContactMessage = z.infer<typeof ContactMessage>

/** What `GET /api/contacts` reads from its address; without a folder it is the inbox. */
export const ContactListQuery = listQuery(['createdAt', 'name', 'email', 'subject', 'status'], {
  folder: z.optional(z.enum(['inbox', 'spam'])),
  status: z.optional(z.enum(['new', 'read'])),
})
export type ContactListQuery = z.infer<typeof ContactListQuery>

const marks = { isRead: z.optional(z.boolean()), isSpam: z.optional(z.boolean()) }
const saysSomething = () =>
  z.refine<{ isRead?: boolean; isSpam?: boolean }>(
    ({ isRead, isSpam }) => isRead !== undefined || isSpam !== undefined,
    { path: ['isRead'], error: 'Required' },
  )

/** What the owner can change of a message: whether it was read, and which folder it lies in. */
export const ContactChange = z.object(marks).check(saysSomething())
export type ContactChange = z.infer<typeof ContactChange>

/** The same for several at once. */
export const ContactChanges = z.extend(Selection, marks).check(saysSomething())

export const UnreadCount = z.object({ count: z.number() })
export type UnreadCount = z.infer<typeof UnreadCount>
