import { textOf } from '../../../content/rich-text/clean-html.ts'
import { parseTree, writeTree } from '../content/html-tree.ts'
import type { ExportFile } from '../export-file.ts'
import type { SourceProblem, SourceRecord, SourceStatus, SourceTerm, SourceText } from '../source-records.ts'
import { timeOf } from './clean-text.ts'
import { type Notes, simplifyCards } from './ghost-cards.ts'
import { type Ghost, type GhostOptions, readDatabases } from './ghost-database.ts'
import { isRow, isSet, type JsonRow, lineIn, rowsOf, textIn } from './json-rows.ts'
import { readJsonTables } from './json-tables.ts'
import { renderLexical } from './lexical.ts'
import { markdownToHtml } from './markdown-html.ts'
import { renderMobiledoc } from './mobiledoc.ts'

/** Reads the JSON export of Ghost 0.x to 6 (Settings, Import/Export). Throws `SourceError` for a file of another kind. */
export async function* readGhost(file: ExportFile, options: GhostOptions): AsyncGenerator<SourceRecord> {
  const databases = await readDatabases(file, options)
  for (const { title } of databases.values()) yield { type: 'site', name: title, url: options.siteUrl }
  for await (const { database, table, value } of readJsonTables(file)) {
    const ghost = databases.get(database)
    if (ghost && table === 'posts' && isRow(value)) yield* readPost(value, ghost)
  }
  for (const ghost of databases.values()) yield* problemsOf(ghost, file.name)
}

function* problemsOf({ posts, unreadable, otherTables }: Ghost, item: string): Generator<SourceProblem> {
  const problem = (kind: SourceProblem['kind'], text: string) => ({ type: 'problem' as const, kind, item, text })
  if (unreadable > 0) yield problem('unreadable', `${unreadable} of ${posts} posts are not readable.`)
  if (otherTables.size > 0)
    yield problem('left-out', `The tables ${[...otherTables].join(', ').slice(0, 500)} are not imported.`)
}

const isInternal = (tag: JsonRow) => lineIn(tag, 'name').startsWith('#') || lineIn(tag, 'visibility') === 'internal'

/** The tags of a post, the primary one first; some programs that write this format put them into the post itself. */
function tagsOf(post: JsonRow, { tags, relations }: Ghost): JsonRow[] {
  const ofPost = (relations.get(lineIn(post, 'id')) ?? []).toSorted((one, other) => one.order - other.order)
  const found = ofPost.map(({ tag }) => tags.get(tag)).filter((tag) => tag !== undefined)
  return found.length > 0 ? found : rowsOf(post.tags)
}

/** Versions before 2.0 have one author, in the post itself. */
function authorsOf(post: JsonRow, { users, authors }: Ghost): string[] {
  const ofPost = (authors.get(lineIn(post, 'id')) ?? []).toSorted((one, other) => one.order - other.order)
  const ids = ofPost.length > 0 ? ofPost.map(({ user }) => user) : [lineIn(post, 'author_id')]
  return ids.map((id) => textOf(users.get(id) ?? '')).filter(Boolean)
}

function toTerm(tag: JsonRow): SourceTerm {
  const name = textOf(lineIn(tag, 'name'))
  const slug = lineIn(tag, 'slug') || name
  return { slug, name: name || slug }
}

/** The category of a tag that is the first of a post, once. */
function* readCategory(tag: JsonRow, { categories }: Ghost): Generator<SourceRecord> {
  const term = toTerm(tag)
  if (!term.slug || categories.has(term.slug)) return
  categories.add(term.slug)
  const description = textOf(textIn(tag, 'description'))
  yield { type: 'category', ...term, description, addresses: [`/tag/${term.slug}/`] }
}

const isPage = (post: JsonRow) => lineIn(post, 'type') === 'page' || isSet(post, 'page')

function* readPost(post: JsonRow, ghost: Ghost): Generator<SourceRecord> {
  const title = textOf(lineIn(post, 'title'))
  const slug = lineIn(post, 'slug')
  const id = lineIn(post, 'id') || slug || title
  if (!id) {
    yield { type: 'problem', kind: 'left-out', item: 'A post', text: 'A post without an id, an address and a title.' }
    return
  }
  const meta = ghost.meta.get(id) ?? {}
  const notes: Notes = new Set()
  const status = statusOf(post, meta, notes)
  const tags = tagsOf(post, ghost)
  const internal = tags.filter(isInternal).map((tag) => lineIn(tag, 'name'))
  if (internal.length > 0) notes.add(`Its internal tags are left out: ${internal.join(', ').slice(0, 200)}.`)
  if (lineIn(post, 'codeinjection_head') || lineIn(post, 'codeinjection_foot')) notes.add('Its own code was left out.')
  const canonical = lineIn(post, 'canonical_url') || lineIn(meta, 'canonical_url')
  if (canonical)
    notes.add(`It named another address as its own for search engines, which is not kept: ${canonical.slice(0, 300)}.`)
  const shown = isPage(post) ? [] : tags.filter((tag) => !isInternal(tag))
  if (shown[0]) yield* readCategory(shown[0], ghost)
  const [category, ...others] = shown.map(toTerm)
  const cover = withSite(lineIn(post, 'feature_image') || lineIn(post, 'image'), ghost)
  const alt = textOf(lineIn(meta, 'feature_image_alt'))
  if (cover) yield { type: 'picture', id: cover, url: cover, alt, addresses: [] }
  const publishedAt = timeOf(post.published_at)
  const authors = authorsOf(post, ghost)
  const text: SourceText = {
    type: 'text',
    id,
    kind: isPage(post) ? 'page' : 'post',
    title,
    slug,
    content: withSite(contentOf(post, notes), ghost),
    format: 'html',
    excerpt: textOf(textIn(post, 'custom_excerpt')),
    status,
    publishedAt: publishedAt ?? (status === 'published' ? timeOf(post.created_at) : null),
    updatedAt: timeOf(post.updated_at),
    categories: category ? [category] : [],
    tags: others,
    cover: cover || null,
    metaTitle: textOf(lineIn(meta, 'meta_title') || lineIn(post, 'meta_title')),
    metaDescription: textOf(lineIn(meta, 'meta_description') || lineIn(post, 'meta_description')),
    isFeatured: isSet(post, 'featured'),
    ...(authors.length > 0 && { authors }),
    addresses: addressesOf({ post, slug, publishedAt }, ghost),
  }
  yield notes.size > 0 ? { ...text, notes: [...notes] } : text
}

function statusOf(post: JsonRow, meta: JsonRow, notes: Notes): SourceStatus {
  const status = lineIn(post, 'status') || 'draft'
  const visibility = lineIn(post, 'visibility') || 'public'
  if (status === 'sent' || isSet(meta, 'email_only')) notes.add('It was only sent by email and becomes a draft.')
  else if (visibility !== 'public' && status !== 'draft')
    notes.add(`It was not public (“${visibility.slice(0, 100)}”) and becomes a draft.`)
  else if (status === 'published' || status === 'scheduled') return status
  return 'draft'
}

/** HTML as it was rendered, else the newest form of the text that there is. */
function contentOf(post: JsonRow, notes: Notes): string {
  const html = textIn(post, 'html')
  if (html) return writeTree(simplifyCards(parseTree(html), notes))
  const lexical = textIn(post, 'lexical')
  const mobiledoc = textIn(post, 'mobiledoc')
  const nodes = (lexical && renderLexical(lexical, notes)) || (mobiledoc && renderMobiledoc(mobiledoc, notes))
  if (nodes) return writeTree(nodes)
  if (lexical || mobiledoc) notes.add('Its text is not readable and is missing.')
  const markdown = textIn(post, 'markdown')
  return markdown && markdownToHtml(markdown, notes)
}

const withSite = (text: string, { siteUrl }: Ghost) => text.replaceAll('__GHOST_URL__', siteUrl)

type Addressed = { post: JsonRow; slug: string; publishedAt: string | null }

/** The addresses by the site's patterns, and the plain one. */
function addressesOf({ post, slug, publishedAt }: Addressed, ghost: Ghost): string[] {
  if (!slug) return []
  const [year, month, day] = publishedAt?.slice(0, 10).split('-') ?? []
  const [primary] = tagsOf(post, ghost).filter((tag) => !isInternal(tag))
  const values: Record<string, string | undefined> = {
    slug,
    id: lineIn(post, 'id'),
    year,
    month,
    day,
    primary_tag: primary ? toTerm(primary).slug : 'all',
  }
  const paths = ghost.permalinks.map((permalink) =>
    permalink.replace(/:(\w+)/g, (whole, name: string) => values[name] ?? whole),
  )
  const own = isPage(post) ? [] : paths.filter((path) => path !== '' && !path.includes(':'))
  return [...new Set([...own, `/${slug}/`, `/${slug}/amp/`])]
}
