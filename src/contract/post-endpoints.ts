import * as z from 'zod/mini'
import { type Endpoint, errorResponse, found, nothing, ownerErrors, selected } from './endpoint.ts'
import { Id, Slug } from './paths.ts'
import {
  EditablePost,
  OwnerPostListQuery,
  Post,
  PostConflict,
  PostInput,
  PostListQuery,
  PostSummary,
  Revision,
  RevisionSummary,
} from './posts.ts'

const id = { id: Id }
const gone = errorResponse('No such post')
const signedOut = { 401: errorResponse('Nobody is signed in') }
const ownerQuery = z.extend(PostListQuery, {
  ...OwnerPostListQuery.shape,
  status: z.optional(OwnerPostListQuery.shape.status),
})
const slugTaken = errorResponse(
  'The slug belongs to another post (`issues` names it), or the Idempotency-Key to another request',
)
const conflict = {
  description: 'The post has been saved since the version that If-Match names; `current` is how it stands',
  body: PostConflict,
}

/** What visitors read, and the owner's list of posts. */
const reads: Endpoint[] = [
  {
    method: 'get',
    path: '/posts',
    summary:
      'Published posts, newest first, without their bodies. `Link` and `X-Total-Count` lead to the other pages. With a `status` the list is the owner’s: it needs a sign-in, holds drafts, and its rows carry `version` and `status`',
    query: ownerQuery,
    responses: {
      ...found('The posts', z.array(PostSummary)),
      400: errorResponse('A parameter is wrong'),
      ...signedOut,
    },
  },
  {
    method: 'get',
    path: '/posts/category/:id',
    summary: 'Published posts of a category, newest first, at most 100',
    params: { id: Id },
    responses: { ...found('The posts', z.array(PostSummary)), 404: errorResponse('No such category') },
  },
  {
    method: 'get',
    path: '/posts/:slug',
    summary:
      'One published post. A slug that the post had earlier finds it too; `slug` and the header Content-Location then name its address of today',
    params: { slug: Slug },
    responses: { ...found('The post', Post), 404: errorResponse('No such published post') },
  },
  {
    method: 'get',
    path: '/posts.csv',
    owner: true,
    summary: 'The owner’s list of posts as a table, all pages of it',
    query: OwnerPostListQuery,
    responses: {
      ...found('Text, comma-separated', z.string()),
      400: errorResponse('A parameter is wrong'),
      ...signedOut,
    },
  },
]

const writes: Endpoint[] = [
  {
    method: 'get',
    path: '/posts/:id/source',
    owner: true,
    summary: 'A post as it is stored, to edit it. The ETag is its version',
    params: id,
    responses: { ...found('The post', EditablePost), ...signedOut, 404: gone },
  },
  {
    method: 'get',
    path: '/posts/:id/preview',
    owner: true,
    summary: 'A post as its page would show it today, draft or not',
    params: id,
    responses: { ...found('The post', Post), ...signedOut, 404: gone },
  },
  {
    method: 'get',
    path: '/affiliate-hosts',
    owner: true,
    summary: 'The hosts that affiliate links of active products lead to; a link to one of them is marked as paid for',
    responses: { ...found('Their names', z.array(z.string())), ...signedOut },
  },
  {
    method: 'post',
    path: '/posts',
    owner: true,
    summary: 'Create a post; at most 1 MB',
    body: PostInput,
    idempotent: true,
    responses: { 201: { description: 'Created', body: EditablePost }, ...ownerErrors, 422: slugTaken },
  },
  {
    method: 'put',
    path: '/posts/:id',
    owner: true,
    summary: 'Save a post; at most 1 MB. With If-Match only if it is still of that version',
    params: id,
    body: PostInput,
    idempotent: true,
    ifMatch: true,
    responses: { ...found('Saved', EditablePost), ...ownerErrors, 404: gone, 409: conflict, 422: slugTaken },
  },
  {
    method: 'delete',
    path: '/posts/:id',
    owner: true,
    summary: 'Delete a post; its slug is free again',
    params: id,
    responses: { ...found('Deleted', nothing), ...signedOut, 404: gone },
  },
  {
    method: 'post',
    path: '/posts/:id/restore',
    owner: true,
    summary: 'Bring a deleted post back',
    params: id,
    responses: {
      ...found('It is there again', nothing),
      ...signedOut,
      404: gone,
      409: errorResponse('Another post has taken its slug'),
    },
  },
  selected('/posts/delete', 'Delete several posts'),
  selected('/posts/restore', 'Bring several deleted posts back, or none where another post has taken a slug'),
]

const oneRevision = { ...id, revisionId: Id }

const revisions: Endpoint[] = [
  {
    method: 'get',
    path: '/posts/:id/revisions',
    owner: true,
    summary: 'The kept states of a post, newest first, at most 50; the newest is the one that is shown',
    params: id,
    responses: { ...found('The revisions', z.array(RevisionSummary)), ...signedOut, 404: gone },
  },
  {
    method: 'get',
    path: '/posts/:id/revisions/:revisionId',
    owner: true,
    summary: 'One of them, whole',
    params: oneRevision,
    responses: { ...found('The revision', Revision), ...signedOut, 404: errorResponse('No such revision') },
  },
  {
    method: 'post',
    path: '/posts/:id/revisions/:revisionId/restore',
    owner: true,
    summary: 'Save an earlier state anew; slug and publication date stay as they are now',
    params: oneRevision,
    idempotent: true,
    ifMatch: true,
    responses: {
      ...found('Saved', EditablePost),
      400: errorResponse('If-Match names no version'),
      ...signedOut,
      404: errorResponse('No such revision'),
      409: conflict,
      422: errorResponse('The Idempotency-Key belongs to another request'),
    },
  },
]

export const postEndpoints: Endpoint[] = [...reads, ...writes, ...revisions]
