import { textOf } from '../../../content/rich-text/clean-html.ts'
import { type Focus, focusOfPlace } from '../focal-points.ts'
import { cleanLine, timeOf } from './clean-text.ts'
import { isRow, isSet, type JsonRow, lineIn } from './json-rows.ts'

/** The fields of front matter that are read, under the names that generators and their themes give them. */
const names = {
  title: ['title', 'name'],
  slug: ['slug'],
  date: ['date', 'pubDate', 'publishDate', 'pubDatetime', 'published_at', 'publishedAt', 'datePublished', 'created'],
  updated: [
    'lastmod',
    'updated',
    'updatedDate',
    'last_modified_at',
    'lastModified',
    'modified',
    'modDatetime',
    'dateModified',
  ],
  excerpt: ['description', 'excerpt', 'summary', 'subtitle'],
  metaTitle: ['metaTitle', 'meta_title', 'seoTitle', 'seo_title'],
  metaDescription: ['metaDescription', 'meta_description', 'seoDescription', 'seo_description'],
  categories: ['categories', 'category'],
  tags: ['tags', 'tag', 'keywords'],
  cover: [
    'cover',
    'image',
    'coverImage',
    'cover_image',
    'featured_image',
    'featuredImage',
    'featureImage',
    'feature_image',
    'heroImage',
    'hero',
    'thumbnail',
    'banner',
    'ogImage',
    'images',
  ],
  coverAlt: ['coverAlt', 'cover_alt', 'imageAlt', 'image_alt', 'heroImageAlt', 'featured_image_alt', 'alt'],
  author: ['authors', 'author'],
  featured: ['featured', 'sticky', 'pinned'],
  addresses: ['permalink', 'url', 'aliases', 'alias', 'redirect_from'],
  state: ['draft', 'published', 'status', 'private', 'layout', 'type', 'kind', 'id'],
  parents: ['taxonomies', 'seo', 'extra', 'params'],
} as const

const known: ReadonlySet<string> = new Set(Object.values(names).flat())

/** Fields that are left out. */
export const unknownFields = (fields: JsonRow) => Object.keys(fields).filter((name) => !known.has(name))

/** The first of the names that has a value, also in the groups that some generators make. */
function find(fields: JsonRow, wanted: readonly string[]): unknown {
  const groups = [fields, ...names.parents.map((name) => fields[name]).filter(isRow)]
  for (const name of wanted)
    for (const group of groups)
      if (group[name] !== undefined && group[name] !== null && group[name] !== '') return group[name]
  return undefined
}

const lineOf = (value: unknown) => lineIn({ value }, 'value')

export type TextFields = {
  title: string
  slug: string
  date: string | null
  updated: string | null
  excerpt: string
  metaTitle: string
  metaDescription: string
  categories: string[]
  tags: string[]
  cover: string
  coverAlt: string
  coverFocus: Focus | undefined
  authors: string[]
  isFeatured: boolean
  isDraft: boolean
  isPage: boolean
  addresses: string[]
}

/** `isJekyll`: words of a list without commas are separated by spaces. */
export function readFields(fields: JsonRow, { isJekyll }: { isJekyll: boolean }): TextFields {
  const line = (key: keyof typeof names) => textOf(lineOf(find(fields, names[key])))
  // The plural is a list, the singular one name, and a text may have both.
  const namesOf = (key: 'categories' | 'tags') => [
    ...new Set(names[key].flatMap((name) => listOf(find(fields, [name]), isJekyll && name.endsWith('s')))),
  ]
  const status = lineIn(fields, 'status').toLowerCase()
  const cover = find(fields, names.cover)
  const isPublished = fields.published === undefined || isSet(fields, 'published') || timeOf(fields.published) !== null
  return {
    title: line('title'),
    slug: line('slug'),
    date: timeOf(find(fields, names.date)) ?? timeOf(fields.published),
    updated: timeOf(find(fields, names.updated)),
    excerpt: line('excerpt'),
    metaTitle: line('metaTitle') || textOf(groupLine(fields.seo, 'title')),
    metaDescription: line('metaDescription') || textOf(groupLine(fields.seo, 'description')),
    categories: namesOf('categories'),
    tags: namesOf('tags'),
    cover: coverOf(cover),
    coverAlt: line('coverAlt') || textOf(groupLine(cover, 'alt')),
    coverFocus: focusOfPlace(groupLine(cover, 'focal_point')),
    authors: listOf(find(fields, names.author), false),
    isFeatured: names.featured.some((name) => isSet(fields, name)),
    isDraft:
      isSet(fields, 'draft') || isSet(fields, 'private') || !isPublished || /^(?:draft|private|pending)$/.test(status),
    isPage: [lineIn(fields, 'layout'), lineIn(fields, 'type'), lineIn(fields, 'kind')].includes('page'),
    addresses: names.addresses.flatMap((name) => listOf(fields[name], false, /\n/)).filter((each) => each !== 'false'),
  }
}

const groupLine = (value: unknown, key: string) => (isRow(value) ? lineIn(value, key) : '')

/** An address, a group with one, or a list of either. */
function coverOf(value: unknown): string {
  const [first] = Array.isArray(value) ? value : [value]
  if (!isRow(first)) return lineOf(first)
  return ['image', 'src', 'url', 'path', 'feature', 'filename'].map((name) => lineIn(first, name)).find(Boolean) ?? ''
}

/** A list, or its words in one text. */
function listOf(value: unknown, isSpaced: boolean, separator = /,/): string[] {
  if (Array.isArray(value)) return value.map((each) => textOf(lineOf(each))).filter(Boolean)
  const text = typeof value === 'string' ? cleanLine(value) : lineOf(value)
  const by = isSpaced && !text.includes(',') ? /\s+/ : separator
  return text
    .split(by)
    .map((each) => textOf(each))
    .filter(Boolean)
}
