import { textOf } from '../../../content/rich-text/clean-html.ts'
import { readCsvRecords } from '../../../platform/http/csv-records.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { parseTree, writeTree } from '../content/html-tree.ts'
import { type ExportFile, readText } from '../export-file.ts'
import type { ExportDocument } from '../export-kinds.ts'
import { SourceError, type SourceRecord, type SourceStatus, type SourceText } from '../source-records.ts'
import { clean, timeOf } from './clean-text.ts'
import { simplifySubstack } from './substack-blocks.ts'

const TABLE_BYTES_MAX = 50 * 1024 * 1024
const TEXT_BYTES_MAX = 20 * 1024 * 1024

type Row = Map<string, string>

/**
 * Reads the export of Substack (Settings, Import/Export): `posts.csv` with a row for each text, and the texts as HTML, each with the
 * row's `post_id`, its number and its slug, as its name.
 */
export async function* readSubstack(
  documents: readonly ExportDocument[],
  siteUrl: string,
): AsyncGenerator<SourceRecord> {
  yield { type: 'site', name: '', url: siteUrl || addressOf(documents) }
  const files = documents.filter(({ content }) => content === 'substack')
  const isText = ({ name }: ExportFile) => /\.html$/i.test(name)
  const texts = new Map(files.filter(isText).map((file) => [idOf(file.name), file]))
  for (const file of files.filter((each) => !isText(each)))
    for (const row of await readRows(file)) {
      const id = row.get('post_id') ?? ''
      const text = texts.get(id)
      texts.delete(id)
      if (id) yield* readPost(row, id, text)
      else yield { type: 'problem', kind: 'unreadable', item: file.name, text: 'A row without a post_id was left out.' }
    }
  for (const [, { name }] of texts)
    yield { type: 'problem', kind: 'left-out', item: name, text: 'It has no row in posts.csv.' }
}

/** Substack names the list of readers for the publication. */
function addressOf(files: readonly ExportFile[]): string {
  const name = files.map((file) => /(?:^|\/)email_list\.([\w-]+)\.csv$/.exec(file.name)?.[1]).find(Boolean)
  return name ? `https://${name}.substack.com` : ''
}

const idOf = (path: string) =>
  path
    .split('/')
    .at(-1)!
    .replace(/\.html$/i, '')

async function readRows(file: ExportFile): Promise<Row[]> {
  const csv = clean(await readText(file, TABLE_BYTES_MAX))
  try {
    const [header, ...rows] = readCsvRecords(csv, { delimiter: ',', columns: 'post_id and title' })
    const names = (header?.record ?? []).map((name) => name.toLowerCase())
    return rows.map(({ record }) => new Map(names.map((name, at) => [name, record[at] ?? ''])))
  } catch (error) {
    if (error instanceof HttpError)
      throw new SourceError(`“${file.name}” is cut off or damaged: its rows cannot be read.`)
    throw error
  }
}

async function* readPost(row: Row, id: string, file: ExportFile | undefined): AsyncGenerator<SourceRecord> {
  const field = (name: string) => row.get(name) ?? ''
  const notes = new Set<string>()
  const pictures = new Map<string, string>()
  const addPicture = (url: string, alt: string) => pictures.set(url, pictures.get(url) || alt)
  const html = file ? await readHtml(file, notes) : ''
  if (!file) notes.add('Its text is not in the export.')
  const content = writeTree(simplifySubstack(parseTree(html), { notes, addPicture }))
  for (const [url, alt] of pictures) yield { type: 'picture', id: url, url, alt, addresses: [] }
  const isPage = field('type') === 'page'
  if (field('podcast_url')) notes.add(`Its recording is not copied: ${field('podcast_url').slice(0, 300)}`)
  if (field('type') === 'thread') notes.add('It was a thread: its replies are not in the export.')
  const status = statusOf(row, notes)
  const slug = id.replace(/^\d+\./, '')
  const text: SourceText = {
    type: 'text',
    id,
    kind: isPage ? 'page' : 'post',
    title: textOf(field('title')),
    slug: /^\d+$/.test(slug) ? '' : slug,
    content,
    format: 'html',
    excerpt: textOf(field('subtitle')),
    status,
    publishedAt: timeOf(field('post_date')),
    updatedAt: null,
    categories: [],
    tags: [],
    cover: null,
    metaTitle: '',
    metaDescription: '',
    isFeatured: false,
    addresses: slug ? [`/p/${slug}`] : [],
  }
  yield notes.size > 0 ? { ...text, notes: [...notes] } : text
}

async function readHtml(file: ExportFile, notes: Set<string>): Promise<string> {
  try {
    return clean(await readText(file, TEXT_BYTES_MAX))
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    notes.add(error.message)
    return ''
  }
}

function statusOf(row: Row, notes: Set<string>): SourceStatus {
  if (row.get('is_published')?.toLowerCase() !== 'true') return 'draft'
  const audience = row.get('audience') || 'everyone'
  if (audience === 'everyone') return 'published'
  notes.add(`It was not public (“${audience.slice(0, 100)}”) and becomes a draft.`)
  return 'draft'
}
