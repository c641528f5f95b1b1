import type { ComponentType } from 'react'
import type * as z from 'zod/mini'
import { type EditablePost, PostInput, type PostKind, type PostStatus } from '../../../contract/content/posts.ts'
import { bringBackPosts, removePosts, sendAsDraft, sendDraft, type sendPost } from '../../data/owner/posts.ts'
import type { ToastCopy } from '../../lib/copy.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { type FieldName, toDraft } from './post-fields.ts'
import type { Attempt, Stored } from './saver.ts'
import { slugOf } from './slug.ts'

type NoticeProps = {
  id: number
  /** The stored version of the text. */
  version: number | undefined
  flush: () => Promise<number | undefined>
}

type NextStepProps = {
  id: number | undefined
  flush: () => Promise<number | undefined>
  /** The id of the sentence that says why there is nothing to go on with yet. */
  blankReason: string | undefined
}

export type AfterPublishingProps = {
  post: EditablePost
  /** Whether the owner chose its newsletter as well. */
  isMailed: boolean
}

export type AtPublishingProps = {
  id: number | undefined
  /** The stored status, and the one that a save will give it. */
  now: PostStatus | undefined
  next: PostStatus
  isMailed: boolean
  onMail: (isMailed: boolean) => void
}

/** Declares what differs between the editors of posts, templates, pages and newsletters, in the folder of each kind. */
export type EditorKind = {
  kind: PostKind
  /** In sentences: 'This post could not be loaded.' */
  noun: string
  /** Is lost when several of them are deleted for good, as the beginning of a sentence. */
  deletedWith: string
  /** Where deleted texts no longer are, in a sentence. */
  deletedFrom: string
  remove: (ids: number[], key: string) => Promise<unknown>
  restore: (ids: number[], key: string) => Promise<unknown>
  /** The name of their list. */
  pluralLabel: string
  /** The button that opens an empty form, and the label of that form. */
  newLabel: string
  listLabel: string
  listHref: string
  newHref: string
  editHref: (id: number) => string
  /** The address of the published post; undefined where there is none. */
  publicHref: ((slug: string) => string) | undefined
  slugOf: (title: string) => string
  /** Labels that differ from those of a post. */
  labels: Partial<Record<FieldName, string>>
  titleHint: string | undefined
  excerptHint: string
  /** A menu of texts to insert into the title and the content. */
  TextMenu: ComponentType<{ onInsert: (text: string) => void }> | undefined
  saveLabel: string
  /** Says what a save does to a text that it never publishes. */
  keepVerb: string | undefined
  /** Stands above the text. */
  Notice: ComponentType<NoticeProps> | undefined
  /** The main button, if a text goes on to another page instead of being published by a save. */
  NextStep: ComponentType<NextStepProps> | undefined
  /** Stands next to the address of a text that was just published. */
  AfterPublishing: ComponentType<AfterPublishingProps> | undefined
  /** Stands below the date of publication. */
  AtPublishing: ComponentType<AtPublishingProps> | undefined
  /** The fields of the drawer. */
  fields: Record<
    'publish' | 'excerpt' | 'category' | 'keywords' | 'featured' | 'links' | 'cover' | 'pin' | 'search',
    boolean
  >
  /** Slugs that stay as they are, since the address is part of the site. */
  fixedSlugs: readonly string[]
  /** The rules of a save with a date. */
  input: z.ZodMiniType<PostInput, z.input<typeof PostInput>>
  send: (attempt: Attempt) => Promise<Stored>
  toasts: Record<'created' | 'updated' | 'createFailed' | 'saveFailed', ToastCopy>
}

export const everyField = {
  publish: true,
  excerpt: true,
  category: true,
  keywords: true,
  featured: true,
  links: true,
  cover: true,
  pin: true,
  search: true,
}

/** The properties that most kinds share. */
export const commonKind = {
  deletedWith: 'Their text and all earlier versions',
  deletedFrom: 'on your site',
  remove: removePosts,
  restore: bringBackPosts,
  slugOf,
  labels: {},
  titleHint: undefined,
  excerptHint: 'Stands below the title and on cards.',
  TextMenu: undefined,
  saveLabel: 'Save',
  keepVerb: undefined,
  Notice: undefined,
  NextStep: undefined,
  AfterPublishing: undefined,
  AtPublishing: undefined,
  fields: everyField,
  fixedSlugs: [],
  input: PostInput,
} satisfies Partial<EditorKind>

export function toastsOf(noun: 'page' | 'template' | 'newsletter'): EditorKind['toasts'] {
  return {
    created: adminMessages.textCreated(noun),
    updated: adminMessages.textUpdated(noun),
    createFailed: adminMessages.textCreateFailed(noun),
    saveFailed: adminMessages.textSaveFailed(noun),
  }
}

/** Sends an attempt; `publish` is the strict save of the kind. */
export async function sendAttempt(kind: PostKind, publish: typeof sendPost, attempt: Attempt): Promise<Stored> {
  const { verb, id, version, fields, input, key } = attempt
  const draft = toDraft(fields)
  if (verb === 'publish' && input) return withPost(await publish({ id, version, input, key }))
  if (verb === 'keep' && id !== undefined) return withPost(await sendAsDraft(id, { version, draft, key }))
  return sendDraft(kind, { id, version, draft, key })
}

const withPost = (post: EditablePost): Stored => ({ id: post.id, version: post.version, post })
