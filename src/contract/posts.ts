import * as z from 'zod/mini'
import { LIST_MAX } from './limits.ts'
import { PageNumber, Slug } from './paths.ts'
import { Picture } from './pictures.ts'

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
