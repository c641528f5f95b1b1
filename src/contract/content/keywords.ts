import * as z from 'zod/mini'
import { failure, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { line } from '../platform/text-fields.ts'

/** Characters of the keywords of a post at most. */
export const KEYWORDS_MAX = 500

/** Returns the keywords of a post, which are stored with commas between them. */
export function keywordsOf(text: string): string[] {
  return text
    .split(',')
    .map((keyword) => keyword.trim())
    .filter((keyword) => keyword !== '')
}

/** A keyword as it is compared. */
export function keywordKey(keyword: string): string {
  return keyword.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase()
}

export const listPostKeywords = ownerRead('/post-keywords', {
  summary: 'The keywords of posts and templates by name, each once whatever its case',
  responses: { 200: json('The keywords', z.array(z.string())) },
})

const keyword = line(1, KEYWORDS_MAX, 'Required')

export const mergePostKeywords = ownerWrite('POST', '/post-keywords/merge', {
  summary: 'Give all posts and templates with a keyword another one instead, deleted and unpublished texts included',
  body: z.object({ from: keyword, into: keyword }),
  idempotent: true,
  notFound: 'No post has this keyword',
  purges: ['posts'],
  audit: 'Merged the keyword “…”',
  responses: {
    200: json('The number of posts that changed, deleted ones not counted', z.object({ moved: z.number() })),
    422: failure(
      'Both are the same, no post has the other one, a post would have too many, or the Idempotency-Key belongs to another request',
    ),
  },
})
