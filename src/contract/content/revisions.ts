import * as z from 'zod/mini'
import { json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { Id } from '../platform/paths.ts'
import { PostDraft } from './post-draft.ts'
import { postConflict, slugTaken } from './post-endpoints.ts'
import { EditablePost } from './posts.ts'

/**
 * The origin of a revision: a save that was public, scheduled or a draft; text that an autosave replaced; unpublished
 * text that a restore replaced; a working copy that was discarded.
 */
export const RevisionKind = z.enum(['published', 'scheduled', 'draft', 'autosaved', 'before restore', 'discarded'])
export type RevisionKind = z.infer<typeof RevisionKind>

export const RevisionSummary = z.object({
  id: z.number(),
  version: z.number(),
  kind: RevisionKind,
  title: z.string(),
  /** Words of its body. */
  words: z.number(),
  createdAt: z.string(),
})
export type RevisionSummary = z.infer<typeof RevisionSummary>

export const Revision = z.extend(RevisionSummary, { post: PostDraft })
export type Revision = z.infer<typeof Revision>

/** Revisions stored of each post. */
export const REVISIONS_MAX = 50

export const listRevisions = ownerRead('/posts/:id/revisions', {
  summary:
    'The stored revisions of a post, newest first, at most 50; its present state is among them unless it was autosaved',
  notFound: 'Post not found',
  responses: { 200: json('The revisions', z.array(RevisionSummary)) },
})

export const findRevision = ownerRead('/posts/:id/revisions/:revisionId', {
  summary: 'One revision with its content',
  params: { id: Id, revisionId: Id },
  notFound: 'Revision not found',
  responses: { 200: json('The revision', Revision) },
})

export const restoreRevision = ownerWrite('POST', '/posts/:id/revisions/:revisionId/restore', {
  summary:
    'Restore a revision with its slug, unless another post has that now; the publication date stays. Of a public post, text that was never saved becomes the working copy',
  params: { id: Id, revisionId: Id },
  idempotent: true,
  ifMatch: true,
  versioned: true,
  notFound: 'Revision not found',
  purges: ['posts', 'pages'],
  softPurge: true,
  audit: 'Went back to an earlier version of post “…”',
  responses: { 200: json('Saved', EditablePost), 409: postConflict, 422: slugTaken },
})
