import * as z from 'zod/mini'
import { csv, Empty, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { READERS_BULK_MAX } from '../platform/limits.ts'
import { bulkWrite, choiceOf, listQuery, selectionUpTo } from '../platform/lists.ts'
import { ContactInput } from './contacts.ts'

/** Why a message is in the spam folder. */
export const SpamReason = z.enum(['hidden-field', 'too-fast', 'links', 'owner'])
export type SpamReason = z.infer<typeof SpamReason>

/** The reasons that 'Not spam' relaxes for a sender. */
export type LearnedReason = Exclude<SpamReason, 'owner'>

/** A message as the owner reads it. */
export const ContactMessage = z.extend(z.omit(ContactInput, { website: true, elapsed: true }), {
  id: z.number(),
  createdAt: z.string(),
  isRead: z.boolean(),
  isSpam: z.boolean(),
  spamReason: z.nullable(SpamReason),
  /** Time of the first reply from the admin; absent without one. */
  answeredAt: z.optional(z.string()),
})
export type ContactMessage = z.infer<typeof ContactMessage>

/** Lists the inbox unless it names a folder. */
export const ContactListQuery = listQuery(['createdAt', 'name', 'email', 'subject', 'status'], {
  folder: z.optional(z.enum(['inbox', 'spam'])),
  status: z.optional(z.enum(['new', 'read', 'answered'])),
})
export type ContactListQuery = z.infer<typeof ContactListQuery>

const marks = { isRead: z.optional(z.boolean()), isSpam: z.optional(z.boolean()) }
const hasMark = () =>
  z.refine<{ isRead?: boolean; isSpam?: boolean }>(
    ({ isRead, isSpam }) => isRead !== undefined || isSpam !== undefined,
    { path: ['isRead'], error: 'Required' },
  )

/** Marks a message as read or unread, or moves it to the inbox or the spam folder. */
export const ContactChange = z.object(marks).check(hasMark())
export type ContactChange = z.infer<typeof ContactChange>

/** The same for several messages. */
export const ContactChanges = choiceOf(ContactListQuery, marks, READERS_BULK_MAX).check(hasMark())

export const UnreadCount = z.object({ count: z.number() })
export type UnreadCount = z.infer<typeof UnreadCount>

export const listContacts = ownerRead('/contacts', {
  summary: 'Messages of a folder, newest first',
  query: ContactListQuery,
  list: true,
  responses: { 200: json('The messages', z.array(ContactMessage)) },
})

export const exportContacts = ownerRead('/contacts.csv', {
  stepUp: true,
  summary: 'The same as a table, all pages of it, oldest first',
  query: ContactListQuery,
  audit: 'Downloaded messages',
  responses: { 200: csv('Comma-separated values, UTF-8') },
})

export const countUnreadContacts = ownerRead('/contacts/unread-count', {
  summary: 'The number of new messages in the inbox',
  responses: { 200: json('The number', UnreadCount) },
})

export const findContact = ownerRead('/contacts/:id', {
  summary: 'One message',
  notFound: 'Message not found',
  responses: { 200: json('The message', ContactMessage) },
})

export const changeContact = ownerWrite('PUT', '/contacts/:id', {
  summary: 'Mark a message as read or new, as spam or not spam',
  body: ContactChange,
  idempotent: true,
  notFound: 'Message not found',
  purges: [],
  audit: 'Marked …',
  responses: { 200: json('The changed message', ContactMessage) },
})

export const deleteContact = ownerWrite('DELETE', '/contacts/:id', {
  summary: 'Delete a message; it is purged after 30 days',
  idempotent: true,
  notFound: 'Message not found',
  purges: [],
  audit: 'Deleted …',
  responses: { 200: json('Deleted', Empty) },
})

export const restoreContact = ownerWrite('POST', '/contacts/:id/restore', {
  summary: 'Restore a deleted message',
  idempotent: true,
  notFound: 'Message not found',
  purges: [],
  audit: 'Brought back …',
  responses: { 200: json('Restored', Empty) },
})

export const changeContacts = bulkWrite('/contacts/mark', {
  summary: 'Mark several messages',
  body: ContactChanges,
  purges: [],
  audit: 'Marked …',
})

export const deleteContacts = bulkWrite('/contacts/delete', {
  summary: 'Delete several messages',
  body: choiceOf(ContactListQuery, {}, READERS_BULK_MAX),
  purges: [],
  audit: 'Deleted …',
})

export const restoreContacts = bulkWrite('/contacts/restore', {
  summary: 'Restore several deleted messages',
  body: selectionUpTo(READERS_BULK_MAX),
  purges: [],
  audit: 'Brought back …',
})
