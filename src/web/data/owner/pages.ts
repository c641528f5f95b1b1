import { findSite } from '../../../contract/accounts/site.ts'
import type { BuiltInPage } from '../../../contract/content/built-in-pages.ts'
import { createPage, listBuiltInPages, type PageInput, savePage } from '../../../contract/content/pages.ts'
import type { PostDraft } from '../../../contract/content/post-draft.ts'
import { createDraft } from '../../../contract/content/post-drafts.ts'
import type { EditablePost } from '../../../contract/content/posts.ts'
import { ownerQuery, ownerRead, ownerWrite } from './owner-call.ts'

export const builtInPagesQuery = () => ownerQuery(listBuiltInPages)

export type PageSave = { id: number | undefined; version: number | undefined; input: PageInput; key: string }

/** Creates a page, or saves it as the version after `version`; rejects with 409 and a PostConflict for an older version. */
export function sendPage({ id, version, input, key }: PageSave): Promise<EditablePost> {
  if (id === undefined) return ownerWrite(createPage, { body: input }, key)
  return ownerWrite(savePage, { params: { id }, body: input, version }, key)
}

/** Creates the draft of a page. */
export const createPageDraft = (draft: Partial<PostDraft>, key: string) =>
  ownerWrite(createDraft, { body: { ...draft, kind: 'page' } }, key)

/** The settings of which the default about page is made. */
export const readAboutSettings = () => ownerRead(findSite)

/** The HTML of a built-in page as visitors get it. */
export async function readPageHtml(slug: BuiltInPage): Promise<string | undefined> {
  const response = await fetch(`/${slug}`, { cache: 'no-cache' })
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error('The default text could not be loaded. Please try again.')
  return response.text()
}
