import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { isZip, openZip, type ZipArchive, type ZipEntry, type ZipOptions } from '../../../platform/zip-archive.ts'
import { csvTable } from './csv-table.ts'
import { ReportProblem } from './report-problem.ts'
import type { ReportTable } from './report-table.ts'
import { isWorkbook, workbookTables } from './workbook-tables.ts'

const REPORT_BYTES_MAX = 50 * 1024 * 1024
/** A workbook in a ZIP is unpacked into memory, since its own directory stands at its end. */
const PACKED_WORKBOOK_BYTES_MAX = 20 * 1024 * 1024
const REPORTS_MAX = 30
/**
 * A ZIP of 50 MB may hold ten reports of 500,000 rows. Reports shrink to a fifth, sheets of a workbook to a thirtieth; small files
 * may be empty tables with styles.
 */
const zipOptions = (kind: ZipOptions['kind'], signal: AbortSignal | undefined): ZipOptions => ({
  kind,
  limits: { entries: 200, unpackedBytes: 512 * 1024 * 1024, ratio: 120 },
  toError: (message) => new ReportProblem(message),
  signal,
})

export type OpenedTables = { tables: ReportTable[]; close: () => void }

/** The tables of a CSV, a TSV, an XLSX, or a ZIP of them, each with a part of its own. `signal` ends the reading of all of them. Throws `ReportProblem`. */
export async function openTables(path: string, signal?: AbortSignal): Promise<OpenedTables> {
  const opened = await openFile(path, signal)
  const parts = new Set<string>()
  for (const { part } of opened.tables) {
    if (parts.has(part)) {
      opened.close()
      throw new ReportProblem(`The file holds two tables with the name “${part}”.`)
    }
    parts.add(part)
  }
  return opened
}

async function openFile(path: string, signal: AbortSignal | undefined): Promise<OpenedTables> {
  const { size } = await stat(path)
  if (size === 0) throw new ReportProblem('The file is empty.')
  if (size > REPORT_BYTES_MAX)
    throw new ReportProblem(`The file is larger than 50 MB. Please split it, for instance by month.`)
  const start = await readStart(path)
  if (!isZip(start)) {
    refuseOtherFormats(start)
    return { tables: [csvTable('', async () => createReadStream(path, { signal }))], close: () => {} }
  }
  const archive = await openZip(path, zipOptions('ZIP file', signal))
  const opened: ZipArchive[] = [archive]
  const close = () => {
    for (const each of opened) each.close()
  }
  try {
    const tables = isWorkbook(archive) ? await workbookTables(archive, '') : await tablesOfZip(archive, opened, signal)
    return { tables, close }
  } catch (error) {
    close()
    throw error
  }
}

async function tablesOfZip(
  archive: ZipArchive,
  opened: ZipArchive[],
  signal: AbortSignal | undefined,
): Promise<ReportTable[]> {
  const tables: ReportTable[] = []
  for (const entry of archive.entries) {
    const name = entry.name.split('/').at(-1)!
    if (name.startsWith('.') || entry.name.startsWith('__MACOSX/') || entry.bytes === 0) continue
    if (/[.](?:zip|gz|7z|rar|tar|tgz)$/i.test(name))
      throw new ReportProblem(`The ZIP file holds another archive, “${name}”. Please unpack it and choose the report.`)
    if (!/[.](?:csv|tsv|txt|xlsx)$/i.test(name)) continue
    if (tables.length >= REPORTS_MAX) throw new ReportProblem(`The ZIP file holds more than ${REPORTS_MAX} tables.`)
    const start = await readEntryStart(entry)
    if (!isZip(start)) {
      refuseOtherFormats(start)
      tables.push(csvTable(entry.name, entry.open))
      continue
    }
    if (entry.bytes > PACKED_WORKBOOK_BYTES_MAX)
      throw new ReportProblem(`“${name}” is too large to be read inside of a ZIP file. Please unpack it first.`)
    const workbook = await openZip(await readWhole(await entry.open()), zipOptions('workbook', signal))
    opened.push(workbook)
    if (!isWorkbook(workbook))
      throw new ReportProblem(`The ZIP file holds another archive, “${name}”. Please unpack it and choose the report.`)
    tables.push(...(await workbookTables(workbook, `${entry.name}: `)))
  }
  if (tables.length === 0) throw new ReportProblem('The ZIP file holds no CSV, TSV or XLSX file.')
  return tables
}

function refuseOtherFormats(start: Buffer): void {
  const text = start
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  if (text.startsWith('\u00d0\u00cf\u0011\u00e0'))
    throw new ReportProblem(
      'This is an old Excel workbook (XLS) or one with a password. Please save it as XLSX without a password, or as CSV.',
    )
  if (text.startsWith('%PDF-')) throw new ReportProblem('This is a PDF. Please download the report as CSV.')
  if (/^<(?:!doctype|html|head|body|table|\?xml|[a-z][\w:.-]*[\s>/])/i.test(text))
    throw new ReportProblem('This is a web page or an XML file. Please download the report as CSV.')
  if (/^(?:\[\s*)?\{\s*["}]/.test(text))
    throw new ReportProblem('This is a JSON file. Please download the report as CSV.')
}

const START_BYTES = 1024

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function readEntryStart(entry: ZipEntry): Promise<Buffer> {
  const stream = await entry.open()
  try {
    for await (const chunk of stream) return (chunk as Buffer).subarray(0, START_BYTES)
    return Buffer.alloc(0)
  } finally {
    stream.destroy()
  }
}

async function readWhole(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
