import * as z from 'zod/mini'
import { Empty, failure, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
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
  /** The state of its mail; null for a reply from a backup, which holds no mails. */
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

export const listReplies = ownerRead('/contacts/:id/replies', {
  summary: 'The replies to a message, oldest first',
  notFound: 'Message not found',
  responses: { 200: json('The replies', z.array(ContactReply)) },
})

export const replyToContact = ownerWrite('POST', '/contacts/:id/replies', {
  summary: 'Reply to a message by mail; the message becomes Answered',
  body: ReplyInput,
  idempotent: true,
  notFound: 'Message not found',
  purges: [],
  audit: 'Replied to a message',
  responses: { 201: json('Queued', ContactReply), 409: failure('No mail server is set up') },
})

export const listSavedReplies = ownerRead('/contacts/saved-replies', {
  summary: 'The saved replies by name',
  responses: { 200: json('The saved replies', z.array(SavedReply)) },
})

export const createSavedReply = ownerWrite('POST', '/contacts/saved-replies', {
  summary: 'Save a reply for later messages',
  body: SavedReplyInput,
  idempotent: true,
  purges: [],
  audit: 'Saved reply “…”',
  responses: { 201: json('Saved', SavedReply), 409: failure('There are as many as there may be') },
})

export const changeSavedReply = ownerWrite('PUT', '/contacts/saved-replies/:id', {
  summary: 'Change a saved reply',
  body: SavedReplyInput,
  idempotent: true,
  notFound: 'Saved reply not found',
  purges: [],
  audit: 'Changed saved reply “…”',
  responses: { 200: json('Changed', SavedReply) },
})

export const deleteSavedReply = ownerWrite('DELETE', '/contacts/saved-replies/:id', {
  summary: 'Delete a saved reply',
  idempotent: true,
  notFound: 'Saved reply not found',
  purges: [],
  audit: 'Deleted saved reply “…”',
  responses: { 200: json('Deleted', Empty) },
})
