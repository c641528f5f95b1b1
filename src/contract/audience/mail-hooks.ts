import * as z from 'zod/mini'
import { Empty, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { typed } from '../platform/text-fields.ts'

type HookProvider = {
  label: string
  /** The provider's name for its signing key; absent where requests are unsigned or signed with a public certificate. */
  key?: string
  /** The form of its signing key; absent where any text may be one. */
  keyPattern?: RegExp
  /** Says where its address is entered, and which events to choose. */
  setup: string
}

/** Providers that report bounces and complaints by webhook. */
const providers = {
  ses: {
    label: 'Amazon SES',
    setup:
      'Create a topic in Amazon SNS, subscribe the address to it with the protocol HTTPS, and choose the topic for bounces, complaints and deliveries of your identity in SES, with original headers. The subscription is confirmed by itself.',
  },
  postmark: {
    label: 'Postmark',
    setup: 'Message stream, Webhooks, Add webhook: choose Delivery, Bounce, Spam complaint and Subscription change.',
  },
  mailgun: {
    label: 'Mailgun',
    key: 'HTTP webhook signing key',
    setup: 'Sending, Webhooks: add the address for delivered, permanent failures, spam complaints and unsubscribes.',
  },
  brevo: {
    label: 'Brevo',
    setup:
      'Transactional, Settings, Webhook: choose delivered, hard and soft bounces, invalid emails, blocked, error, complaints and unsubscribed.',
  },
  resend: {
    label: 'Resend',
    key: 'Signing secret',
    // It carries the key in base64, at least 16 bytes.
    keyPattern: /^(?:whsec_)?[A-Za-z0-9+/]{22,}={0,2}$/,
    setup:
      'Webhooks, Add webhook: choose email.delivered, email.bounced, email.complained, email.failed and email.suppressed.',
  },
  smtp2go: {
    label: 'SMTP2GO',
    setup: 'Settings, Webhooks: choose delivered, bounce, spam, unsubscribe and reject.',
  },
} as const satisfies Record<string, HookProvider>

export type HookProviderName = keyof typeof providers
export const hookProviders: Record<HookProviderName, HookProvider> = providers
export const hookProviderNames = Object.keys(providers) as HookProviderName[]
export const HookProviderName = z.enum(hookProviderNames)

/** The message for a key that no provider has given out. */
export const WRONG_KEY = 'This is not a signing key of the provider: please copy it as a whole'

/** Whether a text can be the signing key of a provider. */
export function isSigningKey(provider: HookProviderName, key: string): boolean {
  const { keyPattern } = hookProviders[provider]
  return keyPattern ? keyPattern.test(key) : key.length > 0
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
