import * as z from 'zod/mini'
import { builtInPages } from '../../../contract/content/built-in-pages.ts'
import { PageInput } from '../../../contract/content/pages.ts'
import { PostInput } from '../../../contract/content/posts.ts'
import { sendPage } from '../../data/owner/pages.ts'
import { pageHref } from '../../hrefs.ts'
import { commonKind, type EditorKind, everyField, sendAttempt, toastsOf } from '../editor/editor-kind.ts'

/** A page has an address of its own outside the blog, and nothing that belongs to a list of articles. */
export const pageKind: EditorKind = {
  ...commonKind,
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
  input: z.safeExtend(PostInput, {
    slug: PageInput.shape.slug,
    coverImage: z.nonoptional(PageInput.shape.coverImage),
  }),
  send: (attempt) => sendAttempt('page', sendPage, attempt),
  toasts: toastsOf('page'),
}
