import { textOf } from '../../../content/rich-text/clean-html.ts'
import { parseTree, writeTree } from '../content/html-tree.ts'
import { type ExportFile, readText } from '../export-file.ts'
import {
  SourceError,
  type SourceProblem,
  type SourceRecord,
  type SourceStatus,
  type SourceTerm,
  type SourceText,
} from '../source-records.ts'
import { timeOf } from './clean-text.ts'
import { type Notes, simplifyCards } from './ghost-cards.ts'
import { isRow, isSet, type JsonRow, lineIn, parsedJson, rowsOf, textIn } from './json-rows.ts'
import { renderLexical } from './lexical.ts'
import { markdownToHtml } from './markdown-html.ts'
import { renderMobiledoc } from './mobiledoc.ts'

/** Ghost's own import takes 100 MB. */
const BYTES_MAX = 300 * 1024 * 1024

/** Rows of an export by what belongs together. */
type Ghost = {
  /** The address that stands for the site in texts. */
  siteUrl: string
  meta: ReadonlyMap<string, JsonRow>
  tags: ReadonlyMap<string, JsonRow>
  tagsOf: ReadonlyMap<string, string[]>
  permalinks: readonly string[]
}

/** Tables that are read, or say nothing of their own. */
const known = new Set([
  'posts',
  'posts_meta',
  'tags',
  'posts_tags',
  'users',
  'posts_authors',
  'settings',
  'roles',
  'roles_users',
  'permissions',
  'permissions_roles',
  'permissions_users',
  'permissions_apps',
  'migrations',
  'migrations_lock',
  'brute',
  'sessions',
  'api_keys',
])

/** `siteUrl` replaces `__GHOST_URL__`; '' if it is not known. `permalinks` are the patterns of `routes.yaml`. */
type GhostOptions = { siteUrl: string; permalinks?: readonly string[] }

/** Reads the JSON export of Ghost 0.x to 6 (Settings, Import/Export). Throws `SourceError` for a file of another kind. */
export async function* readGhost(file: ExportFile, options: GhostOptions): AsyncGenerator<SourceRecord> {
  const parsed = parsedJson(await readText(file, BYTES_MAX))
  if (parsed === undefined) throw new SourceError(`“${file.name}” is cut off or damaged: it is not valid JSON.`)
  const tables = databasesOf(parsed).filter(({ posts }) => Array.isArray(posts))
  if (tables.length === 0)
    throw new SourceError(
      `“${file.name}” is not an export of Ghost. Choose the JSON file that Settings, Export downloads.`,
    )
  for (const data of tables) yield* readTables(data, options, file.name)
}

/** `{"db":[{"meta":…,"data":…}]}`, where `db` may be missing or no list, and `data` may be missing as well. */
function databasesOf(parsed: unknown): JsonRow[] {
  const root = isRow(parsed) && parsed.db !== undefined ? parsed.db : parsed
  const list = Array.isArray(root) ? root : [root]
  return list.filter(isRow).map((each) => (isRow(each.data) ? each.data : each))
}

function* readTables(
  data: JsonRow,
  { siteUrl, permalinks = [] }: GhostOptions,
  fileName: string,
): Generator<SourceRecord> {
  const settings = new Map(rowsOf(data.settings).map((row) => [lineIn(row, 'key'), lineIn(row, 'value')]))
  yield { type: 'site', name: settings.get('title') ?? '', url: siteUrl }
  const ghost: Ghost = {
    siteUrl: siteUrl.replace(/\/$/, ''),
    meta: new Map(rowsOf(data.posts_meta).map((row) => [lineIn(row, 'post_id'), row])),
    tags: new Map(rowsOf(data.tags).map((row) => [lineIn(row, 'id'), row])),
    tagsOf: tagsByPost(data),
    permalinks: [settings.get('permalinks') ?? '', ...permalinks],
  }
  const posts = data.posts as unknown[]
  const rows = rowsOf(posts)
  yield* readCategories(rows, ghost)
  for (const row of rows) yield* readPost(row, ghost)
  const problem = (kind: SourceProblem['kind'], text: string): SourceProblem => ({
    type: 'problem',
    kind,
    item: fileName,
    text,
  })
  if (rows.length < posts.length)
    yield problem('unreadable', `${posts.length - rows.length} of ${posts.length} posts are not readable.`)
  const others = Object.keys(data).filter((name) => !known.has(name) && rowsOf(data[name]).length > 0)
  if (others.length > 0) yield problem('left-out', `The tables ${others.join(', ').slice(0, 500)} are not imported.`)
  if (rowsOf(data.users).length > 1)
    yield problem('left-out', 'The names of the authors are not kept: a site here has one.')
}

/** The ids of the tags of each post, the primary one first. */
function tagsByPost(data: JsonRow): Map<string, string[]> {
  const relations = rowsOf(data.posts_tags).toSorted(
    (one, other) => Number(one.sort_order ?? 0) - Number(other.sort_order ?? 0),
  )
  const byPost = Map.groupBy(relations, (row) => lineIn(row, 'post_id'))
  return new Map([...byPost].map(([post, rows]) => [post, rows.map((row) => lineIn(row, 'tag_id'))]))
}

const isInternal = (tag: JsonRow) => lineIn(tag, 'name').startsWith('#') || lineIn(tag, 'visibility') === 'internal'

/** The tags of a post; some programs that write this format put them into the post itself. */
function tagsOf(post: JsonRow, { tags, tagsOf: byPost }: Ghost): JsonRow[] {
  const ids = byPost.get(lineIn(post, 'id')) ?? []
  const found = ids.map((id) => tags.get(id)).filter((tag) => tag !== undefined)
  return found.length > 0 ? found : rowsOf(post.tags)
}

function toTerm(tag: JsonRow): SourceTerm {
  const name = textOf(lineIn(tag, 'name'))
  const slug = lineIn(tag, 'slug') || name
  return { slug, name: name || slug }
}

/** Tags that are the first of a post become categories. */
function* readCategories(posts: readonly JsonRow[], ghost: Ghost): Generator<SourceRecord> {
  const seen = new Set<string>()
  for (const post of posts) {
    const [primary] = isPage(post) ? [] : tagsOf(post, ghost).filter((tag) => !isInternal(tag))
    if (!primary) continue
    const term = toTerm(primary)
    if (!term.slug || seen.has(term.slug)) continue
    seen.add(term.slug)
    const description = textOf(textIn(primary, 'description'))
    yield { type: 'category', ...term, description, addresses: [`/tag/${term.slug}/`] }
  }
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
  const cover = withSite(lineIn(post, 'feature_image') || lineIn(post, 'image'), ghost)
  const alt = textOf(lineIn(meta, 'feature_image_alt'))
  if (cover) yield { type: 'picture', id: cover, url: cover, alt, addresses: [] }
  const [category, ...others] = isPage(post) ? [] : tags.filter((tag) => !isInternal(tag)).map(toTerm)
  const publishedAt = timeOf(post.published_at)
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
