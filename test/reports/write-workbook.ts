import { writeZip } from './write-zip.ts'

/** A cell: a text (shared), a number, a date with a serial number, a formula with its last value, or XML as it stands. */
export type SheetCell = string | number | { date: number } | { formula: string; value: string } | { xml: string }

type Options = {
  isFrom1904?: boolean
  /** The size of each sheet that the directory of the ZIP declares. */
  declaredBytes?: number
}

/** An XLSX in memory, with one sheet of each name. */
export function writeWorkbook(
  sheets: Record<string, SheetCell[][]>,
  { isFrom1904 = false, declaredBytes }: Options = {},
): Buffer {
  const strings: string[] = []
  const names = Object.keys(sheets)
  const files = names.map((name, index) => ({
    name: `xl/worksheets/sheet${index + 1}.xml`,
    data: `${xml}<worksheet xmlns="${main}"><sheetData>${sheets[name]!.map((row, at) => toRow(row, at + 1, strings)).join('')}</sheetData></worksheet>`,
    ...(declaredBytes !== undefined && { declaredBytes }),
  }))
  const list = names.map(
    (name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const relations = names.map(
    (_, index) => `<Relationship Id="rId${index + 1}" Type="worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  )
  return writeZip([
    {
      name: 'xl/workbook.xml',
      data: `${xml}<workbook xmlns="${main}" xmlns:r="r"><workbookPr date1904="${isFrom1904 ? 1 : 0}"/><sheets>${list.join('')}</sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', data: `${xml}<Relationships>${relations.join('')}</Relationships>` },
    {
      name: 'xl/styles.xml',
      data: `${xml}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="[$-409]dd/mm/yyyy\\ hh:mm;@"/></numFmts><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    },
    {
      name: 'xl/sharedStrings.xml',
      data: `${xml}<sst xmlns="${main}">${strings.map((text) => `<si><r><t xml:space="preserve">${escapeXml(text)}</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></si>`).join('')}</sst>`,
    },
    ...files,
  ])
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

function toRow(cells: SheetCell[], row: number, strings: string[]): string {
  const written = cells.map((cell, column) => toCell(cell, `${nameOf(column)}${row}`, strings))
  return `<row r="${row}">${written.join('')}</row>`
}

function toCell(cell: SheetCell, reference: string, strings: string[]): string {
  if (cell === '') return ''
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  if (typeof cell === 'string') return `<c r="${reference}" t="s"><v>${strings.push(cell) - 1}</v></c>`
  if ('date' in cell) return `<c r="${reference}" s="${Number.isInteger(cell.date) ? 1 : 2}"><v>${cell.date}</v></c>`
  if ('xml' in cell) return cell.xml
  return `<c r="${reference}"><f>${escapeXml(cell.formula)}</f><v>${cell.value}</v></c>`
}

function nameOf(column: number): string {
  return column < 26 ? String.fromCharCode(65 + column) : nameOf(Math.floor(column / 26) - 1) + nameOf(column % 26)
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
