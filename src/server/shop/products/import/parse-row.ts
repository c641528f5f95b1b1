import type { CurrencyMark } from '../../../../contract/shop/currency-marks.ts'
import type { ValuesForAll } from '../../../../contract/shop/import-decisions.ts'
import { isFactColumn, productColumns } from '../../../../contract/shop/product-columns.ts'
import { MORE_PICTURES_MAX, type ProductFactsInput } from '../../../../contract/shop/product-facts.ts'
import type { ParsedCell, ProductInput } from '../../../../contract/shop/product-fields.ts'
import type { ColumnMapping } from '../../../../contract/shop/product-import.ts'
import { unescapeFormula } from '../product-cells.ts'

/** The values of a row; those without a column or with an empty cell are undefined. */
export type ParsedRow = {
  row: number
  id: number | undefined
  position: number | undefined
  /** In ms since the epoch. */
  createdAt: number | undefined
  fields: Partial<ProductInput>
  /** The currency that the price's cell names. */
  priceCurrency: CurrencyMark | undefined
  /** The currency of the currency column, or the value for all rows. */
  columnCurrency: CurrencyMark | undefined
  /** Sentences about cells that could not be parsed. */
  faults: string[]
}

export function parseRow(
  row: number,
  cells: string[],
  { mapping, forAll }: { mapping: ColumnMapping; forAll: ValuesForAll },
): ParsedRow {
  const values: Partial<Omit<ProductInput, 'facts'>> & { id?: number; position?: number; createdAt?: number } = {}
  const marks: { price?: CurrencyMark; currency?: CurrencyMark } = {}
  const facts: ProductFactsInput = {}
  let morePictures: string[] | undefined
  const faults: string[] = []
  if (cells.length > mapping.length && cells.slice(mapping.length).some((cell) => cell.trim() !== ''))
    faults.push('The row has more cells than the header')
  for (const [index, column] of mapping.entries()) {
    if (!column || (column in forAll && forAll[column as keyof ValuesForAll] !== undefined)) continue
    const { label, parseCell = toValue } = productColumns[column]
    const { value, fault, currency, more } = parseCell(unescapeFormula(cells[index] ?? ''))
    if (fault !== undefined) faults.push(`${label}: ${fault}`)
    else if (value !== undefined) Object.assign(isFactColumn(column) ? facts : values, { [column]: value })
    if (more) morePictures = more.slice(0, MORE_PICTURES_MAX)
    if (currency) Object.assign(marks, { [column]: currency })
  }
  if (morePictures && !facts.moreImages?.length) facts.moreImages = morePictures
  const { id, position, createdAt, ...fields } = values
  const { currency: forAllCurrency, ...others } = forAll
  if (forAllCurrency !== undefined) marks.currency = { sign: forAllCurrency, codes: [forAllCurrency] }
  return {
    row,
    id,
    position,
    createdAt,
    fields: { ...fields, ...others, ...(Object.keys(facts).length > 0 && { facts }) },
    priceCurrency: marks.price,
    columnCurrency: marks.currency,
    faults,
  }
}

const toValue = (cell: string): ParsedCell<string> => ({ value: cell })
