import type { Focus } from './focal-points.ts'

/**
 * Records that a reader of another system's export yields, one at a time and in the order of the export. All ids are those of
 * the source, unique within one type. Times are ISO 8601 in UTC. Texts are well-formed Unicode without control characters.
 * An address is a path of the old site with its query, such as `/2019/05/toner/` or `/?p=12`.
 */

export type SourceSite = { type: 'site'; name: string; url: string }

/** `slug` is that of the source. */
export type SourceTerm = { slug: string; name: string }

export type SourceCategory = SourceTerm & { type: 'category'; description: string; addresses: string[] }

/** `private` and `protected` (by a password) become drafts. */
export type SourceStatus = 'published' | 'scheduled' | 'draft' | 'private' | 'protected'

export type ContentFormat = 'html' | 'own'

export type SourceText = {
  type: 'text'
  id: string
  kind: 'post' | 'page'
  title: string
  slug: string
  content: string
  /**
   * Plain HTML, or that of the editor here; absent: with block comments, shortcodes and paragraphs by blank lines, as WordPress stores
   * it.
   */
  format?: ContentFormat
  /** The HTML of the notes at its end, in order. */
  footnotes?: string[]
  /** Plain text. */
  excerpt: string
  status: SourceStatus
  publishedAt: string | null
  updatedAt: string | null
  categories: SourceTerm[]
  tags: SourceTerm[]
  /** The id of a picture. */
  cover: string | null
  metaTitle: string
  metaDescription: string
  isFeatured: boolean
  /** The names of who wrote it. */
  authors?: string[]
  /** The permalink first. */
  addresses: string[]
  /** Sentences for the owner about what its reader could not keep. */
  notes?: string[]
}

type SourcePicture = {
  type: 'picture'
  id: string
  url: string
  alt: string
  focus?: Focus
  /** The id of the text that it was uploaded for. */
  textId?: string
  /** Addresses of its page. */
  addresses: string[]
}

/** An address that redirects, such as `/go/serum`; `url` may be a path of the old site. */
type SourceLink = { type: 'link'; id: string; name: string; url: string; picture?: string; addresses: string[] }

/**
 * A product that texts show in a box or link to, found in them. `id` is equal for all its links; `url` is that of a text, so a path or
 * a short link of the old site too.
 */
export type SourceProduct = {
  type: 'product'
  id: string
  url: string
  name: string
  /** Whether no text names it. */
  isGuess: boolean
  /** The address of its picture; '' for none. */
  picture: string
  isBox: boolean
  isLinked: boolean
}

/** `nested`: how many entries are below others, and are left out. An entry's `address` is a path of the old site or a URL. */
export type SourceMenu = {
  type: 'menu'
  id: string
  name: string
  entries: { label: string; address: string }[]
  nested: number
}

/** Content that texts show by its id: a synced pattern, a table, whose id is `table 3`, or the numbers of one of AAWP. */
type SourceFragment = { type: 'fragment'; id: string; content: string }

/** Without what could identify its author elsewhere: no email, no address of a site, no IP address. */
type SourceComment = {
  type: 'comment'
  id: string
  textId: string
  parentId: string | null
  /** '' if it has none. */
  author: string
  /** HTML of the source. */
  content: string
  writtenAt: string | null
  isApproved: boolean
}

/** A comment that is not kept, with the reason as a sentence for the owner. */
type LeftOutComment = { type: 'comment'; id: string; leftOut: string }

/** An item that is left out, repaired or unreadable; `text` is a sentence for the owner. */
export type SourceProblem = {
  type: 'problem'
  kind: 'left-out' | 'repaired' | 'unreadable' | 'unreachable'
  item: string
  text: string
}

export type SourceRecord =
  | SourceSite
  | SourceCategory
  | SourceText
  | SourcePicture
  | SourceLink
  | SourceProduct
  | SourceMenu
  | SourceFragment
  | SourceComment
  | LeftOutComment
  | SourceProblem

/** Nothing of an export can be read; the message is a sentence for the owner. */
export class SourceError extends Error {}
