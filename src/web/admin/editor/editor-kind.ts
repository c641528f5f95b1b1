import * as z from 'zod/mini'
import { fillWithoutReader, writtenFields } from '../../../contract/audience/merge-fields.ts'
import { builtInPages } from '../../../contract/content/built-in-pages.ts'
import { PageInput } from '../../../contract/content/pages.ts'
import { type EditablePost, PostInput, type PostKind } from '../../../contract/content/posts.ts'
import { sendPage } from '../../data/owner/pages.ts'
import { sendAsDraft, sendDraft, sendPost } from '../../data/owner/posts.ts'
import { pageHref, postHref } from '../../hrefs.ts'
import type { ToastCopy } from '../../lib/copy.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import {
  newNewsletterHref,
  newsletterAddress,
  newsletterHref,
  newsletterSendHref,
  newslettersHref,
} from '../newsletters/newsletter-hrefs.ts'
import { newTemplateHref, templateHref, templatesHref } from '../posts/template-hrefs.ts'
import { type FieldName, toDraft } from './post-fields.ts'
import type { Attempt, Stored } from './saver.ts'
import { slugOf } from './slug.ts'

/** What differs between the editors of posts, templates, pages and newsletters. */
export type EditorKind = {
  kind: PostKind
  /** In sentences: 'This post could not be loaded.' */
  noun: string
  /** What goes with several of them when they are deleted for good, as the beginning of a sentence. */
  deletedWith: string
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
  saveLabel: string
  /** What a save does to a text that it never publishes. */
  keepVerb: string | undefined
  /** Where a text goes on from the editor. */
  reviewHref: ((id: number) => string) | undefined
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

const everyField = {
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

export const postEditor: EditorKind = {
  kind: 'post',
  noun: 'post',
  deletedWith: 'Their text and all earlier versions',
  pluralLabel: 'Posts',
  newLabel: 'New Post',
  listLabel: 'All posts',
  listHref: '/admin/posts',
  newHref: '/admin/posts/new',
  editHref: (id) => `/admin/posts/${id}`,
  publicHref: postHref,
  slugOf,
  labels: {},
  titleHint: undefined,
  excerptHint: 'Stands below the title and on cards.',
  saveLabel: 'Save',
  keepVerb: undefined,
  reviewHref: undefined,
  fields: everyField,
  fixedSlugs: [],
  input: PostInput,
  send: (attempt) => sendAttempt('post', sendPost, attempt),
  toasts: {
    created: adminMessages.postCreated,
    updated: adminMessages.postUpdated,
    createFailed: adminMessages.postCreateFailed,
    saveFailed: adminMessages.postSaveFailed,
  },
}

/** A template is edited among the posts, and never becomes public. */
export const templateEditor: EditorKind = {
  ...postEditor,
  kind: 'template',
  noun: 'template',
  pluralLabel: 'Templates',
  newLabel: 'New template',
  listLabel: 'All templates',
  listHref: templatesHref,
  newHref: newTemplateHref,
  editHref: templateHref,
  publicHref: undefined,
  keepVerb: 'Keeps as template',
  fields: { ...everyField, publish: false },
  send: (attempt) => sendAttempt('template', sendPost, attempt),
  toasts: toastsOf('template'),
}

/** A newsletter is sent from a page of its own, and its save never publishes. */
export const newsletterEditor: EditorKind = {
  ...postEditor,
  kind: 'newsletter',
  noun: 'newsletter',
  deletedWith: 'Their text, all earlier versions, and the recipients and numbers of those that were sent',
  pluralLabel: 'Newsletters',
  newLabel: 'New newsletter',
  listLabel: 'All newsletters',
  listHref: newslettersHref,
  newHref: newNewsletterHref,
  editHref: newsletterHref,
  publicHref: newsletterAddress,
  slugOf: (subject) => slugOf(fillWithoutReader(subject)),
  labels: { title: 'Subject', excerpt: 'Preview text' },
  titleHint: `Here and in the text: ${writtenFields.join(', ')}. {{name|friend}} becomes ‘friend’ for readers without a name.`,
  excerptHint: 'Stands after the subject in the inbox.',
  saveLabel: 'Save draft',
  keepVerb: 'Sends nothing',
  reviewHref: newsletterSendHref,
  fields: {
    publish: false,
    excerpt: true,
    category: false,
    keywords: false,
    featured: false,
    links: false,
    cover: false,
    pin: false,
    search: false,
  },
  send: (attempt) => sendAttempt('newsletter', sendPost, attempt),
  toasts: toastsOf('newsletter'),
}

/** A page has an address of its own outside the blog, and nothing that belongs to a list of articles. */
export const pageEditor: EditorKind = {
  ...postEditor,
  kind: 'page',
  noun: 'page',
  pluralLabel: 'Pages',
  newLabel: 'New page',
  listLabel: 'All pages',
  listHref: '/admin/pages',
  newHref: '/admin/pages/new',
  editHref: (id) => `/admin/pages/${id}`,
  publicHref: pageHref,
  fields: { ...everyField, category: false, keywords: false, featured: false, links: false, pin: false },
  fixedSlugs: builtInPages,
  input: z.extend(PostInput, {
    slug: PageInput.shape.slug,
    coverImage: z.nonoptional(PageInput.shape.coverImage),
  }),
  send: (attempt) => sendAttempt('page', sendPage, attempt),
  toasts: toastsOf('page'),
}

export const editorKinds: Record<PostKind, EditorKind> = {
  post: postEditor,
  page: pageEditor,
  template: templateEditor,
  newsletter: newsletterEditor,
}

function toastsOf(noun: 'page' | 'template' | 'newsletter'): EditorKind['toasts'] {
  return {
    created: adminMessages.textCreated(noun),
    updated: adminMessages.textUpdated(noun),
    createFailed: adminMessages.textCreateFailed(noun),
    saveFailed: adminMessages.textSaveFailed(noun),
  }
}

/** Sends an attempt; `publish` is the strict save of the kind. */
async function sendAttempt(kind: PostKind, publish: typeof sendPost, attempt: Attempt): Promise<Stored> {
  const { verb, id, version, fields, input, key } = attempt
  const draft = toDraft(fields)
  if (verb === 'publish' && input) return withPost(await publish({ id, version, input, key }))
  if (verb === 'keep' && id !== undefined) return withPost(await sendAsDraft(id, { version, draft, key }))
  return sendDraft(kind, { id, version, draft, key })
}

const withPost = (post: EditablePost): Stored => ({ id: post.id, version: post.version, post })
