import * as z from 'zod/mini'
import { json, ownerRead } from '../platform/endpoint.ts'
import { TERM_MAX } from '../platform/limits.ts'
import { PageQuery } from '../platform/lists.ts'
import { charactersUpTo, noNul, typed } from '../platform/text-fields.ts'

/**
 * A change or a download by the owner: method and path of the request below `/api`, and the names of the changed things. Or a security
 * event: the method is `EVENT`, the path ends in its name.
 */
export const AuditEntry = z.object({
  id: z.number(),
  /** Empty without a session. */
  username: z.string(),
  method: z.string(),
  path: z.string(),
  subject: z.string(),
  /** The change as a sentence, for example 'Changed post “A calm evening routine”'. */
  text: z.string(),
  at: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/**
 * Events of the account besides the owner's writes; `…` stands for the device. `isAnonymous` marks those that a
 * client without a session caused.
 */
export const securityEvents = {
  'sign-in': { text: 'Signed in on …', isAnonymous: false },
  'new-device': { text: 'Signed in on a new device: …', isAnonymous: false },
  'recovery-code': { text: 'Used a recovery code on …', isAnonymous: false },
  'failed-sign-in': { text: 'Failed to sign in', isAnonymous: true },
  'refused-sign-in': { text: 'Tried to sign in after too many attempts', isAnonymous: true },
  'wrong-code': { text: 'Entered a wrong code after the right password', isAnonymous: true },
  'wrong-setup-code': { text: 'Entered a wrong code to turn on two-step verification', isAnonymous: false },
  'wrong-step-up-code': { text: 'Entered a wrong code to confirm a change', isAnonymous: false },
  'password-reset-request': { text: 'Asked for a link to set a new password', isAnonymous: true },
  'password-reset': { text: 'Set a new password with the link of a mail on …', isAnonymous: false },
  'wrong-password': { text: 'Entered a wrong current password', isAnonymous: false },
} as const satisfies Record<string, { text: string; isAnonymous: boolean }>
export type SecurityEvent = keyof typeof securityEvents

/** Filters of the audit trail: the first segments of their paths. A test fails for an endpoint that is in none or in two. */
export const auditAreas = {
  posts: { label: 'Posts', nouns: ['posts', 'post-keywords', 'plan'] },
  pages: { label: 'Pages', nouns: ['pages'] },
  categories: { label: 'Categories', nouns: ['categories'] },
  products: { label: 'Products', nouns: ['products', 'product-categories', 'product-concerns'] },
  ingredients: { label: 'Ingredients', nouns: ['ingredients'] },
  programs: { label: 'Programs', nouns: ['programs'] },
  routines: { label: 'Routines', nouns: ['routines'] },
  images: { label: 'Images', nouns: ['images'] },
  links: { label: 'Links', nouns: ['links'] },
  conversions: { label: 'Conversions', nouns: ['analytics', 'conversion-networks'] },
  earnings: { label: 'Earnings', nouns: ['earnings'] },
  contacts: { label: 'Messages', nouns: ['contacts'] },
  subscribers: { label: 'Subscribers', nouns: ['subscribers'] },
  bounces: { label: 'Bounces & suppressed addresses', nouns: ['suppressions', 'mail-hooks', 'bounce-mailbox'] },
  newsletters: {
    label: 'Newsletters',
    nouns: ['newsletters', 'newsletter-limits', 'automatic-newsletters', 'digest', 'newsletter-complaints'],
  },
  mails: { label: 'Mails', nouns: ['mails'] },
  settings: {
    label: 'Settings',
    nouns: ['settings', 'menus', 'redirects', 'overview', 'demo', 'appearance', 'verification'],
  },
  account: { label: 'Account & security', nouns: ['auth'] },
  imports: { label: 'Imports of other sites', nouns: ['site-imports'] },
  backups: { label: 'Backups', nouns: ['backups', 'exports'] },
  jobs: { label: 'Background work', nouns: ['jobs'] },
  'personal-data': { label: 'Personal data', nouns: ['personal-data'] },
} as const
export type AuditArea = keyof typeof auditAreas

export const AuditQuery = z.object({
  /** Part of the names of the changed things. */
  q: z.optional(z.string().check(typed(), charactersUpTo(TERM_MAX), noNul())),
  area: z.optional(z.enum(Object.keys(auditAreas) as AuditArea[])),
  ...PageQuery.shape,
  limit: z._default(PageQuery.shape.limit, 50),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const listAuditEntries = ownerRead('/audit', {
  summary: 'The changes by the owner, sign-ins and failed attempts, newest first',
  query: AuditQuery,
  list: true,
  responses: { 200: json('The entries', z.array(AuditEntry)) },
})
