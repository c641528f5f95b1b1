import { parse as parseYaml } from 'yaml'
import { type ExportFile, readText } from '../export-file.ts'
import type { SourceProblem, SourceRecord } from '../source-records.ts'
import { isRow, lineIn, parsedJson, rowsOf } from './json-rows.ts'

const BYTES_MAX = 5 * 1024 * 1024

/** Reads the redirects of Ghost: `redirects.json`, a list of `from` and `to`, or `redirects.yaml`, pairs by status. */
export async function* readRedirects(file: ExportFile): AsyncGenerator<SourceRecord> {
  const problem = (kind: SourceProblem['kind'], text: string): SourceProblem => ({
    type: 'problem',
    kind,
    item: file.name,
    text,
  })
  const value = parsed(await readText(file, BYTES_MAX))
  const pairs = pairsOf(value)
  if (!pairs) {
    yield problem('unreadable', 'Its redirects are not readable.')
    return
  }
  for (const { from: pattern, to } of pairs) {
    const from = pattern.replace(/^\^/, '').replace(/\$$/, '').replaceAll('\\/', '/')
    const isPlain = from.startsWith('/') && !/[\^$*()[\]\\|+]/.test(from) && !/\$\d/.test(to)
    if (isPlain && to) yield { type: 'link', id: `redirect ${from}`, name: from, url: to, addresses: [from] }
    else yield problem('left-out', `A redirect by a pattern is not kept: ${`${from} to ${to}`.slice(0, 300)}.`)
  }
}

/**
 * The patterns of the addresses of posts in Ghost's `routes.yaml`, such as `/blog/:slug/`. Which posts a collection has is not evaluated:
 * an address that a post never had does no harm.
 */
export async function readPermalinks(file: ExportFile): Promise<string[]> {
  const routes = parsed(await readText(file, BYTES_MAX))
  const collections = isRow(routes) && isRow(routes.collections) ? Object.values(routes.collections) : []
  return collections
    .filter(isRow)
    .map((collection) => lineIn(collection, 'permalink').replace(/\{(\w+)\}/g, ':$1'))
    .filter((permalink) => permalink.startsWith('/'))
}

/** JSON is YAML, but not the other way round. */
function parsed(text: string): unknown {
  try {
    return parsedJson(text) ?? parseYaml(text, { maxAliasCount: 10, logLevel: 'error' })
  } catch {
    return undefined
  }
}

function pairsOf(value: unknown): { from: string; to: string }[] | undefined {
  if (Array.isArray(value)) return rowsOf(value).map((row) => ({ from: lineIn(row, 'from'), to: lineIn(row, 'to') }))
  if (!isRow(value)) return undefined
  return Object.values(value)
    .filter(isRow)
    .flatMap((byStatus) => Object.keys(byStatus).map((from) => ({ from, to: lineIn(byStatus, from) })))
}
