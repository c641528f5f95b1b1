import * as z from 'zod/mini'
import { json, ownerRead } from '../platform/endpoint.ts'

/**
 * Why a request for a link is not counted as a person's. 'burst': many links of one mail within seconds or at even distances;
 * 'at-delivery': within seconds of the delivery; 'scanner': a user agent of mail security or of previews.
 */
export const ClickReason = z.enum(['head', 'no-user-agent', 'scanner', 'prefetch', 'burst', 'at-delivery'])
export type ClickReason = z.infer<typeof ClickReason>

export const clickReasons: Record<ClickReason, string> = {
  head: 'Requests without a page (HEAD)',
  'no-user-agent': 'No browser',
  scanner: 'Known scanners and previews',
  prefetch: 'Loaded in advance',
  burst: 'Many links of one mail at once or at even distances',
  'at-delivery': 'Within seconds of the delivery',
}

/** Milliseconds after which a request is added to the sums; a scanner has opened the other links by then. */
export const CLICKS_FINAL_AFTER_MS = 5 * 60_000

export const NewsletterClicks = z.object({
  /** Clicks by people. */
  total: z.number(),
  links: z.array(z.object({ url: z.string(), label: z.string(), clicks: z.number() })),
  filtered: z.array(z.object({ reason: ClickReason, count: z.number() })),
  /** Requests that are not yet told apart. */
  pending: z.number(),
})
export type NewsletterClicks = z.infer<typeof NewsletterClicks>

export const findNewsletterClicks = ownerRead('/newsletters/:id/clicks', {
  summary:
    'Clicks of people by link, and the requests of scanners by reason; empty unless the newsletter counts clicks',
  notFound: 'Newsletter not found',
  responses: { 200: json('The sums, the link with the most clicks first', NewsletterClicks) },
})
