import type { ExportFiles } from '../export-files.ts'
import type { SourceRecord } from '../source-records.ts'
import { readGhost } from './ghost.ts'
import { readLinkTable } from './link-tables.ts'
import { readMarkdown } from './markdown.ts'
import { readPermalinks, readRedirects } from './redirect-files.ts'
import { readSubstack } from './substack.ts'
import { readWxr } from './wxr.ts'

/** Reads the documents of an export of any kind. `siteUrl` is '' if neither the export nor the owner says it. */
export async function* readSource(files: ExportFiles, siteUrl: string): AsyncGenerator<SourceRecord> {
  const { kind, documents, read } = files
  if (read) yield* read()
  if (kind === 'markdown') yield* readMarkdown(files, siteUrl)
  if (kind === 'substack') yield* readSubstack(documents, siteUrl)
  const routes = documents.filter(({ content }) => content === 'routes')
  const permalinks = (await Promise.all(routes.map(readPermalinks))).flat()
  for (const file of documents) {
    if (file.content === 'wordpress') yield* readWxr(file.open(), file.name.split('/').at(-1)!)
    if (file.content === 'ghost') yield* readGhost(file, { siteUrl, permalinks })
    if (file.content === 'redirects') yield* readRedirects(file)
    if (file.content === 'links') yield* readLinkTable(file)
    if (file.content === 'readers')
      yield {
        type: 'problem',
        kind: 'left-out',
        item: file.name,
        text: 'Readers are imported in Subscribers, or by “dewlight import subscribers”.',
      }
  }
}
