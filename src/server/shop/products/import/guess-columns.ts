import * as z from 'zod/mini'
import { isExportedHeader, ProductColumn, productColumns, schemaOf } from '../../../../contract/shop/product-columns.ts'
import type { ColumnMapping } from '../../../../contract/shop/product-import.ts'
import { unescapeFormula } from '../product-cells.ts'
import type { Table } from './read-table.ts'
import { translatedHeadersOf } from './translated-headers.ts'

/** Cells of a column that a guess is checked against. */
const CHECKED = 1000

/**
 * The field of each column by its header, where its cells fit that field; of two columns for a field the one with the more
 * usual header gets it. A file that this product exported is taken by its header row alone.
 */
export function guessColumns({ header, rows }: Table): ColumnMapping {
  if (isExportedHeader(header)) return ProductColumn.options.slice(0, header.length)
  const plain = header.map(toPlainHeader)
  const mapping: ColumnMapping = header.map(() => null)
  for (const column of ProductColumn.options) {
    const candidates = [...productColumns[column].headers, ...translatedHeadersOf(column)]
      .map((name) => plain.indexOf(name))
      .filter((index) => index !== -1)
      .map((index) => ({ index, fit: checkFit(column, cellsOf(rows, index)) }))
    const best = candidates.find(({ fit }) => fit === 'good') ?? candidates.find(({ fit }) => fit === 'empty')
    if (best) mapping[best.index] = column
  }
  return mapping
}

/** A header in `a`–`z` alone, as `productColumns` lists them. */
export function toPlainHeader(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z]/g, '')
}

function cellsOf(rows: Table['rows'], index: number): string[] {
  const found: string[] = []
  for (const { cells } of rows) {
    const cell = unescapeFormula(cells[index] ?? '')
    if (cell.trim() !== '') found.push(cell)
    if (found.length === CHECKED) break
  }
  return found
}

/** Whether at least half of the cells are values of the field. An id or a position is a value once only. */
function checkFit(column: ProductColumn, cells: string[]): 'good' | 'bad' | 'empty' {
  const parsed = cells.map((cell) => parseValue(column, cell)).filter((value) => value !== undefined)
  if (parsed.length === 0) return 'empty'
  const values = parsed.filter(({ isValid }) => isValid).map(({ value }) => value)
  const fitting = column === 'id' || column === 'position' ? new Set(values).size : values.length
  return fitting * 2 >= parsed.length ? 'good' : 'bad'
}

/** Undefined for a cell that stands for nothing. */
function parseValue(column: ProductColumn, cell: string): { value: unknown; isValid: boolean } | undefined {
  const { value, fault, currency } = productColumns[column].parseCell?.(cell) ?? { value: cell }
  if (fault !== undefined) return { value, isValid: false }
  if (isNothing(value)) return currency && { value: currency, isValid: true }
  const schema = schemaOf(column)
  return { value, isValid: schema === undefined || z.safeParse(schema, value).success }
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
