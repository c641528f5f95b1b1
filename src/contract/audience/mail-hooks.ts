import * as z from 'zod/mini'
import { Empty, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { typed } from '../platform/text-fields.ts'

/** Providers that report bounces and complaints by webhook. */
export const hookProviders = ['ses', 'postmark', 'mailgun', 'brevo', 'resend', 'smtp2go'] as const
export const HookProviderName = z.enum(hookProviders)
export type HookProviderName = z.infer<typeof HookProviderName>

/** `key`: the provider's name for its signing key; absent where requests are unsigned or signed with a public certificate. */
export const hookLabels: Record<HookProviderName, { label: string; key?: string }> = {
  ses: { label: 'Amazon SES' },
  postmark: { label: 'Postmark' },
  mailgun: { label: 'Mailgun', key: 'HTTP webhook signing key' },
  brevo: { label: 'Brevo' },
  resend: { label: 'Resend', key: 'Signing secret' },
  smtp2go: { label: 'SMTP2GO' },
}

/** The message for a key that no provider has given out. */
export const WRONG_KEY = 'This is not a signing key of the provider: please copy it as a whole'

/** Whether a text can be the signing key of a provider: that of Resend carries the key in base64, at least 16 bytes. */
export function isSigningKey(provider: HookProviderName, key: string): boolean {
  return provider === 'resend' ? /^(?:whsec_)?[A-Za-z0-9+/]{22,}={0,2}$/.test(key) : key.length > 0
}

/** The address to which a provider sends its reports; its signing key never leaves the server. */
export const MailHook = z.object({
  provider: HookProviderName,
  /** Null where the key of the site has changed since. */
  url: z.nullable(z.string()),
  /** 'none': not needed. 'unreadable': encrypted with another key, as after a restore without it. */
  key: z.enum(['none', 'saved', 'unreadable']),
  createdAt: z.string(),
  lastReportAt: z.nullable(z.string()),
  /** Bounces and complaints about own addresses, ever. */
  reports: z.number(),
  /** Why the last rejected request was rejected; null since a later one was accepted. */
  error: z.nullable(z.string()),
  errorAt: z.nullable(z.string()),
  /** The topic of Amazon SNS whose subscription was confirmed; the messages of others are refused. */
  topic: z.nullable(z.string()),
})
export type MailHook = z.infer<typeof MailHook>

export const MailHookInput = z.object({
  /** Empty to keep the stored one. */
  key: z._default(
    z
      .string('Invalid input')
      .check(typed(), z.regex(/^[\x21-\x7e]{0,400}$/, 'A key has neither blanks nor special characters')),
    '',
  ),
  /** Replaces the secret of the address; the former one stops working at once. */
  replacesAddress: z._default(z.boolean('Invalid input'), false),
})
export type MailHookInput = z.infer<typeof MailHookInput>

const one = { params: { provider: HookProviderName }, notFound: 'This provider is not connected' } as const
const write = { idempotent: true, purges: [] } as const

export const listMailHooks = ownerRead('/mail-hooks', {
  summary: 'The addresses to which mail providers send delivery reports, without the signing keys',
  responses: { 200: json('The addresses', z.array(MailHook)) },
})

export const saveMailHook = ownerWrite('PUT', '/mail-hooks/:provider', {
  ...write,
  summary: 'Create the address for a provider, change its signing key, or replace the address',
  ...one,
  body: MailHookInput,
  audit: 'Set the delivery reports of …',
  responses: { 200: json('Saved; the address itself is read separately', Empty) },
})

export const deleteMailHook = ownerWrite('DELETE', '/mail-hooks/:provider', {
  ...write,
  summary: 'Remove the address of a provider; what it reported stays',
  ...one,
  audit: 'Removed the delivery reports of …',
  responses: { 200: json('Removed', Empty) },
})
