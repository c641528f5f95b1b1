import * as z from 'zod/mini'
import { TERM_MAX } from './limits.ts'
import { PageQuery } from './lists.ts'
import { noNul } from './text-fields.ts'

/** Something that the owner changed: the request's method and path below `/api`, and what the changed thing is called. */
export const AuditEntry = z.object({
  id: z.number(),
  username: z.string(),
  method: z.string(),
  path: z.string(),
  subject: z.string(),
  at: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** What a change was about, with the beginnings of the paths that belong to it. */
export const auditAreas = {
  posts: ['posts'],
  categories: ['categories'],
  products: ['products'],
  images: ['images'],
  conversions: ['analytics', 'conversion-networks'],
  contacts: ['contacts'],
  subscribers: ['subscribers'],
  mails: ['mails'],
  settings: ['settings'],
  account: ['auth'],
  backups: ['backups'],
  jobs: ['jobs'],
  'personal-data': ['personal-data'],
} as const
export type AuditArea = keyof typeof auditAreas

export const AuditQuery = z.object({
  /** Part of what the changed thing is called. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(TERM_MAX), noNul())),
  area: z.optional(z.enum(Object.keys(auditAreas) as AuditArea[])),
  ...PageQuery.shape,
})
export type AuditQuery = z.infer<typeof AuditQuery>
