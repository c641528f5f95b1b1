import * as z from 'zod/mini'
import { LIST_MAX } from '../platform/limits.ts'
import { listQuery } from '../platform/lists.ts'
import { PageNumber, Slug } from '../platform/paths.ts'
import { charactersUpTo, moment, noNul, pictureAddress, typed } from '../platform/text-fields.ts'
import { trimTyped } from '../platform/typed-text.ts'
import { canonicalSlug } from './canonical-slug.ts'
import { KEYWORDS_MAX } from './keywords.ts'
import { Picture } from './pictures.ts'
import { PinLayout } from './pins.ts'
import { PostDraft } from './post-draft.ts'
import { brandIsNamed, LABEL_BRAND_MAX, LABEL_SENTENCE_MAX, PostLabel } from './post-labels.ts'

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
  /** The layout of the pin that is drawn; null pins the picture itself. */
  pinLayout: z.nullable(PinLayout),
  /** URL of the pin's picture; empty for the cover. */
  pinImage: z.string(),
  metaTitle: z.nullable(z.string()),
  metaDescription: z.nullable(z.string()),
  keywords: z.string(),
  categoryId: z.nullable(z.number()),
  /** Name of the category, for a card badge that follows it. */
  categoryName: z.nullable(z.string()),
  isFeatured: z.boolean(),
  /** Whether first mentions of ingredients in its text become links. */
  linkIngredients: z.boolean(),
  label: PostLabel,
  labelBrand: z.string(),
  /** The sentence that the text opens with; empty for the default one of its label. */
  labelSentence: z.string(),
  /** The words of the label above its title, for readers; absent without any. */
  kicker: z.optional(z.string()),
  publishedAt: z.nullable(z.string()),
  createdAt: z.string(),
  /** When it was saved, or for visitors when it became public if that was later. */
  updatedAt: z.string(),
  picture: z.nullable(Picture),
})
export type PostSummary = z.infer<typeof PostSummary>

/** A question of a block of questions, as plain text. */
export const Question = z.object({ question: z.string(), answer: z.string() })
export type Question = z.infer<typeof Question>

/** A review in a body, for search engines. `price` is a decimal in `currency`. */
export const BlockReview = z.object({
  name: z.string(),
  slug: z.string(),
  brand: z.string(),
  imageUrl: z.string(),
  picture: z.nullable(Picture),
  rating: z.nullable(z.number()),
  verdict: z.string(),
  pros: z.array(z.string()),
  cons: z.array(z.string()),
  /** Empty where it may not be shown. */
  price: z.string(),
  currency: z.string(),
  affiliateLink: z.string(),
})
export type BlockReview = z.infer<typeof BlockReview>

/** The products of a comparison, or of top picks, in a body. */
export const BlockList = z.object({ items: z.array(z.object({ name: z.string(), slug: z.string() })) })
export type BlockList = z.infer<typeof BlockList>

/** A section of a body: the id and the text of its heading. */
export const ContentsEntry = z.object({ id: z.string(), text: z.string() })
export type ContentsEntry = z.infer<typeof ContentsEntry>

/** `content` is HTML: as stored for the owner's editor, as its page shows it everywhere else. */
export const Post = z.extend(PostSummary, {
  content: z.string(),
  /** The questions with their answers in a rendered body, if it has some. */
  questions: z.optional(z.array(Question)),
  reviews: z.optional(z.array(BlockReview)),
  lists: z.optional(z.array(BlockList)),
  /** The sections of a rendered body, if it has three or more. */
  contents: z.optional(z.array(ContentsEntry)),
  /** The first sentences of a rendered body, if the post has no excerpt. */
  opening: z.optional(z.string()),
  /** Minutes to read the rendered body, if more than one. */
  readingMinutes: z.optional(z.number()),
  /** The changes of the last revision, and since when the post states them; absent without a note. */
  updateNote: z.optional(z.string()),
  updateNotedAt: z.optional(z.string()),
})
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

/** Pages, templates and newsletters are edited like posts; a template and a newsletter have no public page of a post. */
export const PostKind = z.enum(['post', 'page', 'template', 'newsletter'])
export type PostKind = z.infer<typeof PostKind>

/** By publication date: draft without one, scheduled if it is in the future, else published. */
export const PostStatus = z.enum(['draft', 'scheduled', 'published'])
export type PostStatus = z.infer<typeof PostStatus>

/** `trash`: deleted in the last 30 days. */
export const PostListStatus = z.enum(['all', 'draft', 'scheduled', 'published', 'trash'])

export const OwnerPostListQuery = listQuery(['updatedAt', 'publishedAt', 'title', 'deletedAt'], {
  status: PostListStatus,
  /** Absent: posts. */
  kind: z.optional(PostKind),
  categoryId: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))),
  /** `none`: public ones to which no other public post or page links in its text. */
  links: z.optional(z.enum(['none'])),
})
export type OwnerPostListQuery = z.infer<typeof OwnerPostListQuery>

const optionalText = (max: number) => z._default(z.string().check(typed(), charactersUpTo(max), noNul()), '')

const postFields = z.object({
  title: z
    .string({ error: 'Required' })
    .check(typed(), z.minLength(5, 'Title must be at least 5 characters'), charactersUpTo(200), noNul()),
  slug: z
    .string({ error: 'Required' })
    .check(
      typed(),
      z.overwrite(canonicalSlug),
      z.minLength(5, 'Slug must be at least 5 characters'),
      charactersUpTo(SLUG_MAX),
      z.regex(/^[\p{L}\p{N}_-]+$/u, 'Use letters, digits and hyphens only'),
    ),
  excerpt: z._default(
    z.string().check(
      typed(),
      charactersUpTo(500),
      z.refine((text) => text === '' || text.length >= 10, 'Excerpt must be at least 10 characters'),
      noNul(),
    ),
    '',
  ),
  content: z
    .string({ error: 'Required' })
    .check(z.minLength(CONTENT_MIN, 'Content must be at least 50 characters'), charactersUpTo(CONTENT_MAX), noNul()),
  coverImage: z.pipe(
    z.string({ error: 'Required' }).check(z.overwrite(trimTyped), z.minLength(5, 'Cover image URL is required')),
    pictureAddress({ max: 2000, message: 'Use an image of the media library or an address with https://' }),
  ),
  imageAlt: optionalText(500),
  isPinOptimized: z._default(z.boolean(), true),
  pinText: z._default(z.nullable(optionalText(500)), null),
  pinLayout: z._default(z.nullable(PinLayout), null),
  pinImage: z._default(
    pictureAddress({
      max: 2000,
      message: 'Use an image of the media library or an address with https://',
      isOptional: true,
    }),
    '',
  ),
  metaTitle: z._default(z.nullable(optionalText(200)), null),
  metaDescription: z._default(z.nullable(optionalText(400)), null),
  keywords: optionalText(KEYWORDS_MAX),
  categoryId: z._default(z.nullable(z.number('Invalid input').check(z.int(), z.gte(1), z.lte(2_147_483_647))), null),
  isFeatured: z._default(z.boolean(), false),
  linkIngredients: z._default(z.boolean(), true),
  label: z._default(PostLabel, 'none'),
  labelBrand: optionalText(LABEL_BRAND_MAX),
  labelSentence: optionalText(LABEL_SENTENCE_MAX),
  publishedAt: z._default(z.nullable(moment()), null),
})

/** A post as the editor sends it; `publishedAt` is null for a draft. */
export const PostInput = postFields.check(brandIsNamed)
export type PostInput = z.infer<typeof PostInput>

/**
 * A post as it is stored; `version` counts its writes, saves and autosaves, and is its ETag. `draft` is what the editor shows
 * instead of the saved fields: the text of a draft as it was typed, or the working copy of a public or scheduled post.
 */
export const EditablePost = z.extend(Post, {
  version: z.number(),
  status: PostStatus,
  kind: PostKind,
  draft: z.nullable(PostDraft),
  /** When `draft` was last stored. */
  draftedAt: z.nullable(z.string()),
})
export type EditablePost = z.infer<typeof EditablePost>

/** A row of the owner's list of posts. */
export const OwnerPostSummary = z.extend(PostSummary, {
  version: z.number(),
  status: PostStatus,
  /** Whether a public or scheduled post has a working copy. */
  hasUnpublishedChanges: z.boolean(),
  /** Null unless it is in the trash. */
  deletedAt: z.nullable(z.string()),
})
export type OwnerPostSummary = z.infer<typeof OwnerPostSummary>

/** The body of a 409: the post as it is stored now, to compare. */
export const PostConflict = z.object({ message: z.string(), current: EditablePost })
export type PostConflict = z.infer<typeof PostConflict>

/** The post, page or template as the editor holds it and visitors would see it. */
export const PostPreview = z.extend(Post, { kind: PostKind })
export type PostPreview = z.infer<typeof PostPreview>
