import type { PostDraft } from '../../../contract/content/post-draft.ts'
import { escapeText } from '../../content/rich-text/html-tokens.ts'

type Excerpted = Pick<PostDraft, 'title' | 'slug' | 'excerpt' | 'coverImage' | 'imageAlt'> & {
  kicker?: string | undefined
}

type Covered = Pick<Excerpted, 'title' | 'coverImage' | 'imageAlt'>

/** The cover of a post as a picture of a text; empty without one. */
export function coverHtml({ title, coverImage, imageAlt }: Covered): string {
  return coverImage ? `<figure><img src="${attribute(coverImage)}" alt="${attribute(imageAlt || title)}"></figure>` : ''
}

/** The cover and the excerpt of a post, with a button that leads to it. */
export function excerptHtml(post: Excerpted): string {
  const { slug, excerpt } = post
  const button = `<p data-block="button"><a href="${postHref(slug)}">Read the article</a></p>`
  return `${coverHtml(post)}<p>${escapeText(excerpt)}</p>${button}`
}

/** The same below its title, with the words of its label first. */
export function titledExcerptHtml(post: Excerpted): string {
  const kicker = post.kicker === undefined ? '' : `<p>${escapeText(post.kicker)}</p>`
  return `${kicker}<h2><a href="${postHref(post.slug)}">${escapeText(post.title)}</a></h2>${excerptHtml(post)}`
}

const postHref = (slug: string) => attribute(`/blog/${encodeURIComponent(slug)}`)

const attribute = (text: string) => escapeText(text).replaceAll('"', '&quot;')
