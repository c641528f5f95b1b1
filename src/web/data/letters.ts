import { queryOptions } from '@tanstack/react-query'
import type { Read } from '../../contract/endpoint.ts'
import { findLetterPage, listLetterPages } from '../../contract/letter-pages.ts'
import { POST_BODY } from '../lib/page-state.ts'

export const LETTERS_PER_PAGE = 24

export function lettersQuery(read: Read, page: number) {
  return queryOptions({
    queryKey: ['/api/letter-pages', { page }],
    queryFn: () => read(listLetterPages, { query: { page, limit: LETTERS_PER_PAGE } }),
  })
}

/** Null if there is none. */
export function letterQuery(read: Read, slug: string) {
  return queryOptions({
    queryKey: ['/api/letter-pages', slug],
    queryFn: async () => (await read(findLetterPage, { params: { slug } })) ?? null,
    meta: { contentElement: POST_BODY },
  })
}
