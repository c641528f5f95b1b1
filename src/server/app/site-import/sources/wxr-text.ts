import * as z from 'zod/mini'
import { textOf } from '../../../content/rich-text/clean-html.ts'
import { decoded } from '../export-files.ts'
import type { SourceStatus, SourceTerm, SourceText } from '../source-records.ts'
import { cleanLine, timeOf } from './clean-text.ts'
import { parsedJson } from './json-rows.ts'
import { addressesOf, type WxrItem } from './wxr-item.ts'

/** `authors`: their names by the name that they sign in with, which items have. */
export type WxrSite = { name: string; authors: ReadonlyMap<string, string> }

type TextFields = Omit<SourceText, 'id' | 'title'>

export function readText({ fields, meta, terms }: WxrItem, kind: 'post' | 'page', site: WxrSite): TextFields {
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
