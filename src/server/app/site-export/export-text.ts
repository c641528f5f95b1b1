import { stringify } from 'yaml'
import type { Post, PostKind } from '../../../contract/content/posts.ts'
import { statusOf } from '../../content/posts/post-columns.ts'
import { escapeHtml } from '../../content/rich-text/html-tokens.ts'
import { markdownOf } from './markdown-body.ts'
import { localAddress, type MediaNames } from './media-names.ts'
import { portableHtml, withAddresses } from './portable-html.ts'

export type TextOptions = { origin: string; language: string; now: string; media: MediaNames }

export const folders: Readonly<Record<PostKind, string>> = {
  post: 'posts',
  page: 'pages',
  template: 'templates',
  newsletter: 'newsletters',
}

/** The path of a text on the site; undefined for one without a page of its own. */
export function pathOf({ slug }: Pick<Post, 'slug'>, kind: PostKind): string | undefined {
  if (kind === 'post') return `/blog/${encodeURIComponent(slug)}`
  return kind === 'page' ? `/${encodeURIComponent(slug)}` : undefined
}

/** A text as a file of Markdown with front matter. `post` has its stored HTML. */
export function markdownFile(post: Post, kind: PostKind, { media, now }: TextOptions): string {
  return `---\n${stringify(frontMatter(post, kind, { media, now }), { lineWidth: 0 })}---\n\n${markdownOf(withAddresses(post.content, (address) => localAddress(address, media)))}\n`
}

function frontMatter(post: Post, kind: PostKind, { media, now }: Pick<TextOptions, 'media' | 'now'>) {
  const { metaTitle, metaDescription, pinText, pinLayout, pinImage, label, labelBrand, labelSentence } = post
  return withoutBlanks({
    title: post.title,
    slug: post.slug,
    id: post.id,
    kind,
    status: statusOf(post.publishedAt, now),
    date: post.publishedAt,
    created: post.createdAt,
    updated: post.updatedAt,
    categories: post.categoryName === null ? [] : [post.categoryName],
    keywords: post.keywords.split(',').flatMap((word) => word.trim() || []),
    excerpt: post.excerpt,
    cover: localAddress(post.coverImage, media),
    coverAlt: post.imageAlt,
    featured: post.isFeatured,
    metaTitle,
    metaDescription,
    updateNote: post.updateNote,
    label: label === 'none' ? '' : label,
    labelBrand,
    labelSentence,
    pin: post.isPinOptimized,
    pinText,
    pinLayout,
    pinImage: localAddress(pinImage, media),
    linkIngredients: post.linkIngredients,
  })
}

function withoutBlanks(fields: Record<string, unknown>): Record<string, unknown> {
  const isBlank = (value: unknown) => value === undefined || value === null || value === ''
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isBlank(value)))
}

/** A text as a page of its own. `post` has its rendered HTML. */
export function htmlFile(post: Post, kind: PostKind, { origin, language, media }: TextOptions): string {
  const path = pathOf(post, kind)
  const cover = post.coverImage && absolute(localAddress(post.coverImage, media), origin)
  const body = portableHtml(post.content, (address) => localAddress(address, media), origin)
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(post.metaTitle || post.title)}</title>
${path === undefined ? '' : `<link rel="canonical" href="${escapeHtml(origin + path)}">\n`}<style>body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1.1rem/1.6 serif}img{max-width:100%;height:auto}</style>
</head>
<body>
<article>
<h1>${escapeHtml(post.title)}</h1>
${post.publishedAt === null ? '' : `<p><time datetime="${post.publishedAt}">${post.publishedAt.slice(0, 10)}</time></p>\n`}${post.excerpt ? `<p>${escapeHtml(post.excerpt)}</p>\n` : ''}${cover ? `<p><img src="${escapeHtml(cover)}" alt="${escapeHtml(post.imageAlt)}"></p>\n` : ''}${body}
</article>
</body>
</html>
`
}

const absolute = (address: string, origin: string) => (address.startsWith('/') ? origin + address : address)
