import type { ExportFile } from '../export-file.ts'
import { SourceError } from '../source-records.ts'
import { isRow, type JsonRow, lineIn } from './json-rows.ts'
import { readJsonTables } from './json-tables.ts'

/** `siteUrl` replaces `__GHOST_URL__`; '' if it is not known. `permalinks` are the patterns of `routes.yaml`. */
export type GhostOptions = { siteUrl: string; permalinks?: readonly string[] }

/** A database without its posts, before or after which its tables may stand. */
export type Ghost = {
  /** The address that stands for the site in texts. */
  siteUrl: string
  title: string
  permalinks: string[]
  meta: Map<string, JsonRow>
  tags: Map<string, JsonRow>
  relations: Map<string, { tag: string; order: number }[]>
  hasPosts: boolean
  posts: number
  unreadable: number
  /** The names of the users, in the order of the export. */
  users: Map<string, string>
  /** The ids of the users who wrote a post. */
  authors: Map<string, { user: string; order: number }[]>
  otherTables: Set<string>
  /** The slugs of the tags that became categories. */
  categories: Set<string>
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

/** Reads all but the posts, which are too large together. Throws `SourceError` for a file of another kind. */
export async function readDatabases(file: ExportFile, options: GhostOptions): Promise<Map<string, Ghost>> {
  const databases = new Map<string, Ghost>()
  for await (const { database, table, value } of readJsonTables(file)) {
    const ghost = databases.get(database) ?? newDatabase(options)
    databases.set(database, ghost)
    if (table === 'posts') takePost(ghost, value)
    else if (isRow(value)) takeRow(ghost, table, value)
  }
  for (const [name, { hasPosts }] of databases) if (!hasPosts) databases.delete(name)
  if (databases.size === 0)
    throw new SourceError(
      `“${file.name}” is not an export of Ghost. Choose the JSON file that Settings, Export downloads.`,
    )
  return databases
}

function newDatabase({ siteUrl, permalinks = [] }: GhostOptions): Ghost {
  return {
    siteUrl: siteUrl.replace(/\/$/, ''),
    title: '',
    permalinks: [...permalinks],
    meta: new Map(),
    tags: new Map(),
    relations: new Map(),
    hasPosts: false,
    posts: 0,
    unreadable: 0,
    users: new Map(),
    authors: new Map(),
    otherTables: new Set(),
    categories: new Set(),
  }
}

function takePost(ghost: Ghost, value: unknown): void {
  ghost.hasPosts = true
  if (value === undefined) return
  ghost.posts += 1
  if (!isRow(value)) ghost.unreadable += 1
}

function takeRow(ghost: Ghost, table: string, row: JsonRow): void {
  const line = (key: string) => lineIn(row, key)
  if (table === 'settings') {
    if (line('key') === 'title') ghost.title = line('value')
    if (line('key') === 'permalinks') ghost.permalinks.unshift(line('value'))
  } else if (table === 'posts_meta') {
    ghost.meta.set(line('post_id'), Object.fromEntries(metaFields.map((key) => [key, row[key]])))
  } else if (table === 'tags') {
    ghost.tags.set(line('id'), row)
  } else if (table === 'posts_tags') {
    const relations = ghost.relations.get(line('post_id')) ?? []
    relations.push({ tag: line('tag_id'), order: Number(row.sort_order ?? 0) })
    ghost.relations.set(line('post_id'), relations)
  } else if (table === 'users') {
    ghost.users.set(line('id'), line('name'))
  } else if (table === 'posts_authors') {
    const authors = ghost.authors.get(line('post_id')) ?? []
    authors.push({ user: line('author_id'), order: Number(row.sort_order ?? 0) })
    ghost.authors.set(line('post_id'), authors)
  } else if (!known.has(table)) {
    ghost.otherTables.add(table)
  }
}

const metaFields = ['feature_image_alt', 'meta_title', 'meta_description', 'canonical_url', 'email_only']
