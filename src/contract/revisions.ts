import * as z from 'zod/mini'
import { endpoint, json } from './endpoint.ts'
import { Id } from './paths.ts'
import { EditablePost, PostInput, postConflict, slugTaken } from './posts.ts'

export const RevisionSummary = z.object({
  id: z.number(),
  version: z.number(),
  title: z.string(),
  /** Words of its body. */
  words: z.number(),
  createdAt: z.string(),
})
export type RevisionSummary = z.infer<typeof RevisionSummary>

export const Revision = z.extend(RevisionSummary, { post: PostInput })
export type Revision = z.infer<typeof Revision>

/** Revisions stored of each post. */
export const REVISIONS_MAX = 50

export const listRevisions = endpoint({
  method: 'GET',
  path: '/posts/:id/revisions',
  access: 'owner',
  summary: 'The stored revisions of a post, newest first, at most 50; the newest is its present state',
  params: { id: Id },
  notFound: 'Post not found',
  responses: { 200: json('The revisions', z.array(RevisionSummary)) },
})

export const findRevision = endpoint({
  method: 'GET',
  path: '/posts/:id/revisions/:revisionId',
  access: 'owner',
  summary: 'One revision with its content',
  params: { id: Id, revisionId: Id },
  notFound: 'Revision not found',
  responses: { 200: json('The revision', Revision) },
})

export const restoreRevision = endpoint({
  method: 'POST',
  path: '/posts/:id/revisions/:revisionId/restore',
  access: 'owner',
  summary: 'Save an earlier revision as the newest; slug and publication date stay as they are now',
  params: { id: Id, revisionId: Id },
  idempotent: true,
  ifMatch: true,
  versioned: true,
  notFound: 'Revision not found',
  purges: ['posts'],
  audit: 'Went back to an earlier version of post “…”',
  responses: { 200: json('Saved', EditablePost), 409: postConflict, 422: slugTaken },
})
