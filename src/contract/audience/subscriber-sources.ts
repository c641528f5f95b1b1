import * as z from 'zod/mini'
import { json, ownerRead } from '../platform/endpoint.ts'
import { SubscriberSource } from './subscribers.ts'

/** Their names in the admin and in exported files. */
export const sourceLabels: Record<SubscriberSource, string> = {
  'newsletter-page': 'Newsletter page',
  home: 'Home page',
  footer: 'Footer',
  post: 'After an article',
  import: 'Import',
  owner: 'Owner',
  '': 'Not known',
}

/** The sign-ups of a period by source, and what has become of them. */
export const SourceCounts = z.object({
  source: SubscriberSource,
  signedUp: z.number(),
  /** By the link of the mail, or active without one. */
  confirmed: z.number(),
  active: z.number(),
  unsubscribed: z.number(),
})
export type SourceCounts = z.infer<typeof SourceCounts>

export const SourcePeriod = z.enum(['30', '90', '365', 'all'])
export type SourcePeriod = z.infer<typeof SourcePeriod>

export const countSources = ownerRead('/subscribers/sources', {
  summary: 'Where the subscribers of the last days signed up; most sign-ups first',
  query: z.object({ days: z._default(SourcePeriod, '90') }),
  responses: { 200: json('Each source with a sign-up', z.array(SourceCounts)) },
})
