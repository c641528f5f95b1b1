import { isWebUrl } from '../../../../contract/platform/urls.ts'
import { readCsvRecords } from '../../../platform/http/csv-records.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { type ExportFile, readText } from '../export-file.ts'
import type { SourceProblem, SourceRecord } from '../source-records.ts'
import { clean, cleanLine } from './clean-text.ts'

const BYTES_MAX = 20 * 1024 * 1024

/** The columns of PrettyLinks and of ThirstyAffiliates, lower-cased and without spaces. */
const columns = {
  slug: ['slug', 'linkslug', 'prettylink', 'shorturl', 'cloakedurl', 'cloakedlink'],
  url: ['url', 'targeturl', 'destinationurl', 'linkdestinationurl'],
  name: ['name', 'title', 'linkname'],
}

/** Short links of ThirstyAffiliates stand in a folder that its file does not name; these are its suggestions. */
const folders = ['recommends', 'go']

/** Reads the CSV files of PrettyLinks, whose slugs are whole paths, and of ThirstyAffiliates. */
export async function* readLinkTable(file: ExportFile): AsyncGenerator<SourceRecord> {
  const problem = (kind: SourceProblem['kind'], item: string, text: string): SourceProblem => ({
    type: 'problem',
    kind,
    item,
    text,
  })
  const rows = rowsOf(clean(await readText(file, BYTES_MAX)))
  const [header = [], ...body] = rows ?? []
  const names = header.map((name) => name.toLowerCase().replace(/[^a-z]/g, ''))
  const place = (wanted: string[]) => names.findIndex((name) => wanted.includes(name))
  const [slugAt, urlAt, nameAt] = [place(columns.slug), place(columns.url), place(columns.name)]
  if (!rows || urlAt < 0 || (slugAt < 0 && nameAt < 0)) {
    yield problem('unreadable', file.name, 'Its table of links is cut off or damaged.')
    return
  }
  const isThirsty = names[urlAt] !== 'url' && names[urlAt] !== 'targeturl'
  for (const row of body) {
    const url = cleanLine(row[urlAt] ?? '')
    const name = cleanLine(row[nameAt] ?? '')
    const path = pathOf(row[slugAt] || (isThirsty ? name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-') : ''))
    if (!path || !isWebUrl(url)) {
      yield problem('left-out', name || path || file.name, 'A short link without an address or a destination.')
      continue
    }
    const isWhole = !isThirsty || path.includes('/', 1)
    const addresses = isWhole ? [path] : folders.map((folder) => `/${folder}${path}`)
    yield { type: 'link', id: `table ${path}`, name: name || path, url, addresses }
  }
}

function rowsOf(csv: string): string[][] | undefined {
  try {
    return readCsvRecords(csv, { delimiter: ',', columns: 'slug and url' }).map(({ record }) => record)
  } catch (error) {
    if (error instanceof HttpError) return undefined
    throw error
  }
}

/** `go/serum`, or the whole address; '' for none. */
function pathOf(slug: string): string {
  const text = cleanLine(slug)
  if (isWebUrl(text)) return new URL(text).pathname
  const path = text.replace(/^\/+|\/+$/g, '')
  return path && `/${path}`
}
