import { parsePriceCell } from '../../../../contract/shop/price-cells.ts'

const asCsv = 'Please save or export the products as CSV, one in each row.'

/** What a file is that is not a CSV, as a sentence; undefined if it may be one. */
export function otherFormat(bytes: Uint8Array): string | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = file
    .subarray(0, 2000)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
  if (start.startsWith('PK\u0003\u0004')) {
    if (file.includes('xl/workbook')) return `This is an Excel workbook (XLSX). ${inSpreadsheet}`
    if (file.includes('opendocument.spreadsheet')) return `This is a spreadsheet (ODS). ${inSpreadsheet}`
    return 'This is a ZIP archive. Please unpack it and choose the CSV file in it.'
  }
  if (start.startsWith('\u00d0\u00cf\u0011\u00e0')) return `This is an Excel workbook (XLS). ${inSpreadsheet}`
  if (start.startsWith('%PDF-')) return `This is a PDF, not a table. ${asCsv}`
  if (/^<(?:!doctype html|html|head|body|table)\b/i.test(start)) return `This is a web page (HTML), not a CSV. ${asCsv}`
  if (/^<(?:\?xml|[a-z][\w:.-]*[\s>/])/i.test(start)) return `This is an XML file, not a CSV. ${asCsv}`
  if (isJson(start, file)) return `This is a JSON file, not a CSV. ${asCsv}`
}

const inSpreadsheet = 'Please open it and save it as “CSV UTF-8”.'

function isJson(start: string, file: Buffer): boolean {
  if (/^(?:\[\s*)*\{\s*["}]/.test(start)) return true
  if (!/^[[{]/.test(start)) return false
  try {
    JSON.parse(file.toString())
    return true
  } catch {
    return false
  }
}

/** The fault of a first row that is a product already, as a sentence. */
export function missingHeader(first: string[]): string | undefined {
  if (!first.some((cell) => isWebAddress(cell) || isPrice(cell))) return undefined
  const shown = first.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const start = shown.slice(0, 3).join(', ').slice(0, 100)
  return `The file has no header: its first row (“${start}”) is a product. Please add a row above it with the names of the columns, such as Name, Category, Price and Link.`
}

const isWebAddress = (cell: string) => /^https?:\/\/\S/i.test(cell.trim())

/** With decimals or a currency; a header may be a whole number, such as a year. */
function isPrice(cell: string): boolean {
  const { value = '', currency } = parsePriceCell(cell)
  return /^\d+\.\d{1,3}$/.test(value) || (currency !== undefined && /^\d+$/.test(value))
}
