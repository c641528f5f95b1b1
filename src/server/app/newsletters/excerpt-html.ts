import type { PostDraft } from '../../../contract/post-draft.ts'
import { escapeText } from '../../content/rich-text/html-tokens.ts'

type Excerpted = Pick<PostDraft, 'title' | 'slug' | 'excerpt' | 'coverImage' | 'imageAlt'>

/** The cover and the excerpt of a post, with a link to it. */
export function excerptHtml({ title, slug, excerpt, coverImage, imageAlt }: Excerpted): string {
  const cover = coverImage ? `<img src="${attribute(coverImage)}" alt="${attribute(imageAlt || title)}">` : ''
  return `${cover}<p>${escapeText(excerpt)}</p><p><a href="${postHref(slug)}">Read “${escapeText(title)}”</a></p>`
}

/** The same below its title. */
export function titledExcerptHtml(post: Excerpted): string {
  return `<h2><a href="${postHref(post.slug)}">${escapeText(post.title)}</a></h2>${excerptHtml(post)}`
}

const postHref = (slug: string) => attribute(`/blog/${encodeURIComponent(slug)}`)

const attribute = (text: string) => escapeText(text).replaceAll('"', '&quot;')
