import type { Post, PostInput } from '../../../contract/posts.ts'

/** A post as the form holds it: every text is a string, no category is ''. */
export type PostFields = {
  title: string
  slug: string
  excerpt: string
  /** HTML, '' for an empty text. */
  content: string
  coverImage: string
  imageAlt: string
  isPinOptimized: boolean
  pinText: string
  metaTitle: string
  metaDescription: string
  keywords: string
  categoryId: string
  isFeatured: boolean
  /** A moment in UTC (ISO 8601), or null for a draft. */
  publishedAt: string | null
}

export type FieldName = keyof PostFields

/** The fields in the order in which they stand in the form. */
export const fieldLabels: Record<FieldName, string> = {
  title: 'Title',
  slug: 'Slug',
  content: 'Content',
  excerpt: 'Excerpt',
  publishedAt: 'Publish date',
  categoryId: 'Category',
  isFeatured: 'Featured post',
  coverImage: 'Cover image',
  imageAlt: 'Image alt text',
  isPinOptimized: 'Pinterest-optimized',
  pinText: 'Pin text',
  metaTitle: 'Meta title',
  metaDescription: 'Meta description',
  keywords: 'Keywords',
}

export const fieldNames = Object.keys(fieldLabels) as FieldName[]

/** A new post: published today unless the owner says otherwise. */
export function emptyFields(now: Date): PostFields {
  return {
    title: '',
    slug: '',
    excerpt: '',
    content: '',
    coverImage: '',
    imageAlt: '',
    isPinOptimized: true,
    pinText: '',
    metaTitle: '',
    metaDescription: '',
    keywords: '',
    categoryId: '',
    isFeatured: false,
    publishedAt: now.toISOString(),
  }
}

export function fieldsOf(post: Post | PostInput): PostFields {
  return {
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt,
    content: post.content,
    coverImage: post.coverImage,
    imageAlt: post.imageAlt,
    isPinOptimized: post.isPinOptimized,
    pinText: post.pinText ?? '',
    metaTitle: post.metaTitle ?? '',
    metaDescription: post.metaDescription ?? '',
    keywords: post.keywords,
    categoryId: post.categoryId === null ? '' : String(post.categoryId),
    isFeatured: post.isFeatured,
    publishedAt: post.publishedAt,
  }
}

/** What is sent of the fields. An empty date and an empty category are null; an empty meta title follows the title. */
export function toInput(fields: PostFields, brand: string): PostInput {
  return {
    ...fields,
    pinText: fields.pinText || null,
    metaTitle: fields.metaTitle.trim() || metaTitleOf(fields.title, brand) || null,
    metaDescription: fields.metaDescription || null,
    categoryId: fields.categoryId === '' ? null : Number(fields.categoryId),
    publishedAt: fields.publishedAt || null,
  }
}

/** The meta title of a post that has none of its own. */
export function metaTitleOf(title: string, brand: string): string {
  return title.trim() && `${title.trim()} | ${brand}`
}

export function isSame(a: PostFields, b: PostFields): boolean {
  return fieldNames.every((name) => a[name] === b[name])
}

/** The fields in which two states of a post differ. */
export function differences(a: PostFields, b: PostFields): FieldName[] {
  return fieldNames.filter((name) => a[name] !== b[name])
}
