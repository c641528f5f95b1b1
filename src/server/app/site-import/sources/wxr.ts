import { textOf } from '../../../content/rich-text/clean-html.ts'
import { decoded } from '../export-files.ts'
import { type SourceCategory, SourceError, type SourceProblem, type SourceRecord } from '../source-records.ts'
import { clean, cleanLine } from './clean-text.ts'
import { readComment } from './wxr-comments.ts'
import type { WxrItem } from './wxr-item.ts'
import { collectMenus, type WxrMenus } from './wxr-menus.ts'
import { readAttachment, readLink, readProductTable, readTable } from './wxr-parts.ts'
import { readText } from './wxr-text.ts'
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

function toItem(element: XmlElement): WxrItem {
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

function* readItem(item: WxrItem, site: Site): Generator<SourceRecord> {
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
