import type { ColumnMapping, ImportField } from '../../../../contract/product-import.ts'
import type { ProductInput } from '../../../../contract/products.ts'
import { unescapeFormula } from '../product-cells.ts'

/** What a row of a file says of a product. What its columns do not hold is undefined. */
export type ParsedRow = {
  row: number
  id?: number
  position?: number
  fields: Partial<ProductInput>
  /** Sentences about cells that cannot be what their column holds. */
  faults: string[]
}

export function parseRow(row: number, cells: string[], mapping: ColumnMapping): ParsedRow {
  const read: ParsedRow = { row, fields: {}, faults: [] }
  if (cells.length > mapping.length && cells.slice(mapping.length).some((cell) => cell.trim() !== ''))
    read.faults.push('The row has more cells than the header')
  for (const [index, field] of mapping.entries()) {
    if (field) parseCell(read, field, unescapeFormula(cells[index] ?? ''))
  }
  return read
}

function parseCell(read: ParsedRow, field: ImportField, cell: string): void {
  const text = cell.trim()
  switch (field) {
    case 'id':
    case 'position':
      if (text === '') return
      if (/^[1-9]\d{0,8}$/.test(text)) read[field] = Number(text)
      else read.faults.push(`${field === 'id' ? 'Id' : 'Position'}: “${text}” is not a whole number from 1`)
      return
    case 'isActive': {
      if (text === '') return
      const isActive = readFlag(text)
      if (isActive === undefined) read.faults.push(`Active: “${text}” is neither yes nor no`)
      else read.fields.isActive = isActive
      return
    }
    case 'currency':
      if (text !== '') read.fields.currency = text.toUpperCase()
      return
    case 'price':
      read.fields.price = readPrice(text)
      return
    default:
      read.fields[field] = cell
  }
}

function readFlag(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (['yes', 'true', '1', 'active', 'y', 'on', 'published'].includes(word)) return true
  if (['no', 'false', '0', 'inactive', 'n', 'off', 'draft'].includes(word)) return false
}

/** `$1,234.50`, `1.234,50 €` and `24,5` as `1234.50`, `1234.50` and `24.5`; what is no price stays as it is. */
export function readPrice(text: string): string {
  const bare = text.replace(/^(?:[A-Z]{3}|\p{Sc})\s*|\s*(?:[A-Z]{3}|\p{Sc})$/gu, '')
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/.test(bare)) return bare.replaceAll(',', '')
  if (/^\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(bare)) return bare.replaceAll('.', '').replace(',', '.')
  if (/^\d+,\d{1,2}$/.test(bare)) return bare.replace(',', '.')
  return bare
}
