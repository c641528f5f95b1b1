import type { Post, PostInput } from '../../../contract/posts.ts'

/** The form's values: every text is a string, '' stands for no category. */
export type PostFields = {
  title: string
  slug: string
  excerpt: string
  /** HTML; '' if empty. */
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
  /** ISO 8601 in UTC; null for a draft. */
  publishedAt: string | null
}

export type FieldName = keyof PostFields

/** In the order of the form. */
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

/** A new post is published now unless the owner changes the date. */
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

/** Converts the form's values to the API's input; an empty meta title is derived from the title. */
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

/** The default meta title. */
export function metaTitleOf(title: string, brand: string): string {
  return title.trim() && `${title.trim()} | ${brand}`
}

export function isSame(a: PostFields, b: PostFields): boolean {
  return fieldNames.every((name) => a[name] === b[name])
}

/** The fields in which two versions of a post differ. */
export function differences(a: PostFields, b: PostFields): FieldName[] {
  return fieldNames.filter((name) => a[name] !== b[name])
}
