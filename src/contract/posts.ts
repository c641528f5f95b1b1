import * as z from 'zod/mini'
import { csv, Empty, endpoint, failure, json } from './endpoint.ts'
import { LIST_MAX } from './limits.ts'
import { bulkAction, listQuery } from './lists.ts'
import { Id, PageNumber, Slug } from './paths.ts'
import { Picture } from './pictures.ts'
import { noNul, pictureAddress } from './text-fields.ts'

/** A post as lists carry it: everything but the body. Times are ISO 8601 in UTC. */
export const PostSummary = z.object({
  id: z.number(),
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  coverImage: z.string(),
  imageAlt: z.string(),
  isPinOptimized: z.boolean(),
  pinText: z.nullable(z.string()),
  metaTitle: z.nullable(z.string()),
  metaDescription: z.nullable(z.string()),
  keywords: z.string(),
  categoryId: z.nullable(z.number()),
  /** Name of the category, for a card badge that follows it. */
  categoryName: z.nullable(z.string()),
  isFeatured: z.boolean(),
  publishedAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  picture: z.nullable(Picture),
})
export type PostSummary = z.infer<typeof PostSummary>

/** `content` is HTML: as stored for the owner's editor, as its page shows it everywhere else. */
export const Post = z.extend(PostSummary, { content: z.string() })
export type Post = z.infer<typeof Post>

export const PostListQuery = z.object({
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(LIST_MAX))),
  page: z.optional(PageNumber),
  category: z.optional(Slug),
  featured: z.optional(z.literal('true')),
})
export type PostListQuery = z.infer<typeof PostListQuery>

/** Bytes of a request body with a post. */
export const POST_BYTES_MAX = 1_048_576

/** Characters of a post's body, as HTML. */
export const CONTENT_MIN = 50
export const CONTENT_MAX = 200_000

export const SLUG_MAX = 200

/** By publication date: draft without one, scheduled if it is in the future, else published. */
export const PostStatus = z.enum(['draft', 'scheduled', 'published'])
export type PostStatus = z.infer<typeof PostStatus>

export const OwnerPostListQuery = listQuery(['updatedAt', 'publishedAt', 'title'], {
  status: z.enum(['all', 'draft', 'scheduled', 'published']),
  categoryId: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))),
})
export type OwnerPostListQuery = z.infer<typeof OwnerPostListQuery>

const optionalText = (max: number) =>
  z._default(z.string().check(z.trim(), z.maxLength(max, `Please keep this under ${max} characters`), noNul()), '')

/** A timestamp with offset, within the range of every database. */
function moment() {
  return z.iso.datetime({ offset: true, error: 'Invalid input' }).check(
    z.refine((text) => {
      const time = Date.parse(text)
      return time >= 0 && time < Date.parse('9999-01-01')
    }, 'Invalid input'),
  )
}

/** A post as the editor sends it; `publishedAt` is null for a draft. */
export const PostInput = z.object({
  title: z
    .string({ error: 'Required' })
    .check(z.trim(), z.minLength(5, 'Title must be at least 5 characters'), z.maxLength(200), noNul()),
  slug: z
    .string({ error: 'Required' })
    .check(
      z.trim(),
      z.minLength(5, 'Slug must be at least 5 characters'),
      z.maxLength(SLUG_MAX),
      z.regex(/^[\p{L}\p{N}_-]+$/u, 'Use letters, digits and hyphens only'),
    ),
  excerpt: z._default(
    z.string().check(
      z.trim(),
      z.maxLength(500, 'Please keep this under 500 characters'),
      z.refine((text) => text === '' || text.length >= 10, 'Excerpt must be at least 10 characters'),
      noNul(),
    ),
    '',
  ),
  content: z
    .string({ error: 'Required' })
    .check(
      z.minLength(CONTENT_MIN, 'Content must be at least 50 characters'),
      z.maxLength(CONTENT_MAX, `Please keep this under ${CONTENT_MAX} characters`),
      noNul(),
    ),
  coverImage: z.pipe(
    z.string({ error: 'Required' }).check(z.trim(), z.minLength(5, 'Cover image URL is required')),
    pictureAddress({ max: 2000, message: 'Use an image of the media library or an address with https://' }),
  ),
  imageAlt: optionalText(500),
  isPinOptimized: z._default(z.boolean(), true),
  pinText: z._default(z.nullable(optionalText(500)), null),
  metaTitle: z._default(z.nullable(optionalText(200)), null),
  metaDescription: z._default(z.nullable(optionalText(400)), null),
  keywords: optionalText(500),
  categoryId: z._default(z.nullable(z.number('Invalid input').check(z.int(), z.gte(1), z.lte(2_147_483_647))), null),
  isFeatured: z._default(z.boolean(), false),
  publishedAt: z._default(z.nullable(moment()), null),
})
export type PostInput = z.infer<typeof PostInput>

/** A post as it is stored; `version` counts its saves and is its ETag. */
export const EditablePost = z.extend(Post, { version: z.number(), status: PostStatus })
export type EditablePost = z.infer<typeof EditablePost>

/** A row of the owner's list of posts. */
export const OwnerPostSummary = z.extend(PostSummary, { version: z.number(), status: PostStatus })
export type OwnerPostSummary = z.infer<typeof OwnerPostSummary>

/** The body of a 409: the post as it is stored now, to compare. */
export const PostConflict = z.object({ message: z.string(), current: EditablePost })
export type PostConflict = z.infer<typeof PostConflict>

export const listPosts = endpoint({
  method: 'GET',
  path: '/posts',
  access: 'public',
  summary: 'Published posts, newest first, without their bodies',
  query: PostListQuery,
  list: true,
  dependsOn: ['posts', 'categories', 'images'],
  cacheable: true,
  responses: { 200: json('The posts', z.array(PostSummary)) },
})

export const listOwnerPosts = endpoint({
  method: 'GET',
  path: '/posts',
  when: 'status',
  access: 'owner',
  summary: 'The owner’s list of posts, drafts included',
  query: OwnerPostListQuery,
  list: true,
  responses: { 200: json('The posts', z.array(OwnerPostSummary)) },
})

export const listPostsInCategory = endpoint({
  method: 'GET',
  path: '/posts/category/:id',
  access: 'public',
  summary: 'Published posts of a category, newest first, at most 100',
  params: { id: Id },
  query: z.pick(PostListQuery, { limit: true }),
  notFound: 'Category not found',
  dependsOn: ['posts', 'categories', 'images'],
  cacheable: true,
  responses: { 200: json('The posts', z.array(PostSummary)) },
})

export const findPost = endpoint({
  method: 'GET',
  path: '/posts/:slug',
  access: 'public',
  summary:
    'One published post. A slug that the post had earlier finds it too; `slug` and Content-Location then name its current URL',
  params: { slug: Slug },
  notFound: 'Post not found',
  dependsOn: ['posts', 'categories', 'images', 'products'],
  cacheable: true,
  responses: { 200: json('The post', Post) },
})

export const findPostSource = endpoint({
  method: 'GET',
  path: '/posts/:id/source',
  access: 'owner',
  summary: 'A post as it is stored, to edit it',
  params: { id: Id },
  notFound: 'Post not found',
  versioned: true,
  responses: { 200: json('The post', EditablePost) },
})

export const previewPost = endpoint({
  method: 'GET',
  path: '/posts/:id/preview',
  access: 'owner',
  summary: 'A post as its page would show it now, draft or not',
  params: { id: Id },
  notFound: 'Post not found',
  responses: { 200: json('The post', Post) },
})

export const exportPosts = endpoint({
  method: 'GET',
  path: '/posts.csv',
  access: 'owner',
  summary: 'The owner’s list of posts as a table, all pages of it',
  query: OwnerPostListQuery,
  responses: { 200: csv('Comma-separated values, UTF-8') },
})

export const listAffiliateHosts = endpoint({
  method: 'GET',
  path: '/affiliate-hosts',
  access: 'owner',
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

export const createPost = endpoint({
  method: 'POST',
  path: '/posts',
  access: 'owner',
  summary: 'Create a post; at most 1 MB',
  body: PostInput,
  bodyMax: POST_BYTES_MAX,
  idempotent: true,
  versioned: true,
  purges: ['posts'],
  audit: 'Created post “…”',
  responses: { 201: json('Created', EditablePost), 422: slugTaken },
})

export const savePost = endpoint({
  method: 'PUT',
  path: '/posts/:id',
  access: 'owner',
  summary: 'Save a post; at most 1 MB. With If-Match only if it is still of that version',
  params: { id: Id },
  body: PostInput,
  bodyMax: POST_BYTES_MAX,
  idempotent: true,
  ifMatch: true,
  versioned: true,
  notFound: 'Post not found',
  purges: ['posts'],
  audit: 'Changed post “…”',
  responses: { 200: json('Saved', EditablePost), 409: postConflict, 422: slugTaken },
})

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/posts/:id',
  access: 'owner',
  summary: 'Delete a post; its slug is free again',
  params: { id: Id },
  idempotent: true,
  notFound: 'Post not found',
  purges: ['posts'],
  audit: 'Deleted post “…”',
  responses: { 200: json('Deleted', Empty) },
})

export const restorePost = endpoint({
  method: 'POST',
  path: '/posts/:id/restore',
  access: 'owner',
  summary: 'Restore a deleted post',
  params: { id: Id },
  idempotent: true,
  notFound: 'Post not found',
  purges: ['posts'],
  audit: 'Brought back post “…”',
  responses: { 200: json('Restored', Empty), 409: failure('Another post has its slug'), 422: slugTaken },
})

export const deletePosts = endpoint({
  method: 'POST',
  path: '/posts/delete',
  summary: 'Delete several posts',
  purges: ['posts'],
  audit: 'Deleted posts “…”',
  ...bulkAction,
})

export const restorePosts = endpoint({
  method: 'POST',
  path: '/posts/restore',
  summary: 'Restore several deleted posts, or none where another post has one of their slugs',
  purges: ['posts'],
  audit: 'Brought back posts “…”',
  ...bulkAction,
  responses: { ...bulkAction.responses, 409: failure('Another post has one of their slugs'), 422: slugTaken },
})
