import * as z from 'zod/mini'
import { json, ownerWrite } from '../platform/endpoint.ts'
import { PostDraft } from './post-draft.ts'
import { postConflict, slugTaken } from './post-endpoints.ts'
import { EditablePost, POST_BYTES_MAX, PostKind } from './posts.ts'

/** The reply to an autosave; `version` is the next `If-Match`. */
export const DraftSaved = z.object({ id: z.number(), version: z.number(), savedAt: z.string() })
export type DraftSaved = z.infer<typeof DraftSaved>

export const createDraft = ownerWrite('POST', '/posts/drafts', {
  summary:
    'Create a draft of which only the size is checked; at most 1 MB. A repeated Idempotency-Key finds the draft, however late, and stores newer text in it unless the draft was written since',
  body: z.extend(PostDraft, { kind: z._default(PostKind, 'post') }),
  bodyMax: POST_BYTES_MAX,
  idempotent: true,
  versioned: true,
  purges: [],
  audit: 'Began draft “…”',
  responses: { 201: json('Created', DraftSaved), 409: postConflict },
})

export const autosaveDraft = ownerWrite('PUT', '/posts/:id/draft', {
  summary:
    'Store what is typed: of a draft as its text, of a public or scheduled post as its working copy, which no reader sees',
  body: PostDraft,
  bodyMax: POST_BYTES_MAX,
  idempotent: true,
  ifMatch: true,
  versioned: true,
  notFound: 'Post not found',
  purges: [],
  audit: 'Edited without publishing: “…”',
  auditMerge: true,
  responses: { 200: json('Stored', DraftSaved), 409: postConflict },
})

export const discardWorkingCopy = ownerWrite('DELETE', '/posts/:id/draft', {
  summary: 'Discard the working copy of a public or scheduled post; its text stays as a revision',
  idempotent: true,
  ifMatch: true,
  versioned: true,
  notFound: 'Post not found',
  purges: [],
  audit: 'Discarded unpublished changes of “…”',
  responses: { 200: json('The post as it is published', EditablePost), 409: postConflict },
})

export const keepAsDraft = ownerWrite('PUT', '/posts/:id/keep-as-draft', {
  summary: 'Save a post as a draft, with a revision; a public post is taken off the site',
  body: PostDraft,
  bodyMax: POST_BYTES_MAX,
  idempotent: true,
  ifMatch: true,
  versioned: true,
  notFound: 'Post not found',
  purges: ['posts', 'pages'],
  audit: 'Saved draft “…”',
  responses: { 200: json('Saved', EditablePost), 409: postConflict, 422: slugTaken },
})
