import type { PinLayout } from '../../../contract/content/pins.ts'
import type { PostDraft } from '../../../contract/content/post-draft.ts'
import { type Labelled, unlabelled } from '../../../contract/content/post-labels.ts'
import type { EditablePost, Post, PostInput } from '../../../contract/content/posts.ts'
import { documentTitle } from '../../../contract/content/search-result.ts'

/** The form's values: every text is a string, '' stands for no category. */
export type PostFields = Labelled & {
  title: string
  slug: string
  excerpt: string
  /** HTML; '' if empty. */
  content: string
  coverImage: string
  imageAlt: string
  isPinOptimized: boolean
  pinText: string
  /** '' for no drawn pin. */
  pinLayout: PinLayout | ''
  pinImage: string
  metaTitle: string
  metaDescription: string
  keywords: string
  categoryId: string
  isFeatured: boolean
  linkIngredients: boolean
  /** ISO 8601 in UTC; null for a draft. */
  publishedAt: string | null
}

export type FieldName = keyof PostFields

/** In the order of the form. */
const fieldLabels: Record<FieldName, string> = {
  title: 'Title',
  slug: 'Slug',
  content: 'Content',
  excerpt: 'Excerpt',
  publishedAt: 'Publish date',
  categoryId: 'Category',
  isFeatured: 'Featured post',
  linkIngredients: 'Link ingredients in this post',
  label: 'Label',
  labelBrand: 'Brand of the label',
  labelSentence: 'Sentence of the label',
  coverImage: 'Cover image',
  imageAlt: 'Image alt text',
  isPinOptimized: 'Pinterest-optimized',
  pinText: 'Pin text',
  pinLayout: 'Pin layout',
  pinImage: 'Pin picture',
  metaTitle: 'Meta title',
  metaDescription: 'Meta description',
  keywords: 'Keywords',
}

/** The label of a field in the editor of a kind. */
export const labelOf = (name: FieldName, { labels }: { labels: Partial<Record<FieldName, string>> }): string =>
  labels[name] ?? fieldLabels[name]

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
    pinLayout: '',
    pinImage: '',
    metaTitle: '',
    metaDescription: '',
    keywords: '',
    categoryId: '',
    isFeatured: false,
    linkIngredients: true,
    ...unlabelled,
    publishedAt: now.toISOString(),
  }
}

export function fieldsOf(post: Post | PostInput | PostDraft): PostFields {
  return {
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt,
    content: post.content,
    coverImage: post.coverImage,
    imageAlt: post.imageAlt,
    isPinOptimized: post.isPinOptimized,
    pinText: post.pinText ?? '',
    pinLayout: post.pinLayout ?? '',
    pinImage: post.pinImage ?? '',
    metaTitle: post.metaTitle ?? '',
    metaDescription: post.metaDescription ?? '',
    keywords: post.keywords,
    categoryId: post.categoryId === null ? '' : String(post.categoryId),
    isFeatured: post.isFeatured,
    linkIngredients: post.linkIngredients,
    label: post.label,
    labelBrand: post.labelBrand,
    labelSentence: post.labelSentence,
    publishedAt: post.publishedAt,
  }
}

/** Returns the fields that the editor shows of a post: the draft as it was typed, or the working copy, else the saved ones. */
export function editedFields(post: EditablePost): PostFields {
  return fieldsOf(post.draft ?? post)
}

/** The form's values as they were typed, for an autosave. */
export function toDraft(fields: PostFields): PostDraft {
  return {
    ...fields,
    pinText: fields.pinText || null,
    pinLayout: fields.pinLayout || null,
    metaTitle: fields.metaTitle || null,
    metaDescription: fields.metaDescription || null,
    categoryId: fields.categoryId === '' ? null : Number(fields.categoryId),
    publishedAt: fields.publishedAt || null,
  }
}

const textNames = [
  'title',
  'content',
  'excerpt',
  'coverImage',
  'imageAlt',
  'pinText',
  'pinImage',
  'metaTitle',
  'metaDescription',
  'keywords',
] as const

/** Whether nothing is typed; a slug alone was derived from a title that is gone. */
export function isEmptied(fields: PostFields): boolean {
  return textNames.every((name) => fields[name].trim() === '')
}

/** Whether a new post exists from here on: its default date and choices do not count. */
export function hasText(fields: PostFields): boolean {
  return fields.slug.trim() !== '' || !isEmptied(fields)
}

/** Converts the form's values to the API's input; an empty meta title is derived from the title. */
export function toInput(fields: PostFields, brand: string): PostInput {
  return {
    ...fields,
    pinText: fields.pinText || null,
    pinLayout: fields.pinLayout || null,
    metaTitle: documentTitle(fields, brand) || null,
    metaDescription: fields.metaDescription || null,
    categoryId: fields.categoryId === '' ? null : Number(fields.categoryId),
    publishedAt: fields.publishedAt || null,
  }
}

export function isSame(a: PostFields, b: PostFields): boolean {
  return fieldNames.every((name) => a[name] === b[name])
}

/** The fields in which two versions of a post differ. */
export function differences(a: PostFields, b: PostFields): FieldName[] {
  return fieldNames.filter((name) => a[name] !== b[name])
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The text of a post that is opened. A draft keeps a date to come, and one before the day of its creation, which was chosen
 * on purpose; any other that passed while it was a draft is removed, so that a save keeps the draft. The draft of a page that is
 * public anyway takes its place with the next save.
 */
export function openedFields(post: EditablePost, now: Date, publicSlugs: readonly string[] = []): PostFields {
  const fields = editedFields(post)
  if (post.status !== 'draft' || !fields.publishedAt) return fields
  const planned = Date.parse(fields.publishedAt)
  const hasPassed = planned < now.getTime() && planned > Date.parse(post.createdAt) - DAY_MS
  if (!hasPassed) return fields
  return { ...fields, publishedAt: publicSlugs.includes(post.slug) ? now.toISOString() : null }
}
