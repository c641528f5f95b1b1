import * as z from 'zod/mini'
import { textOf } from '../../../content/rich-text/clean-html.ts'
import { decoded } from '../export-files.ts'
import { focusOfMeta } from '../focal-points.ts'
import {
  type SourceCategory,
  SourceError,
  type SourceProblem,
  type SourceRecord,
  type SourceStatus,
  type SourceTerm,
  type SourceText,
} from '../source-records.ts'
import { clean, cleanLine, timeOf } from './clean-text.ts'
import { isRow, isSet, parsedJson } from './json-rows.ts'
import { readComment } from './wxr-comments.ts'
import { collectMenus, type WxrMenus } from './wxr-menus.ts'
import { isFault, readElements, type XmlElement, type XmlFault } from './xml-elements.ts'

/**
 * WordPress' own export, "WordPress eXtended RSS", versions 1.0 to 1.2. It has no specification; its source is
 * `wp-admin/includes/export.php`.
 */
const format = {
  prefixes: [
    ['wordpress.org/export/', 'wp'],
    ['purl.org/rss/1.0/modules/content', 'content'],
    ['purl.org/dc/elements', 'dc'],
  ],
  textElements: new Set([
    'content:encoded',
    'wp:encoded',
    'excerpt:encoded',
    'description',
    'title',
    'wp:meta_value',
    'wp:comment_content',
  ]),
  depth: 2,
} as const

/** Faults that are reported one by one; one mistake often causes hundreds. */
const FAULTS_MAX = 20

/** Reads one file of an export, in the order of the file. Throws `SourceError` for a file of another kind. */
export async function* readWxr(chunks: AsyncIterable<Buffer>, fileName: string): AsyncGenerator<SourceRecord> {
  const site: Site = { name: '', url: '', authors: new Map(), menus: collectMenus() }
  let isSiteKnown = false
  let isExport = false
  let faults = 0
  let lastFault = ''
  for await (const found of readElements(chunks, format)) {
    if (isFault(found)) {
      const problem = toProblem(found, fileName)
      // One mistake causes several in its line.
      if (problem.text === lastFault) continue
      lastFault = problem.text
      faults += 1
      if (isExport && faults <= FAULTS_MAX) yield problem
      continue
    }
    isExport ||= found.name.startsWith('wp:') || found.children.some(({ name }) => name.startsWith('wp:'))
    readSite(found, site)
    const isContent = ['item', 'wp:category', 'wp:tag', 'wp:term'].includes(found.name)
    if (isContent && !isSiteKnown) {
      isSiteKnown = true
      yield toRecord(site)
    }
    yield* readElement(found, site)
  }
  if (!isExport)
    throw new SourceError(
      `“${fileName}” is not an export of WordPress. Choose the XML file that Tools, Export downloads.`,
    )
  if (!isSiteKnown) yield toRecord(site)
  yield* site.menus.records()
  if (faults > FAULTS_MAX)
    yield {
      type: 'problem',
      kind: 'repaired',
      item: fileName,
      text: `The file has ${faults - FAULTS_MAX} more faults.`,
    }
}

type Site = {
  name: string
  url: string
  /** Their names by the name that they sign in with, which items have. */
  authors: Map<string, string>
  menus: WxrMenus
}

const toRecord = ({ name, url }: Site): SourceRecord => ({ type: 'site', name, url })

function toProblem({ line, message }: XmlFault, fileName: string): SourceProblem {
  const isCut = /unclosed root|unexpected end/i.test(message)
  if (/longer than/.test(message))
    return { type: 'problem', kind: 'unreadable', item: fileName, text: `${message} (up to line ${line}).` }
  const text = isCut
    ? 'The file ends in the middle: what came after is missing.'
    : `The XML is malformed in line ${line.toLocaleString('en-US')}, and was read on from there.`
  return { type: 'problem', kind: isCut ? 'unreadable' : 'repaired', item: fileName, text }
}

function readSite(element: XmlElement, site: Site): void {
  const { name, text } = element
  if (name === 'title') site.name = cleanLine(text)
  // The address of the blog, where it differs from that of WordPress.
  if (name === 'wp:base_blog_url' || (name === 'link' && !site.url)) site.url = cleanLine(text)
  if (name === 'wp:author') {
    const fields = fieldsOf(element)
    const shown = textOf(fields.get('wp:author_display_name') ?? '')
    if (shown) site.authors.set(fields.get('wp:author_login') ?? '', shown)
  }
}

function* readElement(element: XmlElement, site: Site): Generator<SourceRecord> {
  if (element.name === 'wp:category') yield* readCategory(element, site)
  if (element.name === 'item') yield* readItem(toItem(element), site)
}

function* readCategory(element: XmlElement, { menus }: Site): Generator<SourceCategory> {
  const fields = fieldsOf(element)
  const slug = decoded(fields.get('wp:category_nicename') ?? '')
  const name = textOf(fields.get('wp:cat_name') ?? '') || slug
  const parent = decoded(fields.get('wp:category_parent') ?? '')
  if (!slug && !name) return
  const id = fields.get('wp:term_id')
  if (id) menus.addTitle(`/?cat=${id}`, name)
  const addresses = [
    ...(parent ? [`/category/${parent}/${slug}/`] : []),
    `/category/${slug}/`,
    ...(id ? [`/?cat=${id}`] : []),
  ]
  yield {
    type: 'category',
    slug: slug || name,
    name,
    description: textOf(fields.get('wp:category_description') ?? ''),
    addresses,
  }
}

type Item = {
  fields: Map<string, string>
  meta: Map<string, string[]>
  terms: (SourceTerm & { domain: string })[]
  comments: Map<string, string>[]
}

function toItem(element: XmlElement): Item {
  const meta = new Map<string, string[]>()
  for (const each of element.children.filter(({ name }) => name === 'wp:postmeta')) {
    const pair = fieldsOf(each)
    const key = pair.get('wp:meta_key') ?? ''
    meta.set(key, [...(meta.get(key) ?? []), pair.get('wp:meta_value') ?? ''])
  }
  const terms = element.children
    .filter(({ name, attributes }) => name === 'category' && attributes.domain)
    .map(({ attributes, text }) => {
      const name = textOf(clean(text)) || decoded(attributes.nicename ?? '')
      return { domain: attributes.domain!, slug: decoded(attributes.nicename ?? '') || name, name }
    })
  const comments = element.children.filter(({ name }) => name === 'wp:comment').map(fieldsOf)
  return { fields: fieldsOf(element), meta, terms, comments }
}

/** Both namespaces of excerpts end in `encoded`; the later versions have their own for it. */
function fieldsOf({ children }: XmlElement): Map<string, string> {
  return new Map(children.map(({ name, text }) => [name, isBody(name) ? clean(text) : cleanLine(text)]))
}

const isBody = (name: string) => name.endsWith(':encoded') || name === 'wp:meta_value' || name === 'wp:comment_content'

function* readItem(item: Item, site: Site): Generator<SourceRecord> {
  const { fields, comments } = item
  const field = (name: string) => fields.get(name) ?? ''
  const id = field('wp:post_id') || field('guid') || field('link') || field('title')
  const title = textOf(field('title'))
  const label = title || field('wp:post_name') || `item ${id}`
  const leftOut = (text: string): SourceProblem => ({ type: 'problem', kind: 'left-out', item: label, text })
  const kind = field('wp:post_type') || 'post'
  const status = field('wp:status')
  if (!id) yield leftOut('An item without an id, a title and an address.')
  else if (status === 'trash') yield leftOut('It was in the trash.')
  else if (status === 'auto-draft') yield leftOut('It is an empty draft that WordPress makes by itself.')
  else if (kind === 'attachment') yield* readAttachment(item, id, leftOut)
  else if (kind === 'post' || kind === 'page') {
    site.menus.addTitle(`/?p=${id}`, title)
    yield { ...readText(item, kind, site), id, title }
  } else if (kind === 'wp_block') yield { type: 'fragment', id, content: field('content:encoded') }
  else if (kind === 'nav_menu_item' && site.menus.addEntry(item, title)) return
  else if (kind === 'aawp_table') yield* readProductTable(item, id, leftOut)
  else if (kind === 'tablepress_table') yield* readTable(item, leftOut)
  else if (shortLinkTypes.has(kind)) yield* readLink(item, id, leftOut)
  else yield leftOut(`${types[kind] ?? `Items of the type “${kind}”`} are not imported.`)
  for (const [at, comment] of comments.entries()) yield readComment(comment, id, at)
}

/** Those of ThirstyAffiliates, PrettyLinks, Lasso and Simple URLs. */
const shortLinkTypes = new Set(['thirstylink', 'pretty-link', 'lasso-urls', 'surl'])

const types: Record<string, string> = {
  nav_menu_item: 'Entries of menus',
  revision: 'Earlier versions of texts',
  custom_css: 'Styles of the theme',
  customize_changeset: 'Settings of the theme',
  wp_global_styles: 'Styles of the theme',
  wp_navigation: 'Menus of the theme',
  wp_template: 'Templates of the theme',
  wp_template_part: 'Templates of the theme',
  oembed_cache: 'Copies of embedded pages',
  product: 'Products of WooCommerce (import their CSV file in Products)',
  product_variation: 'Variations of products',
}

function* readAttachment(
  { fields, meta }: Item,
  id: string,
  leftOut: (text: string) => SourceProblem,
): Generator<SourceRecord> {
  const url = fields.get('wp:attachment_url') || fields.get('guid') || ''
  if (!url || !isPictureName(nameOf(url))) {
    yield leftOut(`The file ${nameOf(url)} is not a picture.`)
    return
  }
  const alt = textOf(meta.get('_wp_attachment_image_alt')?.[0] ?? '')
  const textId = fields.get('wp:post_parent')
  const addresses = addressesOf(fields, [`/?attachment_id=${id}`])
  const focus = focusOfMeta(meta)
  yield {
    type: 'picture',
    id,
    url,
    alt,
    ...(focus && { focus }),
    ...(textId && textId !== '0' && { textId }),
    addresses,
  }
}

/** TablePress keeps its tables as JSON, and adds their numbers to an export only. */
function* readTable({ fields, meta }: Item, leftOut: (text: string) => SourceProblem): Generator<SourceRecord> {
  const rows = z.array(z.array(z.string())).safeParse(parsedJson(fields.get('content:encoded') ?? ''))
  const options = parsedJson(meta.get('_tablepress_table_options')?.[0] ?? '')
  const ids = (meta.get('_tablepress_export_table_id')?.[0] ?? '').split(',').map((id) => id.trim())
  if (!rows.success || !ids[0]) {
    yield leftOut('A table that cannot be read.')
    return
  }
  const hasHead = !isRow(options) || options.table_head === undefined || isSet(options, 'table_head')
  const toRow = (cells: string[], cell: 'td' | 'th') =>
    `<tr>${cells.map((html) => `<${cell}>${html}</${cell}>`).join('')}</tr>`
  const content = `<table>${rows.data.map((cells, at) => toRow(cells, hasHead && at === 0 ? 'th' : 'td')).join('')}</table>`
  for (const id of ids) yield { type: 'fragment', id: `table ${id}`, content }
}

/** A table of AAWP: texts show its products by their numbers at Amazon. */
function* readProductTable(
  { meta }: Item,
  id: string,
  leftOut: (text: string) => SourceProblem,
): Generator<SourceRecord> {
  const products = meta.get('_aawp_table_products')?.[0] ?? ''
  const asins = [...products.matchAll(/"asin";s:10:"([A-Z\d]{10})"/gi)].map(([, asin]) => asin)
  if (asins.length === 0) yield leftOut('A table of AAWP without products.')
  else yield { type: 'fragment', id: `aawp ${id}`, content: asins.join() }
}

function* readLink(
  { fields, meta }: Item,
  id: string,
  leftOut: (text: string) => SourceProblem,
): Generator<SourceRecord> {
  const first = (...keys: string[]) => cleanLine(keys.map((key) => meta.get(key)?.[0]).find(Boolean) ?? '')
  const url = first('_ta_destination_url', 'lasso_custom_redirect', 'lasso_final_url', '_surl_redirect')
  const picture = first('lasso_custom_thumbnail', 'lasso_lite_custom_thumbnail')
  const name = textOf(fields.get('title') ?? '')
  const addresses = addressesOf(fields, [])
  if (!/^https?:\/\//i.test(url)) yield leftOut('A short link without a destination.')
  else yield { type: 'link', id, name, url, ...(picture && { picture }), addresses }
}

type TextFields = Omit<SourceText, 'id' | 'title'>

function readText({ fields, meta, terms }: Item, kind: 'post' | 'page', site: Site): TextFields {
  const first = (key: string) => cleanLine(meta.get(key)?.[0] ?? '')
  const id = fields.get('wp:post_id')
  const slug = decoded(fields.get('wp:post_name') ?? '')
  const numbered = id ? [`/?p=${id}`, ...(kind === 'page' ? [`/?page_id=${id}`] : [])] : []
  const cover = first('_thumbnail_id')
  const author = textOf(fields.get('dc:creator') ?? '')
  const title = textOf(fields.get('title') ?? '')
  const words = (...keys: string[]) => fillVariables(keys.map(first).find(Boolean) ?? '', { title, site: site.name })
  const footnotes = footnotesOf(meta.get('footnotes')?.[0] ?? '')
  return {
    type: 'text',
    kind,
    slug,
    content: fields.get('content:encoded') ?? '',
    ...(footnotes.length > 0 && { footnotes }),
    excerpt: textOf(fields.get('excerpt:encoded') || fields.get('wp:encoded') || ''),
    status: statusOf(fields),
    publishedAt: dateOf(fields, 'wp:post_date') ?? timeOf(fields.get('pubDate') ?? ''),
    updatedAt: dateOf(fields, 'wp:post_modified'),
    categories: terms.filter(({ domain }) => domain === 'category').map(toTerm),
    tags: terms.filter(({ domain }) => domain === 'post_tag' || domain === 'tag').map(toTerm),
    cover: /^\d+$/.test(cover) && cover !== '0' ? cover : null,
    metaTitle: words('_yoast_wpseo_title', 'rank_math_title'),
    metaDescription: words('_yoast_wpseo_metadesc', 'rank_math_description'),
    isFeatured: fields.get('wp:is_sticky') === '1',
    ...(author && { authors: [site.authors.get(author) ?? author] }),
    addresses: addressesOf(
      fields,
      numbered,
      meta.get('_wp_old_slug')?.map((old) => decoded(cleanLine(old))) ?? [],
      slug,
    ),
  }
}

/** WordPress keeps them as JSON: their ids, and their HTML. */
function footnotesOf(json: string): string[] {
  const notes = z.array(z.object({ content: z.string() })).safeParse(parsedJson(json))
  return notes.success ? notes.data.map(({ content }) => content) : []
}

const toTerm = ({ slug, name }: SourceTerm): SourceTerm => ({ slug, name })

function statusOf(fields: Map<string, string>): SourceStatus {
  if (fields.get('wp:post_password')) return 'protected'
  const status = fields.get('wp:status') ?? 'publish'
  const known: Record<string, SourceStatus> = { publish: 'published', future: 'scheduled', private: 'private' }
  return known[status] ?? 'draft'
}

/** The permalink, those of earlier slugs and the addresses by number. */
function addressesOf(fields: Map<string, string>, numbered: string[], oldSlugs: string[] = [], slug = ''): string[] {
  const link = fields.get('link') ?? ''
  const permalink = URL.canParse(link) && new URL(link)
  if (!permalink || permalink.pathname === '/') return numbered
  const path = permalink.pathname + permalink.search
  const renamed = oldSlugs
    .filter(Boolean)
    .map((old) => replaceLast(path, encodeURIComponent(slug), encodeURIComponent(old)))
  return [...new Set([path, ...renamed, ...numbered])]
}

function replaceLast(path: string, part: string, by: string): string {
  const at = part ? path.toLowerCase().lastIndexOf(part.toLowerCase()) : -1
  return at < 0 ? `/${by}/` : path.slice(0, at) + by + path.slice(at + part.length)
}

/** The time in UTC, else that of the blog, which is hours off at most; a draft has neither. */
function dateOf(fields: Map<string, string>, name: string): string | null {
  return timeOf(fields.get(`${name}_gmt`) ?? '') ?? timeOf(fields.get(name) ?? '')
}

/**
 * Yoast and Rank Math store patterns such as `%%title%% %%sep%% %%sitename%%`. '' for one without words of its own, or with a
 * variable whose value an export does not have.
 */
function fillVariables(pattern: string, { title, site }: { title: string; site: string }): string {
  const names = /%%?([\w-]+)%%?/g
  const isOwn = /[\p{L}\p{N}]/u.test(pattern.replace(names, ''))
  if (!isOwn) return ''
  const values: Record<string, string> = { title, sitename: site, sep: '–', page: '' }
  const filled = pattern.replace(names, (whole, name: string) => values[name.toLowerCase()] ?? whole)
  return names.test(filled) ? '' : textOf(filled)
}

/** Services of pictures have addresses without an ending. */
function isPictureName(name: string): boolean {
  const ending = /\.([a-z\d]{2,5})$/i.exec(name)?.[1]?.toLowerCase()
  return ending === undefined || /^(?:jpe?g|jpe|png|gif|webp|avif|jfif|bmp|svg|hei[cf]|tiff?)$/.test(ending)
}

function nameOf(url: string): string {
  return decoded(url.split(/[?#]/)[0]!.split('/').at(-1) ?? '') || 'without a name'
}
