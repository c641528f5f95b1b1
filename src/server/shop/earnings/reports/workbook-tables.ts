import { createBoundedParser, UnboundedMarkup } from '../../../platform/bounded-parser.ts'
import type { ZipArchive, ZipEntry } from '../../../platform/zip-archive.ts'
import { CELL_CHARACTERS_MAX, readSheet, type Workbook } from './read-sheet.ts'
import { damagedWorkbook, ReportProblem } from './report-problem.ts'
import type { ReportTable } from './report-table.ts'
import { isDateFormat, isDateFormatId } from './sheet-numbers.ts'

const SHEETS_MAX = 50
/** Texts of all cells are listed in a file of their own and held while the workbook is read. */
const SHARED_CHARACTERS_MAX = 24 * 1024 * 1024
const SHARED_STRINGS_MAX = 5_000_000
const STYLES_MAX = 100_000

export const isWorkbook = ({ entries }: ZipArchive): boolean => entries.some(({ name }) => name === 'xl/workbook.xml')

/** The visible sheets of an XLSX. Its texts and styles are read with the first row of the first sheet. */
export async function workbookTables(archive: ZipArchive, prefix: string): Promise<ReportTable[]> {
  const files = new Map(archive.entries.map((entry) => [entry.name.replace(/^\//, ''), entry]))
  const { sheets, isFrom1904 } = await readWorkbook(files.get('xl/workbook.xml')!)
  if (sheets.length > SHEETS_MAX) throw new ReportProblem(`The workbook has more than ${SHEETS_MAX} sheets.`)
  const paths = await readRelations(files.get('xl/_rels/workbook.xml.rels'))
  let loading: Promise<Workbook> | undefined
  const load = () => {
    loading ??= loadWorkbook(files, isFrom1904)
    return loading
  }
  return sheets.flatMap(({ name, relation }) => {
    const entry = files.get(paths.get(relation) ?? '')
    if (!entry) return []
    return {
      part: `${prefix}${name}`,
      hasFixedWidth: false,
      async *records() {
        yield* readSheet(await entry.open(), await load())
      },
    }
  })
}

async function loadWorkbook(files: Map<string, ZipEntry>, isFrom1904: boolean): Promise<Workbook> {
  const strings = await readSharedStrings(files.get('xl/sharedStrings.xml'))
  const dateStyles = await readDateStyles(files.get('xl/styles.xml'))
  return { strings, dateStyles, isFrom1904 }
}

type Tag = (name: string, attributes: Record<string, string>) => void

/** Reads an XML file of the workbook, whose elements have a namespace prefix in some writers. */
async function readXml(
  entry: ZipEntry | undefined,
  onOpen: Tag,
  onText?: (text: string) => void,
  onClose?: (name: string) => void,
) {
  if (!entry) return
  const parser = createBoundedParser(
    {
      onopentag: (name, attributes) => onOpen(localName(name), attributes),
      ontext: onText,
      onclosetag: (name) => onClose?.(localName(name)),
    },
    { xmlMode: true, decodeEntities: true },
  )
  const decoder = new TextDecoder()
  try {
    for await (const chunk of await entry.open()) parser.write(decoder.decode(chunk as Buffer, { stream: true }))
    parser.end(decoder.decode())
  } catch (error) {
    throw error instanceof UnboundedMarkup ? damagedWorkbook() : error
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

async function readWorkbook(entry: ZipEntry) {
  const sheets: { name: string; relation: string }[] = []
  let isFrom1904 = false
  await readXml(entry, (name, attributes) => {
    if (name === 'workbookPr') isFrom1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
    if (name !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return
    const relation = Object.entries(attributes).find(([key]) => /^\w+:id$/.test(key))?.[1] ?? ''
    sheets.push({ name: attributes.name ?? '', relation })
  })
  return { sheets, isFrom1904 }
}

async function readRelations(entry: ZipEntry | undefined): Promise<Map<string, string>> {
  const paths = new Map<string, string>()
  await readXml(entry, (name, { Id = '', Target = '' }) => {
    if (name !== 'Relationship') return
    paths.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target.replace(/^\.\//, '')}`)
  })
  return paths
}

async function readSharedStrings(entry: ZipEntry | undefined): Promise<string[]> {
  const strings: string[] = []
  const unique = new Map<string, string>()
  let characters = 0
  let text = ''
  let isText = false
  // Readings in another script stand next to the text that is shown.
  let isPhonetic = false
  await readXml(
    entry,
    (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') isPhonetic = true
      isText = name === 't' && !isPhonetic
    },
    (part) => {
      if (isText && text.length < CELL_CHARACTERS_MAX) text += part
    },
    (name) => {
      if (name === 't') isText = false
      if (name === 'rPh') isPhonetic = false
      if (name !== 'si') return
      let shared = unique.get(text)
      if (shared === undefined) {
        characters += text.length
        if (characters > SHARED_CHARACTERS_MAX) throw tooMuchText()
        // A copy, since a part of a string keeps the whole chunk in memory that it was cut from.
        shared = Buffer.from(text).toString()
        unique.set(shared, shared)
      }
      if (strings.push(shared) > SHARED_STRINGS_MAX) throw tooMuchText()
    },
  )
  return strings
}

const tooMuchText = () => new ReportProblem('The workbook holds too much text. Please save the report as CSV.')

/** Whether a cell of each style is a date. */
async function readDateStyles(entry: ZipEntry | undefined): Promise<boolean[]> {
  const custom = new Map<number, boolean>()
  const styles: boolean[] = []
  let isCell = false
  await readXml(
    entry,
    (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'numFmt') custom.set(Number(numFmtId), isDateFormat(formatCode))
      if (name === 'cellXfs') isCell = true
      if (name !== 'xf' || !isCell || styles.length >= STYLES_MAX) return
      styles.push(custom.get(Number(numFmtId)) ?? isDateFormatId(Number(numFmtId)))
    },
    undefined,
    (name) => {
      if (name === 'cellXfs') isCell = false
    },
  )
  return styles
}
