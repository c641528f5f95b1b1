import * as z from 'zod/mini'
import { endpoint, json } from '../platform/endpoint.ts'
import { Id } from '../platform/paths.ts'
import { PostDraft } from './post-draft.ts'
import { postConflict, slugTaken } from './post-endpoints.ts'
import { EditablePost, POST_BYTES_MAX, PostKind } from './posts.ts'

/** The reply to an autosave; `version` is the next `If-Match`. */
export const DraftSaved = z.object({ id: z.number(), version: z.number(), savedAt: z.string() })
export type DraftSaved = z.infer<typeof DraftSaved>

export const createDraft = endpoint({
  method: 'POST',
  path: '/posts/drafts',
  access: 'owner',
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

export const autosaveDraft = endpoint({
  method: 'PUT',
  path: '/posts/:id/draft',
  access: 'owner',
  summary:
    'Store what is typed: of a draft as its text, of a public or scheduled post as its working copy, which no reader sees',
  params: { id: Id },
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

export const discardWorkingCopy = endpoint({
  method: 'DELETE',
  path: '/posts/:id/draft',
  access: 'owner',
  summary: 'Discard the working copy of a public or scheduled post; its text stays as a revision',
  params: { id: Id },
  idempotent: true,
  ifMatch: true,
  versioned: true,
  notFound: 'Post not found',
  purges: [],
  audit: 'Discarded unpublished changes of “…”',
  responses: { 200: json('The post as it is published', EditablePost), 409: postConflict },
})

export const keepAsDraft = endpoint({
  method: 'PUT',
  path: '/posts/:id/keep-as-draft',
  access: 'owner',
  summary: 'Save a post as a draft, with a revision; a public post is taken off the site',
  params: { id: Id },
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
