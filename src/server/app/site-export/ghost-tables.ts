import { createHash } from 'node:crypto'
import { statusOf } from '../../content/posts/post-columns.ts'
import { parseTree, writeTree } from '../site-import/content/html-tree.ts'
import { keywordsOf, type Term, type Terms } from './read-terms.ts'
import type { ExportedText } from './walk-texts.ts'

/** The version of the format, which later ones of Ghost take as well. */
export const GHOST_VERSION = '5.130.0'

/** An id as Ghost writes it. */
export const ghostId = (kind: 'post' | 'tag' | 'user' | 'relation', id: number) =>
  ({ post: '1', tag: '2', user: '3', relation: '4' })[kind] + id.toString(16).padStart(23, '0')

/** Equal in each export, so that a repeated import finds its rows. */
function uuidOf(origin: string, id: number): string {
  const hex = createHash('sha256').update(`${origin} ${id}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

type GhostPost = { origin: string; now: string; html: string; cover: string }

export function toGhostPost({ kind, stored }: ExportedText, { origin, now, html, cover }: GhostPost) {
  return {
    id: ghostId('post', stored.id),
    uuid: uuidOf(origin, stored.id),
    title: shorten(stored.title, 255) || 'Untitled',
    slug: stored.slug.slice(0, 191),
    html: withCards(html),
    comment_id: ghostId('post', stored.id),
    feature_image: cover || null,
    featured: stored.isFeatured ? 1 : 0,
    type: kind,
    status: statusOf(stored.publishedAt, now),
    locale: null,
    visibility: 'public',
    email_recipient_filter: 'all',
    created_at: stored.createdAt,
    updated_at: stored.updatedAt,
    published_at: stored.publishedAt,
    custom_excerpt: shorten(stored.excerpt, 300) || null,
    codeinjection_head: null,
    codeinjection_foot: null,
    custom_template: null,
    canonical_url: null,
  }
}

export function toGhostMeta({ stored }: ExportedText) {
  return {
    post_id: ghostId('post', stored.id),
    feature_image_alt: shorten(stored.imageAlt, 191) || null,
    meta_title: stored.metaTitle || null,
    meta_description: stored.metaDescription || null,
  }
}

export const toGhostTag = ({ id, slug, name, description }: Term) => ({
  id: ghostId('tag', id),
  name: shorten(name, 191),
  slug,
  description: shorten(description, 500) || null,
  visibility: 'public',
})

/** The tags of a text, its category first: that is the primary one. */
export function tagsOf({ stored }: ExportedText, { categories, tags }: Terms): Term[] {
  const category = stored.categoryName === null ? undefined : categories.get(stored.categoryName)
  return [category, ...keywordsOf(stored.keywords).map((keyword) => tags.get(keyword))].filter(
    (term) => term !== undefined,
  )
}

/** Wraps blocks without a card in Ghost's editor, which would lose their tags, in a card of HTML. */
function withCards(html: string): string {
  const plain =
    /^<(?:(?:p|h[1-6]|ul|ol|hr|blockquote|pre)(?: id="[^"]*")?>|figure><img [^>]*>(?:<figcaption>|<\/figure>))/
  return parseTree(html)
    .map((node) => writeTree([node]).trim())
    .filter((block) => block !== '')
    .map((block) => (plain.test(block) ? block : `<!--kg-card-begin: html-->\n${block}\n<!--kg-card-end: html-->`))
    .join('\n')
}

function shorten(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/\s+\S*$/, '')}…`.toWellFormed()
}
