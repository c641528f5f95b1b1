import type { Row } from '../../../platform/db/schema.ts'
import type { ParsedRow } from './parse-row.ts'

export type ProductRow = Row<'products'>

/** The product of a row, which is undefined for a new one; `fault` if it is ambiguous. */
export type Match = { product?: ProductRow; fault?: string }

/**
 * Finds products by the id of a row, else by its affiliate link. A file from another site has other ids, and several
 * products may share a link, so the most reliable criterion runs over all rows first, and each product is found once.
 */
export function matchProducts(rows: ParsedRow[], products: ProductRow[]): Map<ParsedRow, Match> {
  const matches = new Map<ParsedRow, Match>()
  const matchedRows = new Map<ProductRow, ParsedRow>()
  const byId = new Map(products.map((product) => [product.id, product]))
  const byLink = Map.groupBy(products, (product) => product.affiliate_link)
  const own = (row: ParsedRow) => (row.id === undefined ? undefined : byId.get(row.id))
  const linked = (row: ParsedRow) => byLink.get(linkOf(row)) ?? []

  const criteria: ((row: ParsedRow) => (ProductRow | undefined)[])[] = [
    (row) => [own(row)].filter((product) => product && hasLink(product, row) && hasName(product, row)),
    (row) => (row.fields.name === undefined ? [] : linked(row).filter((product) => hasName(product, row))),
    (row) => [own(row)].filter((product) => product && (hasLink(product, row) || hasName(product, row))),
    linked,
    (row) => [own(row)],
  ]
  for (const criterion of criteria) {
    for (const row of rows) {
      if (matches.has(row)) continue
      const found = criterion(row).filter((product) => product !== undefined)
      const free = found.filter((product) => !matchedRows.has(product))
      const duplicate = found
        .map((product) => matchedRows.get(product))
        .find((matchedRow) => matchedRow && isDuplicate(matchedRow, row))
      if (criterion === linked && free.length > 1) matches.set(row, { fault: severalLinked })
      else if (free[0]) {
        matches.set(row, { product: free[0] })
        matchedRows.set(free[0], row)
      } else if (duplicate) matches.set(row, { fault: sameAs(duplicate) })
    }
  }
  matchNewRows(rows, matches)
  return matches
}

const severalLinked = 'Several products have this affiliate link; add the id to say which'
const sameAs = ({ row }: ParsedRow) => `Row ${row} is about the same product`

/** Two new products with the same name and link would match one product at the next import. */
function matchNewRows(rows: ParsedRow[], matches: Map<ParsedRow, Match>): void {
  const firsts = new Map<string, ParsedRow>()
  for (const row of rows) {
    if (matches.has(row)) continue
    const key = `${linkOf(row)}\n${nameOf(row)}`
    const first = firsts.get(key)
    if (first) matches.set(row, { fault: sameAs(first) })
    else {
      firsts.set(key, row)
      matches.set(row, {})
    }
  }
}

const linkOf = ({ fields }: ParsedRow) => fields.affiliateLink?.trim() ?? ''
const nameOf = ({ fields }: ParsedRow) => fields.name?.trim() ?? ''

/** True without such a column. */
function hasLink(product: ProductRow, { fields: { affiliateLink } }: ParsedRow): boolean {
  return affiliateLink === undefined || isSame(product.affiliate_link, affiliateLink)
}

function hasName(product: ProductRow, { fields: { name } }: ParsedRow): boolean {
  return name === undefined || isSame(product.name, name)
}

const isSame = (stored: string, text: string) => stored === text || stored === text.trim()

function isDuplicate(one: ParsedRow, other: ParsedRow): boolean {
  if (one.id !== undefined && one.id === other.id) return true
  return linkOf(one) !== '' && linkOf(one) === linkOf(other) && nameOf(one) === nameOf(other)
}
