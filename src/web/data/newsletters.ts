import { queryOptions } from '@tanstack/react-query'
import { findNewsletterPage, listNewsletterPages } from '../../contract/audience/newsletter-pages.ts'
import type { Read } from '../../contract/platform/endpoint.ts'
import { POST_BODY } from '../lib/served-body.ts'

export const NEWSLETTERS_PER_PAGE = 24

export function newslettersQuery(read: Read, page: number) {
  return queryOptions({
    queryKey: ['/api/newsletter-pages', { page }],
    queryFn: () => read(listNewsletterPages, { query: { page, limit: NEWSLETTERS_PER_PAGE } }),
  })
}

/** The newest newsletter with a page; null before the first one. */
export function newestNewsletterQuery(read: Read) {
  return queryOptions({
    queryKey: ['/api/newsletter-pages', 'newest'],
    queryFn: async () => (await read(listNewsletterPages, { query: { limit: 1 } })).items[0] ?? null,
  })
}

/** Null if there is none. */
export function newsletterQuery(read: Read, slug: string) {
  return queryOptions({
    queryKey: ['/api/newsletter-pages', slug],
    queryFn: async () => (await read(findNewsletterPage, { params: { slug } })) ?? null,
    meta: { contentElement: POST_BODY },
  })
}
