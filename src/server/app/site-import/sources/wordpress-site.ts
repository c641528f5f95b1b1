import { isWebUrl } from '../../../../contract/platform/urls.ts'
import { textOf } from '../../../content/rich-text/clean-html.ts'
import { decoded, type ExportFiles } from '../export-files.ts'
import type { SourceRecord, SourceTerm, SourceText } from '../source-records.ts'
import { timeOf } from './clean-text.ts'
import { isRow, isSet, type JsonRow, lineIn, rowsOf, textIn } from './json-rows.ts'
import { simplifyRendered } from './rendered-html.ts'
import { ApiFault, openWordPressApi, type SiteConnection, type WordPressApi } from './wordpress-api.ts'
import { readList } from './wordpress-lists.ts'
import { commentAuthor } from './wxr-comments.ts'

/** A WordPress on the internet in the place of the files of its export. */
export function openWordPressSite(address: string, connection: SiteConnection): ExportFiles {
  return {
    kind: 'wordpress',
    documents: [],
    pictures: new Map(),
    read: () => readWordPressSite(address, connection),
    close() {},
  }
}

/** The rows of other lists, by which texts name them. */
type Site = {
  name: string
  /** The names of authors; many sites hide them. */
  authors: Map<string, string>
  categories: Map<string, SourceTerm>
  tags: Map<string, SourceTerm>
  pictures: Set<string>
}

/**
 * Reads what a WordPress shows to every visitor, by its REST API. Ids are those of its export, so that an import of the one continues that
 * of the other. Throws `SourceError`.
 */
async function* readWordPressSite(address: string, connection: SiteConnection): AsyncGenerator<SourceRecord> {
  const api = await openWordPressApi(address, connection)
  const terms = { categories: new Map(), tags: new Map() }
  const site: Site = { name: api.site.name, authors: await readAuthors(api), ...terms, pictures: new Set() }
  yield { type: 'site', ...api.site }
  yield leftOut(
    new URL(api.site.url).hostname,
    'Only what is published was read: drafts, private texts, earlier addresses and short links of plugins are in an export file alone.',
  )
  yield* readList(api, {
    route: 'categories',
    fields: 'id,name,slug,description,link',
    words: 'categories',
    isOptional: true,
    toRecords: (row) => toCategory(row, site),
  })
  yield* readList(api, {
    route: 'tags',
    fields: 'id,name,slug',
    words: 'tags',
    isOptional: true,
    toRecords(row) {
      site.tags.set(lineIn(row, 'id'), toTerm(row))
      return []
    },
  })
  yield* readList(api, {
    route: 'media',
    fields: 'id,link,source_url,alt_text,post,media_type,mime_type,title',
    words: 'files',
    isOptional: true,
    toRecords: (row) => toPicture(row, site),
  })
  for (const kind of ['post', 'page'] as const)
    yield* readList(api, {
      route: `${kind}s`,
      fields:
        'id,date,date_gmt,modified_gmt,slug,status,link,title,content,excerpt,featured_media,jetpack_featured_media_url,sticky,author,categories,tags,yoast_head_json',
      words: `${kind}s`,
      toRecords: (row) => toText(row, kind, site),
    })
  yield* readList(api, {
    route: 'comments',
    fields: 'id,post,parent,author_name,date_gmt,content',
    words: 'comments',
    isOptional: true,
    toRecords: toComment,
  })
  yield* countOthers(api)
}

async function readAuthors(api: WordPressApi): Promise<Map<string, string>> {
  const query = { per_page: 100, _fields: 'id,name' }
  const users = await orIfRefused([], async () => (await api.read('users', query)).value)
  return new Map(rowsOf(users).map((row) => [lineIn(row, 'id'), textOf(lineIn(row, 'name'))]))
}

const leftOut = (item: string, text: string) => ({ type: 'problem' as const, kind: 'left-out' as const, item, text })

function toTerm(row: JsonRow): SourceTerm {
  const slug = decoded(lineIn(row, 'slug'))
  const name = textOf(lineIn(row, 'name')) || slug
  return { slug: slug || name, name }
}

function* toCategory(row: JsonRow, { categories }: Site): Generator<SourceRecord> {
  const id = lineIn(row, 'id')
  const term = toTerm(row)
  if (!id || !term.slug) return
  categories.set(id, term)
  const addresses = [...addressOf(row), `/category/${term.slug}/`, `/?cat=${id}`]
  yield { type: 'category', ...term, description: textOf(textIn(row, 'description')), addresses: unique(addresses) }
}

function* toPicture(row: JsonRow, { pictures }: Site): Generator<SourceRecord> {
  const id = lineIn(row, 'id')
  const url = lineIn(row, 'source_url')
  const name = decoded(url.split('/').at(-1) ?? '') || `file ${id}`
  if (lineIn(row, 'media_type') !== 'image' && !lineIn(row, 'mime_type').startsWith('image/')) {
    yield leftOut(rendered(row, 'title') || name, `The file ${name} is not a picture.`)
    return
  }
  const textId = lineIn(row, 'post')
  pictures.add(id)
  yield {
    type: 'picture',
    id,
    url,
    alt: textOf(lineIn(row, 'alt_text')),
    ...(textId && textId !== '0' && { textId }),
    addresses: unique([...addressOf(row), `/?attachment_id=${id}`]),
  }
}

function* toText(row: JsonRow, kind: 'post' | 'page', site: Site): Generator<SourceRecord> {
  const id = lineIn(row, 'id')
  const notes = new Set<string>()
  const isProtected = isRow(row.content) && isSet(row.content, 'protected')
  if (isProtected) notes.add('Its text needs a password and was not read.')
  const cover = lineIn(row, 'featured_media')
  const shown = lineIn(row, 'jetpack_featured_media_url') || lineIn(rowsOf(yoastOf(row).og_image)[0] ?? {}, 'url')
  const hasCover = cover !== '' && cover !== '0'
  // The list of files may lack it.
  if (hasCover && !site.pictures.has(cover) && isWebUrl(shown)) {
    site.pictures.add(cover)
    yield { type: 'picture', id: cover, url: shown, alt: '', addresses: [] }
  }
  const terms = (name: string, known: Map<string, SourceTerm>) =>
    (Array.isArray(row[name]) ? row[name] : []).flatMap((each) => known.get(String(each)) ?? [])
  const author = site.authors.get(lineIn(row, 'author'))
  const title = rendered(row, 'title')
  const content = isRow(row.content) ? textIn(row.content, 'rendered') : ''
  const numbered = [`/?p=${id}`, ...(kind === 'page' ? [`/?page_id=${id}`] : [])]
  const text: SourceText = {
    type: 'text',
    id,
    kind,
    title,
    slug: decoded(lineIn(row, 'slug')),
    content: simplifyRendered(content, notes),
    format: 'html',
    excerpt: excerptOf(row, content),
    status: isProtected ? 'protected' : 'published',
    publishedAt: timeOf(row.date_gmt) ?? timeOf(row.date),
    updatedAt: timeOf(row.modified_gmt),
    categories: terms('categories', site.categories),
    tags: terms('tags', site.tags),
    cover: hasCover ? cover : null,
    metaTitle: withoutSite(textOf(lineIn(yoastOf(row), 'title')), { title, siteName: site.name }),
    metaDescription: textOf(lineIn(yoastOf(row), 'description')),
    isFeatured: isSet(row, 'sticky'),
    ...(author && { authors: [author] }),
    addresses: unique([...addressOf(row), ...numbered]),
  }
  yield notes.size > 0 ? { ...text, notes: [...notes] } : text
}

/** Visitors see those that are approved. */
function* toComment(row: JsonRow): Generator<SourceRecord> {
  const parent = lineIn(row, 'parent')
  yield {
    type: 'comment',
    id: lineIn(row, 'id'),
    textId: lineIn(row, 'post'),
    parentId: parent === '0' ? null : parent || null,
    author: commentAuthor(lineIn(row, 'author_name')),
    content: isRow(row.content) ? textIn(row.content, 'rendered') : '',
    writtenAt: timeOf(row.date_gmt),
    isApproved: true,
  }
}

const yoastOf = ({ yoast_head_json: yoast }: JsonRow): JsonRow => (isRow(yoast) ? yoast : {})

function rendered(row: JsonRow, name: string): string {
  const value = row[name]
  return isRow(value) ? textOf(textIn(value, 'rendered')) : ''
}

/** '' for one that WordPress has made of the first words of the text. */
function excerptOf(row: JsonRow, content: string): string {
  const excerpt = rendered(row, 'excerpt')
  const words = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  const isMade =
    /\[?(?:…|\.\.\.)\]?$|more-link/.test(excerpt) ||
    /class="more-link/.test(isRow(row.excerpt) ? textIn(row.excerpt, 'rendered') : '') ||
    words(textOf(content)).startsWith(words(excerpt))
  return isMade ? '' : excerpt
}

/** A title for search engines without the name of the old site; '' for the title of the text. */
function withoutSite(metaTitle: string, { title, siteName }: { title: string; siteName: string }): string {
  const own = siteName && metaTitle.endsWith(siteName) ? metaTitle.slice(0, -siteName.length) : metaTitle
  const bare = own === metaTitle ? own : own.replace(/[\s\p{Pd}|·•»:~*<]+$/u, '')
  return bare === title ? '' : bare
}

/** The path of its page. */
function addressOf(row: JsonRow): string[] {
  const link = lineIn(row, 'link')
  if (!URL.canParse(link)) return []
  const { pathname, search } = new URL(link)
  return pathname === '/' ? [] : [pathname + search]
}

const unique = (addresses: string[]) => [...new Set(addresses)]

const known = /^(?:post|page|attachment|nav_menu_item|wp_\w+)$/

/** Names the types that are not imported, if there are items of them. */
async function* countOthers(api: WordPressApi): AsyncGenerator<SourceRecord> {
  const types = await orIfRefused({}, async () => (await api.read('types', {})).value)
  const others = Object.values(isRow(types) ? types : {}).filter(isRow)
  for (const type of others.filter((each) => !known.test(lineIn(each, 'slug'))).slice(0, 50)) {
    const slug = lineIn(type, 'slug')
    const query = { per_page: 1, _fields: 'id' }
    const total = await orIfRefused(0, async () => (await api.read(lineIn(type, 'rest_base') || slug, query)).total)
    const name = textOf(lineIn(type, 'name')) || slug
    if (total > 0) yield leftOut(name, `${total.toLocaleString('en-US')} items of the type “${name}” are not imported.`)
  }
}

/** Many sites do not tell this. */
async function orIfRefused<T>(otherwise: T, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (fault) {
    if (fault instanceof ApiFault) return otherwise
    throw fault
  }
}
