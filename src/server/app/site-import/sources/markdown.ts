import { canonicalSlug } from '../../../../contract/content/canonical-slug.ts'
import { isWebUrl } from '../../../../contract/platform/urls.ts'
import { type HtmlNode, isElement, parseTree, textIn, writeTree } from '../content/html-tree.ts'
import { readText } from '../export-file.ts'
import { decoded, type ExportFiles } from '../export-files.ts'
import type { ExportDocument } from '../export-kinds.ts'
import {
  SourceError,
  type SourceProblem,
  type SourceRecord,
  type SourceTerm,
  type SourceText,
} from '../source-records.ts'
import { clean, timeOf } from './clean-text.ts'
import { readFrontMatter } from './front-matter.ts'
import { type JsonRow, lineIn } from './json-rows.ts'
import { readFields, type TextFields, unknownFields } from './markdown-fields.ts'
import { markdownToHtml } from './markdown-html.ts'
import { type PlaceOfText, placeOf, resolvePath } from './markdown-paths.ts'
import { replaceTags } from './template-tags.ts'

const BYTES_MAX = 5 * 1024 * 1024

type Folder = {
  /** Paths of the documents in the folder with the texts, by their names. */
  places: ReadonlyMap<string, PlaceOfText>
  /** The names of the pictures by their Unicode normal form. */
  pictures: ReadonlyMap<string, string>
  /** Folders around everything. */
  root: string
}

/** Reads a folder of Markdown with front matter: of Hugo, Jekyll, Astro, Eleventy and the like, and of an archive of Dewlight. */
export async function* readMarkdown(
  { documents, pictures }: Pick<ExportFiles, 'documents' | 'pictures'>,
  siteUrl: string,
): AsyncGenerator<SourceRecord> {
  yield { type: 'site', name: '', url: siteUrl }
  const files = documents.filter(({ content }) => content === 'markdown')
  const root = rootOf(files.map(({ name }) => name))
  const folder: Folder = {
    root,
    places: new Map(files.map(({ name }) => [name, placeOf(name.slice(root.length))])),
    pictures: new Map([...pictures.values()].map(({ name }) => [name.normalize('NFC'), name])),
  }
  const lost = new Set<string>()
  for (const file of files) {
    const problem = (kind: SourceProblem['kind'], text: string): SourceProblem => ({
      type: 'problem',
      kind,
      item: file.name,
      text,
    })
    const { leftOut } = folder.places.get(file.name)!
    if (leftOut) {
      yield problem('left-out', leftOut)
      continue
    }
    try {
      yield* readFile(file, clean(await readText(file, BYTES_MAX)), { folder, lost })
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      yield problem('unreadable', error.message)
    }
  }
  const names = [...lost].sort().join(', ').slice(0, 500)
  if (names)
    yield { type: 'problem', kind: 'left-out', item: 'Front matter', text: `Fields that are not kept: ${names}.` }
}

/** The folder that a ZIP file often has around everything, with its slash; '' for none. */
function rootOf(names: readonly string[]): string {
  const [first = ''] = names
  const top = /^[^/]+\//.exec(first)?.[0] ?? ''
  const isOfTexts = /^(?:content|src|source|posts?|pages|blog|articles?|templates|newsletters|_posts|_drafts)\/$/i.test(
    top,
  )
  return top && !isOfTexts && names.every((name) => name.startsWith(top)) ? top : ''
}

type Reading = { folder: Folder; lost: Set<string> }

function* readFile(
  { name, modifiedAt }: ExportDocument,
  text: string,
  { folder, lost }: Reading,
): Generator<SourceRecord> {
  const place = folder.places.get(name)!
  const { fields: matter, body, fault } = readFrontMatter(text)
  const kind = lineIn(matter, 'kind')
  // A text of an archive of Dewlight, which is HTML of the editor apart from its Markdown.
  const isOwn = ['post', 'page', 'template', 'newsletter'].includes(kind) && lineIn(matter, 'id') !== ''
  if (isOwn && kind !== 'post' && kind !== 'page') {
    yield { type: 'problem', kind: 'left-out', item: name, text: `A ${kind} is not imported.` }
    return
  }
  if (!isOwn) for (const field of unknownFields(matter)) lost.add(field)
  const fields = readFields(matter, { isJekyll: /(?:^|\/)(?:_posts|_drafts)\//.test(name) })
  const notes = new Set<string>(fault === undefined ? [] : [fault])
  const pictures = new Map<string, string>()
  const findPicture = (src: string, alt: string) => {
    const url = pictureOf(src, name, folder)
    if (url.startsWith('export:')) pictures.set(url, pictures.get(url) || alt)
    return url
  }
  const html = markdownToHtml(isOwn ? body : withoutExtensions(replaceTags(body, notes)), notes)
  const { nodes, heading } = withoutTitle(withAddresses(parseTree(html), { name, folder, findPicture }), fields.title)
  const cover = fields.cover && findPicture(fields.cover, fields.coverAlt)
  if (cover) pictures.set(cover, pictures.get(cover) || fields.coverAlt)
  for (const [url, alt] of pictures) {
    const focus = url === cover ? fields.coverFocus : undefined
    yield { type: 'picture', id: url, url, alt, ...(focus && { focus }), addresses: [] }
  }
  const categories = fields.categories.map(toTerm)
  for (const term of categories)
    yield {
      type: 'category',
      ...term,
      description: '',
      addresses: [`/categories/${term.slug}/`, `/category/${term.slug}/`],
    }
  const isPage = isOwn ? kind === 'page' : fields.isPage || (!place.isPost && fields.date === null)
  const isDraft = fields.isDraft || place.isDraft
  const date = fields.date ?? timeOf(place.date)
  // Pages seldom have a date, and none is published without one.
  const fileDate = isPage && !isDraft && date === null ? timeOf(modifiedAt) : null
  if (fileDate) notes.add('It has no date and gets that of its file.')
  const record: SourceText = {
    type: 'text',
    id: name.slice(folder.root.length),
    kind: isPage ? 'page' : 'post',
    title: fields.title || heading || place.name.replaceAll('-', ' '),
    slug: fields.slug || lastOf(explicitAddress(matter)) || place.name,
    content: writeTree(nodes),
    format: isOwn ? 'own' : 'html',
    excerpt: fields.excerpt,
    status: isDraft ? 'draft' : 'published',
    publishedAt: date ?? fileDate,
    updatedAt: fields.updated,
    categories,
    tags: fields.tags.map(toTerm),
    cover: cover || null,
    metaTitle: fields.metaTitle,
    metaDescription: fields.metaDescription,
    isFeatured: fields.isFeatured,
    ...(fields.authors.length > 0 && { authors: fields.authors }),
    addresses: isOwn ? [isPage ? `/${fields.slug}` : `/blog/${fields.slug}`] : addressesOf(fields, place, categories),
  }
  yield notes.size > 0 ? { ...record, notes: [...notes] } : record
}

const explicitAddress = (matter: JsonRow) => [lineIn(matter, 'permalink'), lineIn(matter, 'url')].find(isPath) ?? ''
/** Patterns and template tags say nothing without their generator. */
const isPath = (address: string) => address.startsWith('/') && !/[:{}]/.test(address)
const lastOf = (path: string) =>
  decoded(
    path
      .replace(/(?:\/index)?\.html?$|\/$/i, '')
      .split('/')
      .at(-1) ?? '',
  )

function toTerm(name: string): SourceTerm {
  return {
    name,
    slug:
      canonicalSlug(name)
        .replace(/[^\p{L}\p{N}_-]+/gu, '-')
        .replace(/^-+|-+$/g, '') || name,
  }
}

/** The addresses that the text names, and those of the defaults of its generator. */
function addressesOf(
  { addresses, slug }: TextFields,
  { path, name, date }: PlaceOfText,
  categories: SourceTerm[],
): string[] {
  const named = addresses
    .map((each) => (isWebUrl(each) ? new URL(each).pathname : each.startsWith('/') ? each : `/${each}`))
    .filter(isPath)
  const [year, month, day] = date?.split('-') ?? []
  const dated = [year, month, day, slug || name].map((each) => encodeURIComponent(each ?? '')).join('/')
  const folders = categories.map((term) => `${encodeURIComponent(term.slug)}/`).join('')
  const ofJekyll = date
    ? [`/${dated}.html`, `/${dated}/`, ...(folders ? [`/${folders}${dated}.html`, `/${folders}${dated}/`] : [])]
    : []
  const parts = path.split('/')
  if (slug) parts[parts.length - 1] = slug
  const ofPath = path ? [`/${parts.map(encodeURIComponent).join('/')}/`] : []
  return [...new Set([...named, ...ofJekyll, ...ofPath])]
}

/** Folders whose files generators copy to the root of the site, or look up themselves. */
const pictureFolders = [
  '',
  'static/',
  'public/',
  'assets/',
  'src/',
  'src/assets/',
  'src/images/',
  'source/',
  'content/',
  'images/',
]

/** `export:/` and the path of the picture in the export; an address if it is elsewhere or missing. */
function pictureOf(src: string, file: string, { pictures, root }: Folder): string {
  if (isWebUrl(src) || src.startsWith('//') || src.startsWith('data:')) return src
  const path = decoded(src.replace(/[?#].*$/s, '')).normalize('NFC')
  const beside = resolvePath(file, path)
  const fromRoot = resolvePath('', path.replace(/^[~@]\//, '')) ?? ''
  const tried = [
    ...(beside && !path.startsWith('/') ? [beside] : []),
    ...pictureFolders.map((folder) => root + folder + fromRoot),
  ]
  const found = tried.map((each) => pictures.get(each)).find((each) => each !== undefined)
  return found === undefined
    ? `/${path.startsWith('/') ? fromRoot : (beside ?? fromRoot)}`
    : `export:/${found.normalize('NFC')}`
}

type Addressing = { name: string; folder: Folder; findPicture: (src: string, alt: string) => string }

/** Pictures and links to other texts by where they are. */
function withAddresses(nodes: readonly HtmlNode[], addressing: Addressing): HtmlNode[] {
  const { name, folder, findPicture } = addressing
  return nodes.map((node): HtmlNode => {
    if (!isElement(node)) return node
    const attributes = { ...node.attributes }
    if (node.name === 'img' && attributes.src) attributes.src = findPicture(attributes.src, attributes.alt ?? '')
    const [, path, rest = ''] =
      (node.name === 'a' && /^([^:#?]+?\.(?:mdx?|markdown))([#?].*)?$/.exec(attributes.href ?? '')) || []
    const target = path && folder.places.get(resolvePath(name, decoded(path)) ?? '')
    if (target) attributes.href = `/${target.path}/${rest}`
    return { name: node.name, attributes, children: withAddresses(node.children, addressing) }
  })
}

/** Without the first heading if that is the title, which pages show themselves. */
function withoutTitle(nodes: HtmlNode[], title: string): { nodes: HtmlNode[]; heading: string } {
  const at = nodes.findIndex((node) => typeof node !== 'string' || node.trim() !== '')
  const first = nodes[at]
  if (!first || !isElement(first, 'h1')) return { nodes, heading: '' }
  const heading = textIn(first.children)
  return title === '' || heading === title ? { nodes: nodes.toSpliced(at, 1), heading } : { nodes, heading }
}

/** Attributes of kramdown, `{: .wide }` or `{:toc}`, and ids of headings, `{#calm}`. */
function withoutExtensions(markdown: string): string {
  return markdown.replace(/\{:[^}\n]*\}|[ \t]*\{#[\w-]+\}[ \t]*$/gm, '')
}
