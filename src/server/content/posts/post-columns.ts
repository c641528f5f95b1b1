import { toPinLayout } from '../../../contract/content/pins.ts'
import { toPostLabel } from '../../../contract/content/post-labels.ts'
import type { PostInput, PostStatus, PostSummary } from '../../../contract/content/posts.ts'
import { shownPicture } from '../../../contract/platform/refused-pictures.ts'
import { toPicture } from '../../platform/db/picture-columns.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'

export const summaryColumns = [
  'posts.id',
  'posts.title',
  'posts.slug',
  'posts.excerpt',
  'posts.cover_image',
  'posts.image_alt',
  'posts.is_pin_optimized',
  'posts.pin_text',
  'posts.pin_layout',
  'posts.pin_image',
  'posts.meta_title',
  'posts.meta_description',
  'posts.keywords',
  'posts.category_id',
  'posts.is_featured',
  'posts.link_ingredients',
  'posts.label',
  'posts.label_brand',
  'posts.label_sentence',
  'posts.published_at',
  'posts.created_at',
  'posts.updated_at',
  'categories.name as category_name',
] as const

type PostColumn =
  Extract<(typeof summaryColumns)[number], `posts.${string}`> extends `posts.${infer Name extends keyof Row<'posts'>}`
    ? Name
    : never

type SummaryRow = Pick<Row<'posts'>, PostColumn> & {
  category_name: string | null
} & Parameters<typeof toPicture>[0]

export function toPostSummary(row: SummaryRow): PostSummary {
  return {
    ...toFields(row),
    coverImage: shownPicture(row.cover_image),
    pinImage: shownPicture(row.pin_image ?? ''),
    id: row.id,
    categoryName: row.category_name,
    createdAt: row.created_at,
    updatedAt: modifiedAt(row),
    picture: toPicture(row),
  }
}

/** When readers saw a change last: when the post was saved, or when it became public if that was later. */
export function modifiedAt({ published_at, updated_at }: Pick<Row<'posts'>, 'published_at' | 'updated_at'>): string {
  return published_at !== null && published_at > updated_at ? published_at : updated_at
}

/** The fields of a row that its owner writes. */
export function toPostInput(row: Fields & Pick<Row<'posts'>, 'content'>): PostInput {
  return { ...toFields(row), content: row.content }
}

type Fields = Pick<Row<'posts'>, Exclude<PostColumn, 'id' | 'created_at' | 'updated_at'>>

function toFields(row: Fields): Omit<PostInput, 'content'> {
  return {
    title: row.title,
    slug: row.slug,
    excerpt: row.excerpt,
    coverImage: row.cover_image,
    imageAlt: row.image_alt,
    isPinOptimized: Boolean(row.is_pin_optimized),
    pinText: row.pin_text,
    pinLayout: toPinLayout(row.pin_layout),
    pinImage: row.pin_image ?? '',
    metaTitle: row.meta_title,
    metaDescription: row.meta_description,
    keywords: row.keywords,
    categoryId: row.category_id,
    isFeatured: Boolean(row.is_featured),
    linkIngredients: Boolean(row.link_ingredients),
    label: toPostLabel(row.label),
    labelBrand: row.label_brand ?? '',
    labelSentence: row.label_sentence ?? '',
    publishedAt: row.published_at,
  }
}

/** Columns of a post that keeps the rules. `bodyText` is the text of the content, for the search. */
export function toColumns(post: PostInput, bodyText: string): Omit<NewRow<'posts'>, 'created_at' | 'updated_at'> {
  return {
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt,
    content: post.content,
    body_text: bodyText,
    cover_image: post.coverImage,
    image_alt: post.imageAlt,
    is_pin_optimized: post.isPinOptimized,
    pin_text: post.pinText,
    pin_layout: post.pinLayout,
    pin_image: post.pinImage || null,
    meta_title: post.metaTitle,
    meta_description: post.metaDescription,
    keywords: post.keywords,
    category_id: post.categoryId,
    is_featured: post.isFeatured,
    link_ingredients: post.linkIngredients,
    label: post.label === 'none' ? null : post.label,
    label_brand: post.labelBrand || null,
    label_sentence: post.labelSentence || null,
    published_at: post.publishedAt,
    draft_slug: null,
    planned_at: null,
  }
}

export function statusOf(publishedAt: string | null, now: string): PostStatus {
  if (publishedAt === null) return 'draft'
  return publishedAt > now ? 'scheduled' : 'published'
}
