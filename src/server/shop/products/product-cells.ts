import { isFactColumn, ProductColumn, printFact } from '../../../contract/shop/product-columns.ts'
import type { OwnerProduct } from '../../../contract/shop/products.ts'
import type { Cell } from '../../platform/http/csv.ts'

export function toCells(product: OwnerProduct): Cell[] {
  return ProductColumn.options.map((column) => {
    const value = isFactColumn(column) ? printFact(column, product.facts) : product[column]
    return typeof value === 'string' ? escapeFormula(value) : value
  })
}

/** The start of a cell that a spreadsheet takes for a formula, after any number of apostrophes. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/

/** A text as a cell that no spreadsheet runs. One more apostrophe in front makes `unescapeFormula` exact. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
