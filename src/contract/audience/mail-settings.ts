import * as z from 'zod/mini'
import { failure, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { charactersUpTo, emailAddress, line, noNul, sentence, typed } from '../platform/text-fields.ts'
import { Mail } from './mails.ts'

/** The mail server that the owner sets in the admin. `SMTP_URL` takes precedence over it. */

/** 'tls': from the first byte. 'starttls': the connection is encrypted before anything is sent. 'none': on this machine only. */
export const MailSecurity = z.enum(['tls', 'starttls', 'none'])
export type MailSecurity = z.infer<typeof MailSecurity>

export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/i.test(host)
}

/** A host name or an IP address, without a scheme or a port. */
function isHost(text: string): boolean {
  return /^[a-z\d](?:[a-z\d._-]*[a-z\d])?$/i.test(text) || /^[\da-f:]*:[\da-f:.]*$/i.test(text)
}

const Host = line(1, 253, 'Please enter the mail server').check(
  sentence((text) =>
    text === '' || isHost(text) ? undefined : 'Please enter a host such as smtp.example.com, without https:// and port',
  ),
)

const Port = z
  .int({ error: 'Please enter a port from 1 to 65535' })
  .check(z.gte(1, 'Please enter a port from 1 to 65535'), z.lte(65_535, 'Please enter a port from 1 to 65535'))

/** The name of a DKIM key. */
const dkimSelector = z
  .string({ error: 'Invalid input' })
  .check(
    typed(),
    charactersUpTo(100),
    z.regex(/^[a-z\d](?:[a-z\d._-]*[a-z\d])?$/i, 'Please enter a selector such as mail'),
  )

const optionalAddress = z.union([z.literal(''), emailAddress()], { error: 'Please enter a valid email address' })

export const MailSettingsInput = z
  .object({
    host: Host,
    port: Port,
    security: MailSecurity,
    /** Empty: the server needs no sign-in. */
    user: line(0, 200, 'Invalid input'),
    /** Absent: the saved one. */
    password: z.optional(z.string({ error: 'Required' }).check(charactersUpTo(500), noNul())),
    /** Empty: the name of the site. */
    fromName: line(0, 100, 'Invalid input'),
    /** Empty: the email of the site. */
    fromAddress: optionalAddress,
    /** Empty or absent: replies go to the sender. */
    replyTo: z.optional(optionalAddress),
    /** The name of the DKIM key; empty or absent: the usual names are tried. */
    dkimSelector: z.optional(z.union([z.literal(''), dkimSelector], { error: 'Please enter a selector such as mail' })),
  })
  .check(
    z.refine(({ host, security }) => security !== 'none' || isLoopbackHost(host), {
      path: ['security'],
      error: 'Without encryption, only a mail server on this machine (localhost) can be used',
    }),
  )
export type MailSettingsInput = z.infer<typeof MailSettingsInput>

/** The saved settings, without the password. */
export const SavedMailSettings = z.object({
  host: z.string(),
  port: z.number(),
  security: MailSecurity,
  user: z.string(),
  fromName: z.string(),
  fromAddress: z.string(),
  replyTo: z.string(),
  dkimSelector: z.string(),
  /** 'unreadable': encrypted with another key, as after a restore without it. */
  password: z.enum(['none', 'saved', 'unreadable']),
})
export type SavedMailSettings = z.infer<typeof SavedMailSettings>

export const MailSettings = z.object({
  /** Null until the owner has saved a mail server. */
  settings: z.nullable(SavedMailSettings),
  /** The variable that takes precedence; null if none is set. */
  variable: z.nullable(z.string()),
  version: z.number(),
})
export type MailSettings = z.infer<typeof MailSettings>

const conflict = json(
  'They were changed since that version; `current` is their present state',
  z.object({ message: z.string(), current: MailSettings }),
)

export const findMailSettings = ownerRead('/mails/settings', {
  summary: 'The mail server set in the admin, without its password',
  versioned: true,
  responses: { 200: json('The mail settings', MailSettings) },
})

export const saveMailSettings = ownerWrite('PUT', '/mails/settings', {
  stepUp: true,
  summary: 'Set the mail server; without a `password` the saved one stays',
  body: MailSettingsInput,
  ifMatch: true,
  idempotent: true,
  versioned: true,
  purges: ['settings'],
  softPurge: true,
  audit: 'Set the mail server: …',
  responses: { 200: json('The mail settings after the change', MailSettings), 409: conflict },
})

export const deleteMailSettings = ownerWrite('DELETE', '/mails/settings', {
  stepUp: true,
  summary: 'Remove the mail server and its password',
  ifMatch: true,
  idempotent: true,
  versioned: true,
  purges: ['settings'],
  audit: 'Removed the mail server',
  responses: { 200: json('The mail settings after the change', MailSettings), 409: conflict },
})

export const sendTestMail = ownerWrite('POST', '/mails/test', {
  summary: 'Send the owner a test mail and return the outcome',
  rateLimit: 'mail-test',
  idempotent: true,
  purges: [],
  audit: 'Sent a test mail to …',
  responses: { 201: json('The mail with its state', Mail) },
})

/** 'unknown': DNS does not tell. */
export const DomainFinding = z.object({
  name: z.enum(['SPF', 'DKIM', 'DMARC']),
  state: z.enum(['good', 'warning', 'bad', 'unknown']),
  text: z.string(),
  /** The record that was found. */
  record: z.nullable(z.string()),
})
export type DomainFinding = z.infer<typeof DomainFinding>

export const DomainCheck = z.object({ domain: z.string(), findings: z.array(DomainFinding) })
export type DomainCheck = z.infer<typeof DomainCheck>

export const DomainCheckQuery = z.object({
  /** Absent: the selector of the mail settings; without one, the usual names are tried. */
  selector: z.optional(dkimSelector),
})

export const checkMailDomain = ownerRead('/mails/domain-check', {
  summary: 'Whether SPF, DKIM and DMARC of the sender’s domain allow the mail server, as far as DNS tells',
  rateLimit: 'mail-test',
  query: DomainCheckQuery,
  responses: {
    200: json('The findings', DomainCheck),
    409: failure('Without a mail server or a sender there is nothing to check'),
  },
})
