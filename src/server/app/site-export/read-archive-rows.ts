import { randomBytes } from 'node:crypto'
import { cleanHtml, textOf } from '../../content/rich-text/clean-html.ts'
import type { AnyRow } from '../../platform/backup/restore-backup.ts'
import type { BackedUpTable } from '../../platform/db/schema.ts'
import type { ExportedTable } from './archive-tables.ts'

/** Characters of a row, which is held in memory. */
const LINE_MAX = 64 * 1024 * 1024

/** The rows of a table in its JSON, which has one in each line. Throws a sentence for the owner. */
export async function* archiveRows(content: AsyncIterable<Buffer>, name: string): AsyncGenerator<AnyRow> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LINE_MAX) throw new Error(`${name} in the archive holds a row that is too long.`)
    for (const line of lines) if (line.startsWith('{')) yield parsed(line.replace(/,$/, ''), name)
  }
}

function parsed(line: string, name: string): AnyRow {
  try {
    return JSON.parse(line) as AnyRow
  } catch {
    throw new Error(`${name} in the archive holds a row that cannot be read.`)
  }
}

/** A row as the database stores it: JSON as text, texts sanitised again, and what an archive leaves out made again. */
export function toStoredRow(table: BackedUpTable, row: AnyRow, { json = [] }: ExportedTable): AnyRow {
  const stored = Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (value !== null && json.includes(name)) return [name, JSON.stringify(value)]
      return [name, typeof value === 'boolean' ? Number(value) : value]
    }),
  )
  return { ...stored, ...remade(table, stored) }
}

function remade(table: BackedUpTable, row: AnyRow): AnyRow {
  switch (table) {
    case 'posts': {
      const content = cleanHtml(String(row.content ?? ''))
      return { content, body_text: textOf(content) }
    }
    case 'imported_comments':
    case 'policy_versions':
      return { content: cleanHtml(String(row.content ?? '')) }
    case 'subscribers':
      return { unsubscribe_token: randomBytes(16).toString('hex') }
    case 'conversion_networks':
      // Its secret is not known: the network gets a new one.
      return { secret_hash: randomBytes(32).toString('hex') }
    default:
      return {}
  }
}
