import { createReadStream } from 'node:fs'
import { mediaKey } from '../../../contract/platform/urls.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import { statusOf } from '../../content/posts/post-columns.ts'
import { escapeText } from '../../content/rich-text/html-tokens.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { inSnapshot } from '../../platform/db/snapshot.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import { readWxr } from '../site-import/sources/wxr.ts'
import { type AttachmentIds, blockMarkup } from './block-markup.ts'
import { pathOf } from './export-text.ts'
import { portableHtml } from './portable-html.ts'
import { keywordsOf, readTerms, type Terms } from './read-terms.ts'
import { countTexts, type ExportedText, walkTexts } from './walk-texts.ts'
import { address, cdata, field, localTime, NO_TIME, postMeta, term, wxrEnd, wxrHead } from './wordpress-parts.ts'
import type { ExportProgress } from './write-archive.ts'
import { writeFileWhole } from './write-file.ts'

export type PortableOptions = {
  db: Db
  file: string
  origin: string
  now: Date
  signal: AbortSignal
  onProgress?: (progress: ExportProgress) => void
}

/** The texts that other programs have a place for. */
export const portableKinds = ['post', 'page'] as const

/** The content of the file. */
export type PortableCounts = { texts: number; pictures: number }

type Wordpress = {
  origin: string
  now: string
  timeZone: string
  author: string
  terms: Terms
  /** The address of each picture of the media library, by its key. */
  pictures: ReadonlyMap<string, string>
  attachments: AttachmentIds
  /** Former slugs by the id of the post. */
  oldSlugs: ReadonlyMap<number, string[]>
}

/**
 * Writes posts, pages, categories, tags and pictures as WXR 1.2, which the importer of WordPress takes. It fetches the pictures from this
 * site, which has to be reachable until then. The file is read back before it gets its name.
 */
export async function writeWordpress(options: PortableOptions): Promise<PortableCounts> {
  const { db, file, signal, onProgress } = options
  const counts = { texts: 0, pictures: 0 }
  await inSnapshot(db, (snapshot) =>
    writeFileWhole(file, chunks(snapshot, options, counts), async (unfinished) => {
      const found = { text: 0, picture: 0 }
      for await (const record of readWxr(createReadStream(unfinished), 'The export')) {
        signal.throwIfAborted()
        if (record.type === 'problem') throw new Error(`The export is malformed: ${record.item}: ${record.text}`)
        if (record.type === 'text' || record.type === 'picture') found[record.type] += 1
        if (record.type === 'text') onProgress?.({ step: 'checking', done: found.text, total: counts.texts })
      }
      if (found.text !== counts.texts || found.picture !== counts.pictures)
        throw new Error('The export is not what was written into it.')
    }),
  )
  return counts
}

async function* chunks(
  db: Db,
  { origin, now, signal, onProgress }: PortableOptions,
  counts: PortableCounts,
): AsyncGenerator<string> {
  const { settings } = await readSettings(db)
  const terms = await readTerms(db)
  const author = settings.authorName || settings.brand
  yield `${wxrHead}	<title>${address(settings.brand)}</title>
	<link>${address(origin)}</link>
	<description>${address(settings.description)}</description>
	<pubDate>${now.toUTCString()}</pubDate>
	<language>${address(settings.language)}</language>
	<wp:wxr_version>1.2</wp:wxr_version>
	<wp:base_site_url>${address(origin)}</wp:base_site_url>
	<wp:base_blog_url>${address(origin)}</wp:base_blog_url>
	<wp:author>
${field('wp:author_id', 1)}${field('wp:author_login', 'author')}${field('wp:author_email', settings.email)}${field('wp:author_display_name', author)}${field('wp:author_first_name', '')}${field('wp:author_last_name', '')}	</wp:author>
`
  for (const { id, slug, name, description } of terms.categories.values())
    yield `\t<wp:category>\n${field('wp:term_id', id)}${field('wp:category_nicename', slug)}${field('wp:category_parent', '')}${field('wp:cat_name', name)}${field('wp:category_description', description)}\t</wp:category>\n`
  for (const { id, slug, name } of terms.tags.values())
    yield `\t<wp:tag>\n${field('wp:term_id', id)}${field('wp:tag_slug', slug)}${field('wp:tag_name', name)}\t</wp:tag>\n`
  const images = await listImages(db)
  const pictures = new Map(images.map(({ key, url }) => [key, origin + url]))
  const attachments = new Map(images.map(({ id, url }) => [origin + url, id]))
  const wordpress: Wordpress = {
    ...{ origin, now: now.toISOString(), timeZone: settings.timeZone, author, terms, pictures, attachments },
    oldSlugs: await readOldSlugs(db),
  }
  for (const image of images) {
    signal.throwIfAborted()
    counts.pictures += 1
    yield attachmentItem(image, wordpress)
  }
  const total = await countTexts(db, portableKinds)
  for await (const text of walkTexts(db, portableKinds)) {
    onProgress?.({ step: 'texts', done: counts.texts, total })
    counts.texts += 1
    yield textItem(text, await listComments(db, text.stored.id), wordpress)
    await yieldToEventLoop(signal)
  }
  yield wxrEnd
}

type Image = { id: number; key: string; url: string; alt_text: string; file_name: string; created_at: string }

/** Ids of pictures follow those of the texts, with which they share a table there. */
async function listImages(db: Db): Promise<Image[]> {
  const { last } = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('images')
    .select(['id', 'key', 'url', 'alt_text', 'file_name', 'created_at'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, id: row.id + Number(last ?? 0) }))
}

async function readOldSlugs(db: Db): Promise<Map<number, string[]>> {
  const rows = await db.selectFrom('redirects').select(['target_id', 'from_slug']).where('kind', '=', 'posts').execute()
  const byPost = Map.groupBy(rows, ({ target_id }) => target_id)
  return new Map([...byPost].map(([id, found]) => [id, found.map(({ from_slug }) => from_slug)]))
}

function attachmentItem({ id, url, alt_text, file_name, created_at }: Image, wordpress: Wordpress): string {
  const whole = wordpress.origin + url
  const title = file_name.replace(/(?<=.)\.[^.]*$/u, '')
  return item({ title, link: whole, guid: whole, date: created_at }, wordpress, [
    field('content:encoded', ''),
    field('excerpt:encoded', ''),
    field('wp:post_id', id),
    ...times({ date: created_at, updated: created_at }, wordpress),
    ...state({ slug: `picture-${id}`, status: 'inherit', type: 'attachment' }),
    field('wp:attachment_url', whole),
    postMeta('_wp_attachment_image_alt', alt_text),
  ])
}

const statuses = { published: 'publish', scheduled: 'future', draft: 'draft' } as const

async function listComments(db: Db, postId: number): Promise<Row<'imported_comments'>[]> {
  return db.selectFrom('imported_comments').selectAll().where('post_id', '=', postId).orderBy('id').execute()
}

function textItem(
  { kind, stored, rendered }: ExportedText,
  comments: readonly Row<'imported_comments'>[],
  wordpress: Wordpress,
): string {
  const { origin, now, terms, pictures, attachments, oldSlugs } = wordpress
  const addressOf = (src: string) => pictures.get(mediaKey(src) ?? '') ?? (src.startsWith('/') ? origin + src : src)
  const html = portableHtml(rendered.content, addressOf, origin)
  const category = stored.categoryName === null ? undefined : terms.categories.get(stored.categoryName)
  const tags = keywordsOf(stored.keywords).flatMap((keyword) => terms.tags.get(keyword) ?? [])
  const cover = attachments.get(addressOf(stored.coverImage))
  const link = origin + pathOf(stored, kind)
  const guid = `${origin}/?p=${stored.id}`
  const date = stored.publishedAt
  return item({ title: escapeText(stored.title), link, guid, date }, wordpress, [
    field('content:encoded', blockMarkup(html, attachments)),
    field('excerpt:encoded', escapeText(stored.excerpt)),
    field('wp:post_id', stored.id),
    ...times({ date, updated: stored.updatedAt }, wordpress),
    ...state({ slug: stored.slug, status: statuses[statusOf(date, now)], type: kind, isSticky: stored.isFeatured }),
    category ? term('category', category) : '',
    ...tags.map((tag) => term('post_tag', tag)),
    cover === undefined ? '' : postMeta('_thumbnail_id', cover),
    stored.metaTitle ? postMeta('_yoast_wpseo_title', stored.metaTitle) : '',
    stored.metaDescription ? postMeta('_yoast_wpseo_metadesc', stored.metaDescription) : '',
    ...(oldSlugs.get(stored.id) ?? []).map((slug) => postMeta('_wp_old_slug', slug)),
    ...comments.map((comment) => commentElement(comment, { date: stored.updatedAt, ...wordpress })),
  ])
}

function commentElement(
  { id, parent_id, author, content, written_at, is_approved }: Row<'imported_comments'>,
  { date, timeZone }: { date: string; timeZone: string },
): string {
  const time = written_at ?? date
  const fields = {
    id,
    author: escapeText(author),
    ...{ author_email: '', author_url: '', author_IP: '' },
    date: localTime(time, timeZone),
    date_gmt: localTime(time, 'UTC'),
    content,
    approved: is_approved ? '1' : '0',
    type: 'comment',
    parent: parent_id ?? 0,
    user_id: 0,
  }
  const elements = Object.entries(fields).map(([name, value]) => `\t${field(`wp:comment_${name}`, value)}`)
  return `\t\t<wp:comment>\n${elements.join('')}\t\t</wp:comment>\n`
}

type ItemHead = {
  /** HTML. */
  title: string
  link: string
  guid: string
  date: string | null
}

function item({ title, link, guid, date }: ItemHead, { now }: Wordpress, rest: string[]): string {
  return `\t<item>
		<title>${cdata(title)}</title>
		<link>${address(link)}</link>
		<pubDate>${new Date(date ?? now).toUTCString()}</pubDate>
		<dc:creator>${cdata('author')}</dc:creator>
		<guid isPermaLink="false">${address(guid)}</guid>
		<description></description>
${rest.join('')}\t</item>\n`
}

function times({ date, updated }: { date: string | null; updated: string }, { timeZone }: Wordpress): string[] {
  return [
    field('wp:post_date', localTime(date ?? updated, timeZone)),
    field('wp:post_date_gmt', date === null ? NO_TIME : localTime(date, 'UTC')),
    field('wp:post_modified', localTime(updated, timeZone)),
    field('wp:post_modified_gmt', localTime(updated, 'UTC')),
  ]
}

type State = { slug: string; status: string; type: string; isSticky?: boolean }

function state({ slug, status, type, isSticky = false }: State): string[] {
  return [
    field('wp:comment_status', 'closed'),
    field('wp:ping_status', 'closed'),
    field('wp:post_name', slug),
    field('wp:status', status),
    field('wp:post_parent', 0),
    field('wp:menu_order', 0),
    field('wp:post_type', type),
    field('wp:post_password', ''),
    field('wp:is_sticky', isSticky ? 1 : 0),
  ]
}
