import { type ExportFile, startOf } from './export-file.ts'

export type ExportKind = 'wordpress' | 'ghost' | 'substack' | 'markdown'

export const kindNames: Record<ExportKind, string> = {
  wordpress: 'WordPress',
  ghost: 'Ghost',
  substack: 'Substack',
  markdown: 'Markdown',
}

export function isExportKind(text: string | undefined): text is ExportKind {
  return text !== undefined && Object.hasOwn(kindNames, text)
}

/** A document with what is in it: a table of links or redirects may be part of an export of any kind. */
export type ExportDocument = ExportFile & { content: ExportKind | 'redirects' | 'routes' | 'links' | 'readers' }

/** Bytes in which the sign of a kind stands. */
const START = 64 * 1024

/** Says by its content what a file is; undefined for one without texts, such as a picture. */
async function contentOf(file: ExportFile): Promise<ExportDocument['content'] | 'xml' | undefined> {
  const [extension = ''] = /[^./]+$/.exec(file.name.toLowerCase()) ?? []
  if (/^(?:md|markdown|mdown|mkdn?|mdx)$/.test(extension)) return 'markdown'
  // Browsers number a file that is downloaded again.
  if (/(?:^|\/)redirects[^/]*\.(?:json|ya?ml)$/i.test(file.name)) return 'redirects'
  if (/(?:^|\/)routes[^/]*\.ya?ml$/i.test(file.name)) return 'routes'
  const isText = /^(?:xml|wxr|rss|json|csv|txt)$/.test(extension)
  // An uploaded file may have a name without an extension.
  if (!isText && (file.name.includes('.') || file.name.includes('/'))) return undefined
  const start = await startOf(file, START)
  if (/^\s*</.test(start)) return start.includes('wordpress.org/export/') ? 'wordpress' : 'xml'
  // Both lists of the JSON of Ghost have these names, and `db` and `meta` stand before them.
  if (/^\s*\{/.test(start)) return /^\s*\{\s*"(?:db|meta|data|posts)"\s*:/.test(start) ? 'ghost' : undefined
  if (/^(?:---|\+\+\+)\s*\n/.test(start)) return 'markdown'
  return tableOf(start)
}

/** Tells tables by the header of a CSV file. */
function tableOf(start: string): ExportDocument['content'] | undefined {
  const names = new Set(
    start
      .slice(0, Math.max(0, start.search(/[\r\n]/)) || start.length)
      .split(/[,;\t]/)
      .map((name) => name.toLowerCase().replace(/[^a-z]/g, '')),
  )
  const has = (...wanted: string[]) => wanted.every((name) => names.has(name))
  if (has('postid', 'postdate', 'title')) return 'substack'
  if (has('slug', 'url') || has('name', 'destinationurl') || has('linkname', 'destinationurl')) return 'links'
  // Substack has a table of its mails for each text as well.
  if ((has('email') || has('emailaddress')) && !has('postid')) return 'readers'
  return undefined
}

export type SortedExport = { kind: ExportKind; documents: ExportDocument[] }

/**
 * The kind of an export with its documents: that of WordPress, Ghost or Substack if one of its files is there, since a folder of
 * any of them may hold Markdown and feeds as well. Undefined if there are no texts.
 */
export async function sortExport(files: readonly ExportFile[]): Promise<SortedExport | undefined> {
  const found: (ExportFile & { content: NonNullable<Awaited<ReturnType<typeof contentOf>>> })[] = []
  for (const file of files) {
    const content = await contentOf(file)
    if (content) found.push({ ...file, content })
  }
  const kinds = (['wordpress', 'ghost', 'substack', 'markdown'] as const).filter((kind) =>
    found.some(({ content }) => content === kind),
  )
  const [kind = found.some(({ content }) => content === 'xml') ? ('wordpress' as const) : undefined] = kinds
  if (!kind) return undefined
  const documents = found
    .map((file) => ({ ...file, content: file.content === 'xml' ? ('wordpress' as const) : file.content }))
    .filter(({ content }) => isPart(content, kind))
  if (kind === 'substack')
    for (const file of files) if (/\.html$/i.test(file.name)) documents.push({ ...file, content: kind })
  return {
    kind,
    documents: documents.sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true })),
  }
}

/** Files of another kind are not read: a theme holds Markdown, a folder of Markdown feeds. */
function isPart(content: ExportDocument['content'], kind: ExportKind): boolean {
  if (content === 'routes') return kind === 'ghost'
  return content === kind || content === 'links' || content === 'redirects' || content === 'readers'
}
