import { isWebUrl } from '../../../contract/platform/urls.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ExportFiles } from './export-files.ts'
import { addItems, hashOf, type NewItem, updateImport } from './site-imports.repo.ts'
import type { SourceProblem, SourceRecord, SourceSite } from './source-records.ts'
import { readSource } from './sources/read-source.ts'

/** Characters of the items that are held in memory. */
const BATCH_CHARACTERS = 1_000_000
const BATCH = 200

type ReadOptions = {
  importId: number
  files: ExportFiles
  /** The address of the old site, for exports that do not say it. */
  siteUrl?: string
  signal: AbortSignal
}

/**
 * Reads the files of an export into the items of an import, which has none. An item that several files have is read once. Throws
 * `SourceError` for a file of another kind.
 */
export async function readExport(db: Db, { importId, files, siteUrl = '', signal }: ReadOptions): Promise<void> {
  /** The hash of each item by its key. */
  const seen = new Map<string, string>()
  let site: SourceSite | undefined
  let batch: NewItem[] = []
  let characters = 0
  const flush = async () => {
    await addItems(db, importId, batch)
    batch = []
    characters = 0
  }
  for await (const record of readSource(files, siteUrl)) {
    signal.throwIfAborted()
    if (record.type === 'site') {
      site ??= record
      continue
    }
    const read = toItem(record, seen.size)
    const hash = hashOf(JSON.stringify(record))
    const known = seen.get(read.sourceKey)
    if (known === hash || (known !== undefined && record.type !== 'text' && record.type !== 'picture')) continue
    const item = known === undefined ? read : toItem(otherVersion(read.name), seen.size)
    seen.set(item.sourceKey, hash)
    batch.push(item)
    characters += 'content' in record ? record.content.length : 100
    if (batch.length === BATCH || characters > BATCH_CHARACTERS) await flush()
  }
  await flush()
  const address = [site?.url ?? '', siteUrl].find(isWebUrl)
  const url = address ? new URL(address).origin : ''
  await updateImport(db, importId, { site_name: site?.name ?? '', site_url: url })
}

/** The first one is imported. */
function otherVersion(item: string): SourceProblem {
  const text = 'The export has it twice, with differences: the first one is imported.'
  return { type: 'problem', kind: 'left-out', item, text }
}

function toItem(record: Exclude<SourceRecord, SourceSite>, position: number): NewItem {
  switch (record.type) {
    case 'category':
      return { sourceKey: `category ${record.slug}`, name: record.name, record }
    case 'text':
      return {
        sourceKey: `text ${record.id}`,
        name: record.title || record.slug || `${record.kind} ${record.id}`,
        record,
      }
    case 'picture':
      return { sourceKey: `picture ${record.id}`, name: record.url.split('/').at(-1) ?? record.url, record }
    case 'menu':
      return { sourceKey: `menu ${record.id}`, name: record.name, record }
    case 'link':
      return { sourceKey: `link ${record.id}`, name: record.name, record }
    case 'product':
    case 'fragment':
      return { sourceKey: `fragment ${record.id}`, name: record.id, record }
    case 'comment':
      return { sourceKey: `comment ${record.id}`, name: `Comment ${record.id}`, record }
    case 'problem':
      return { sourceKey: `problem ${position}`, name: record.item, record }
  }
}
