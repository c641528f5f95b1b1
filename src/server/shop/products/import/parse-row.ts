import { type ProductInput, productColumns } from '../../../../contract/product-fields.ts'
import type { ColumnMapping } from '../../../../contract/product-import.ts'
import { unescapeFormula } from '../product-cells.ts'

/** The values of a row; those without a column or with an empty cell are undefined. */
export type ParsedRow = {
  row: number
  id: number | undefined
  position: number | undefined
  fields: Partial<ProductInput>
  /** Sentences about cells that could not be parsed. */
  faults: string[]
}

export function parseRow(row: number, cells: string[], mapping: ColumnMapping): ParsedRow {
  const values: Partial<ProductInput> & { id?: number; position?: number } = {}
  const faults: string[] = []
  if (cells.length > mapping.length && cells.slice(mapping.length).some((cell) => cell.trim() !== ''))
    faults.push('The row has more cells than the header')
  for (const [index, column] of mapping.entries()) {
    if (!column) continue
    const { label, parseCell = toValue } = productColumns[column]
    const { value, fault } = parseCell(unescapeFormula(cells[index] ?? ''))
    if (fault !== undefined) faults.push(`${label}: ${fault}`)
    else if (value !== undefined) Object.assign(values, { [column]: value })
  }
  const { id, position, ...fields } = values
  return { row, id, position, fields, faults }
}

const toValue = (cell: string): { value: string; fault?: string } => ({ value: cell })
