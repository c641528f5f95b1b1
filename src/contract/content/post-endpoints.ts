import * as z from 'zod/mini'
import { csv, Empty, failure, json, ownerRead, ownerWrite, publicRead } from '../platform/endpoint.ts'
import { bulkWrite } from '../platform/lists.ts'
import { Slug } from '../platform/paths.ts'
import { PostChoice } from './post-bulk.ts'
import {
  EditablePost,
  OwnerPostListQuery,
  OwnerPostSummary,
  POST_BYTES_MAX,
  Post,
  PostConflict,
  PostInput,
  PostListQuery,
  PostPreview,
  PostSummary,
} from './posts.ts'

export const listPosts = publicRead('/posts', {
  summary: 'Published posts, newest first, without their bodies',
  query: PostListQuery,
  list: true,
  // A setting makes cards say whether the post has affiliate links.
  dependsOn: ['posts', 'categories', 'images', 'products', 'settings'],
  cacheable: true,
  responses: { 200: json('The posts', z.array(PostSummary)) },
})

export const listOwnerPosts = ownerRead('/posts', {
  when: 'status',
  summary: 'The owner’s list of posts, drafts included',
  query: OwnerPostListQuery,
  list: true,
  responses: { 200: json('The posts', z.array(OwnerPostSummary)) },
})

export const listPostsInCategory = publicRead('/posts/category/:id', {
  summary: 'Published posts of a category, newest first, at most 100',
  query: z.pick(PostListQuery, { limit: true }),
  notFound: 'Category not found',
  // A setting makes cards say whether the post has affiliate links.
  dependsOn: ['posts', 'categories', 'images', 'products', 'settings'],
  cacheable: true,
  responses: { 200: json('The posts', z.array(PostSummary)) },
})

export const findPost = publicRead('/posts/:slug', {
  summary:
    'One published post. A slug that the post had earlier finds it too; `slug` and Content-Location then name its current URL',
  params: { slug: Slug },
  notFound: 'Post not found',
  dependsOn: ['posts', 'categories', 'images', 'products', 'ingredients', 'routines', 'settings'],
  cacheable: true,
  responses: { 200: json('The post', Post) },
})

export const findPostSource = ownerRead('/posts/:id/source', {
  summary: 'A post as it is stored, to edit it',
  notFound: 'Post not found',
  versioned: true,
  responses: { 200: json('The post', EditablePost) },
})

export const previewPost = ownerRead('/posts/:id/preview', {
  summary: 'A post as its page would show what the editor holds: a draft, a working copy, or what is saved',
  notFound: 'Post not found',
  responses: { 200: json('The post', PostPreview) },
})

export const exportPosts = ownerRead('/posts.csv', {
  summary: 'The owner’s list of posts as a table, all pages of it',
  query: OwnerPostListQuery,
  audit: 'Downloaded the list of posts',
  responses: { 200: csv('Comma-separated values, UTF-8') },
})

export const listAffiliateHosts = ownerRead('/affiliate-hosts', {
  summary: 'The hosts of the affiliate links of active products; a link to one of them is marked as sponsored',
  responses: { 200: json('Their names', z.array(z.string())) },
})

/** The 422 of a write that sets a slug. */
export const slugTaken = failure(
  'The slug belongs to another post (`issues` names the field), or the Idempotency-Key to another request',
)
export const postConflict = json(
  'The post was saved since the version that If-Match names; `current` is its present state',
  PostConflict,
)

export const createPost = ownerWrite('POST', '/posts', {
  summary: 'Create a post; at most 1 MB',
  body: PostInput,
  bodyMax: POST_BYTES_MAX,
  idempotent: true,
  versioned: true,
  purges: ['posts'],
  softPurge: true,
  audit: 'Created post “…”',
  responses: { 201: json('Created', EditablePost), 422: slugTaken },
})

export const savePost = ownerWrite('PUT', '/posts/:id', {
  summary: 'Save a post; at most 1 MB. With If-Match only if it is still of that version',
  body: PostInput,
  bodyMax: POST_BYTES_MAX,
  idempotent: true,
  ifMatch: true,
  versioned: true,
  notFound: 'Post not found',
  purges: ['posts'],
  softPurge: true,
  audit: 'Changed post “…”',
  responses: { 200: json('Saved', EditablePost), 409: postConflict, 422: slugTaken },
})

const activeNewsletter = failure('A newsletter that is scheduled, being sent, paused or switched on is not deleted')

export const deletePost = ownerWrite('DELETE', '/posts/:id', {
  summary: 'Delete a post; its slug is free again',
  idempotent: true,
  notFound: 'Post not found',
  purges: ['posts', 'pages'],
  audit: 'Deleted post “…”',
  responses: { 200: json('Deleted', Empty), 409: activeNewsletter },
})

export const restorePost = ownerWrite('POST', '/posts/:id/restore', {
  summary: 'Restore a deleted post',
  idempotent: true,
  notFound: 'Post not found',
  purges: ['posts', 'pages'],
  softPurge: true,
  audit: 'Brought back post “…”',
  responses: { 200: json('Restored', Empty), 409: failure('Another post has its slug'), 422: slugTaken },
})

export const deletePosts = bulkWrite(
  '/posts/delete',
  {
    summary: 'Delete several posts, or none where a newsletter among them is about to be sent or being sent',
    body: PostChoice,
    purges: ['posts', 'pages'],
    audit: 'Deleted posts “…”',
  },
  { 409: activeNewsletter },
)

export const restorePosts = bulkWrite(
  '/posts/restore',
  {
    summary: 'Restore several deleted posts, or none where another post has one of their slugs',
    body: PostChoice,
    purges: ['posts', 'pages'],
    softPurge: true,
    audit: 'Brought back posts “…”',
  },
  { 409: failure('Another post has one of their slugs'), 422: slugTaken },
)
