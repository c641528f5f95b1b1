import * as z from 'zod/mini'
import { json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { charactersUpTo, line, noNul } from '../platform/text-fields.ts'
import { MailSecurity } from './mail-settings.ts'

/** The mailbox to which mail servers return what they could not deliver, read by IMAP. */
export const BounceMailboxInput = z.object({
  host: line(1, 253, 'Please enter the server, such as imap.example.com').check(
    z.regex(/^[a-z\d.:_-]+$/i, 'Please enter the server, such as imap.example.com'),
  ),
  port: z
    .int({ error: 'Please enter a port from 1 to 65535' })
    .check(z.gte(1, 'Please enter a port from 1 to 65535'), z.lte(65_535, 'Please enter a port from 1 to 65535')),
  security: MailSecurity,
  user: line(1, 200, 'Please enter the user'),
  /** Empty: the saved one. */
  password: z._default(z.string({ error: 'Required' }).check(charactersUpTo(500), noNul()), ''),
  folder: line(1, 200, 'Please enter the folder, such as INBOX'),
})
export type BounceMailboxInput = z.infer<typeof BounceMailboxInput>

export const BounceMailbox = z.object({
  /** Null until the owner has saved a mailbox. */
  settings: z.nullable(
    z.object({
      host: z.string(),
      port: z.number(),
      security: MailSecurity,
      user: z.string(),
      folder: z.string(),
      /** 'unreadable': encrypted with another key, as after a restore without it. */
      password: z.enum(['saved', 'unreadable']),
    }),
  ),
  /** When it was last read, or an attempt failed. */
  checkedAt: z.nullable(z.string()),
  /** Reports about own newsletters, ever. */
  reports: z.number(),
  /** Why the last attempt failed, as a sentence. */
  error: z.nullable(z.string()),
})
export type BounceMailbox = z.infer<typeof BounceMailbox>

const write = { idempotent: true, purges: [] } as const

export const findBounceMailbox = ownerRead('/bounce-mailbox', {
  summary: 'The mailbox that is read for delivery reports, without its password',
  responses: { 200: json('The mailbox', BounceMailbox) },
})

export const saveBounceMailbox = ownerWrite('PUT', '/bounce-mailbox', {
  ...write,
  summary: 'Set the mailbox; with an empty `password` the saved one stays',
  body: BounceMailboxInput,
  audit: 'Set the mailbox for bounces: …',
  responses: { 200: json('The mailbox after the change', BounceMailbox) },
})

export const deleteBounceMailbox = ownerWrite('DELETE', '/bounce-mailbox', {
  ...write,
  summary: 'Read the mailbox no more, and delete its password',
  audit: 'Removed the mailbox for bounces',
  responses: { 200: json('The mailbox after the change', BounceMailbox) },
})
