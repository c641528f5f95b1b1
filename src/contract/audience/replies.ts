import * as z from 'zod/mini'
import { Empty, endpoint, failure, json } from '../platform/endpoint.ts'
import { Id } from '../platform/paths.ts'
import { line, paragraph } from '../platform/text-fields.ts'
import { MailState } from './mails.ts'

/** Replies to messages from the admin, and texts for them. */

const REPLY_MAX = 10_000

export const ReplyInput = z.object({ text: paragraph(1, REPLY_MAX, 'Please write a reply') })
export type ReplyInput = z.infer<typeof ReplyInput>

export const ContactReply = z.object({
  id: z.number(),
  text: z.string(),
  createdAt: z.string(),
  /** Of its mail; null for one from a backup, which holds no mails. */
  state: z.nullable(MailState),
  /** The mail server's response to the last attempt. */
  error: z.nullable(z.string()),
})
export type ContactReply = z.infer<typeof ContactReply>

export const SavedReplyInput = z.object({
  name: line(1, 60, 'Please name this reply'),
  text: paragraph(1, REPLY_MAX, 'Please write a reply'),
})
export type SavedReplyInput = z.infer<typeof SavedReplyInput>

export const SavedReply = z.extend(SavedReplyInput, { id: z.number() })
export type SavedReply = z.infer<typeof SavedReply>

export const listReplies = endpoint({
  method: 'GET',
  path: '/contacts/:id/replies',
  access: 'owner',
  summary: 'The replies to a message, oldest first',
  params: { id: Id },
  notFound: 'Message not found',
  responses: { 200: json('The replies', z.array(ContactReply)) },
})

export const replyToContact = endpoint({
  method: 'POST',
  path: '/contacts/:id/replies',
  access: 'owner',
  summary: 'Reply to a message by mail; the message becomes Answered',
  params: { id: Id },
  body: ReplyInput,
  idempotent: true,
  notFound: 'Message not found',
  purges: [],
  audit: 'Replied to a message',
  responses: { 201: json('Queued', ContactReply), 409: failure('No mail server is set up') },
})

export const listSavedReplies = endpoint({
  method: 'GET',
  path: '/contacts/saved-replies',
  access: 'owner',
  summary: 'The saved replies by name',
  responses: { 200: json('The saved replies', z.array(SavedReply)) },
})

export const createSavedReply = endpoint({
  method: 'POST',
  path: '/contacts/saved-replies',
  access: 'owner',
  summary: 'Save a reply for later messages',
  body: SavedReplyInput,
  idempotent: true,
  purges: [],
  audit: 'Saved reply “…”',
  responses: { 201: json('Saved', SavedReply), 409: failure('There are as many as there may be') },
})

export const changeSavedReply = endpoint({
  method: 'PUT',
  path: '/contacts/saved-replies/:id',
  access: 'owner',
  summary: 'Change a saved reply',
  params: { id: Id },
  body: SavedReplyInput,
  idempotent: true,
  notFound: 'Saved reply not found',
  purges: [],
  audit: 'Changed saved reply “…”',
  responses: { 200: json('Changed', SavedReply) },
})

export const deleteSavedReply = endpoint({
  method: 'DELETE',
  path: '/contacts/saved-replies/:id',
  access: 'owner',
  summary: 'Delete a saved reply',
  params: { id: Id },
  idempotent: true,
  notFound: 'Saved reply not found',
  purges: [],
  audit: 'Deleted saved reply “…”',
  responses: { 200: json('Deleted', Empty) },
})
