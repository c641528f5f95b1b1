import * as z from 'zod/mini'
import { json, publicRead } from '../platform/endpoint.ts'

/** The pages that say what the site does with data and how it earns money, in numbered sections. */
export const legalPages = ['privacy-policy', 'affiliate-disclosure'] as const
export type LegalPageSlug = (typeof legalPages)[number]

export const LegalText = z.object({
  title: z.string(),
  /** Shown by search engines. */
  description: z.string(),
  /** The day in words; null for a text that names none. */
  lastUpdated: z.nullable(z.string()),
  /** The sections of the content, for its table of contents. */
  sections: z.array(z.object({ id: z.string(), title: z.string() })),
  /** The sections as HTML. */
  content: z.string(),
})
export type LegalText = z.infer<typeof LegalText>

export const findLegalText = publicRead('/legal-texts/:slug', {
  summary: 'The privacy policy or the affiliate disclosure, unless a page of the owner takes its place',
  params: { slug: z.enum(legalPages) },
  notFound: 'There is no such text',
  dependsOn: ['settings', 'pages', 'posts', 'products'],
  cacheable: true,
  responses: { 200: json('The text', LegalText) },
})
