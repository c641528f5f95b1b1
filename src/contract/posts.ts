import * as z from 'zod/mini'
import { endpoint, json } from './endpoint.ts'
import { LIST_MAX } from './limits.ts'
import { listQuery } from './lists.ts'
import { Id, PageNumber, Slug } from './paths.ts'
import { Picture } from './pictures.ts'
import { noNul } from './text-fields.ts'

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

/** `content` is HTML that was cleaned by the allow-list when it was written. */
export const Post = z.extend(PostSummary, { content: z.string() })
export type Post = z.infer<typeof Post>

/** What `GET /api/posts` reads from its address. */
export const PostListQuery = z.object({
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(LIST_MAX))),
  page: z.optional(PageNumber),
  category: z.optional(Slug),
  featured: z.optional(z.literal('true')),
})
export type PostListQuery = z.infer<typeof PostListQuery>

/** Bytes of a post on its way to the server. */
export const POST_BYTES_MAX = 1_048_576

/** Characters of a post's body, as HTML. */
export const CONTENT_MIN = 50
export const CONTENT_MAX = 200_000

/** No date: draft. A date to come: scheduled. A date gone by: published. */
export const PostStatus = z.enum(['draft', 'scheduled', 'published'])
export type PostStatus = z.infer<typeof PostStatus>

/** What `GET /api/posts` reads besides when the owner asks with a `status`. */
export const OwnerPostListQuery = listQuery(['updatedAt', 'publishedAt', 'title'], {
  status: z.enum(['all', 'draft', 'scheduled', 'published']),
  categoryId: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))),
})
export type OwnerPostListQuery = z.infer<typeof OwnerPostListQuery>

const optionalText = (max: number) =>
  z._default(z.string().check(z.trim(), z.maxLength(max, `Please keep this under ${max} characters`), noNul()), '')

/** A moment that every database holds, with its offset. */
function moment() {
  return z.iso.datetime({ offset: true, error: 'Invalid input' }).check(
    z.refine((text) => {
      const time = Date.parse(text)
      return time >= 0 && time < Date.parse('9999-01-01')
    }, 'Invalid input'),
  )
}

/** A post as the owner sends it. `publishedAt` is a moment in UTC (ISO 8601), or null for a draft. */
export const PostInput = z.object({
  title: z
    .string({ error: 'Required' })
    .check(z.trim(), z.minLength(5, 'Title must be at least 5 characters'), z.maxLength(200), noNul()),
  slug: z
    .string({ error: 'Required' })
    .check(
      z.trim(),
      z.minLength(5, 'Slug must be at least 5 characters'),
      z.maxLength(200),
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
  coverImage: z
    .string({ error: 'Required' })
    .check(
      z.trim(),
      z.minLength(5, 'Cover image URL is required'),
      z.maxLength(2000),
      z.regex(/^(?:https?:\/\/|\/(?!\/))/i, 'Use an image of the media library or an address with https://'),
      noNul(),
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

/** A post as the editor has it: `version` counts its saves; it is the ETag that `If-Match` names. */
export const EditablePost = z.extend(Post, { version: z.number(), status: PostStatus })
export type EditablePost = z.infer<typeof EditablePost>

/** A row of the owner's list of posts. */
export const OwnerPostSummary = z.extend(PostSummary, { version: z.number(), status: PostStatus })
export type OwnerPostSummary = z.infer<typeof OwnerPostSummary>

/** What a save of an older version is answered with (409): the post as it stands now, to compare. */
export const PostConflict = z.object({ message: z.string(), current: EditablePost })
export type PostConflict = z.infer<typeof PostConflict>

/** An earlier state of a post. */
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

/** Revisions kept of each post. */
export const REVISIONS_MAX = 50

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
  responses: { 200: json('The post', Post) },
})
