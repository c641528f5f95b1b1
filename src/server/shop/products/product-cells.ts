import type { OwnerProduct } from '../../../contract/products.ts'
import type { Cell } from '../../platform/http/csv.ts'

/** The columns of the products' file, in its order. */
export const productColumns = [
  'id',
  'name',
  'category',
  'price',
  'currency',
  'imageUrl',
  'imageAlt',
  'affiliateLink',
  'isActive',
  'position',
] as const

export function toCells(product: OwnerProduct): Cell[] {
  return productColumns.map((column) => {
    const value = product[column]
    return typeof value === 'string' ? escapeFormula(value) : value
  })
}

/** What a spreadsheet takes for a formula at the beginning of a cell, behind any number of apostrophes. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/

/** A text as a cell that no spreadsheet runs. An apostrophe of its own gets one more, so that `unescapeFormula` is exact. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
