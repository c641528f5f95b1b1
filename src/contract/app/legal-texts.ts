import * as z from 'zod/mini'
import { json, publicRead } from '../platform/endpoint.ts'

/** The pages that say what the site does with data and how it earns money, in numbered sections. */
export const policyPages = ['privacy-policy', 'affiliate-disclosure'] as const
export type PolicyPageSlug = (typeof policyPages)[number]

const legalPages = [...policyPages, 'imprint'] as const
export type LegalPageSlug = (typeof legalPages)[number]

export const LegalText = z.object({
  title: z.string(),
  /** Shown by search engines. */
  description: z.string(),
  /** The day in words; null for a text that names none. */
  lastUpdated: z.nullable(z.string()),
  /** The sections of the content, for its table of contents. */
  sections: z.array(z.object({ id: z.string(), title: z.string() })),
  /** The text as HTML. */
  content: z.string(),
})
export type LegalText = z.infer<typeof LegalText>

const PolicyVersionName = z.object({
  /** As in its address. */
  version: z.string(),
  /** Its day in words. */
  label: z.string(),
})

/** A text that a policy had. */
export const PolicyVersion = z.extend(PolicyVersionName, { title: z.string(), content: z.string() })
export type PolicyVersion = z.infer<typeof PolicyVersion>

const notFound = 'There is no such text'
const dependsOn = [
  'settings',
  'pages',
  'posts',
  'newsletters',
  'products',
  'images',
  'ingredients',
  'routines',
] as const

export const findLegalText = publicRead('/legal-texts/:slug', {
  summary: 'The privacy policy, the affiliate disclosure or the imprint, unless a page of the owner takes its place',
  params: { slug: z.enum(legalPages) },
  notFound,
  dependsOn,
  cacheable: true,
  responses: { 200: json('The text', LegalText) },
})

const slug = z.enum(policyPages)

export const listPolicyVersions = publicRead('/legal-texts/:slug/versions', {
  summary: 'The earlier versions of a policy, newest first',
  params: { slug },
  notFound,
  dependsOn,
  cacheable: true,
  responses: { 200: json('The versions before the present one', z.array(PolicyVersionName)) },
})

export const findPolicyVersion = publicRead('/legal-texts/:slug/versions/:version', {
  summary: 'A version of a policy as readers saw it',
  params: { slug, version: z.string().check(z.regex(/^\d{4}-\d\d-\d\d(?:-\d{1,3})?$/)) },
  notFound,
  dependsOn: ['settings'],
  cacheable: true,
  responses: { 200: json('The version', PolicyVersion) },
})
