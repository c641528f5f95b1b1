import type { Row } from '../../../platform/db/schema.ts'
import type { ReadRow } from './read-cells.ts'

export type Live = Row<'products'>

/** The product that each row is about: none for one that is new; or why that cannot be said. */
export type Match = { product?: Live; fault?: string }

/**
 * Finds products by the id of a row, else by its affiliate link. The file may come from another site, where ids mean
 * other things, and several products may share a link; so the surest way is tried for all rows first, and each product
 * is found once.
 */
export function matchRows(rows: ReadRow[], products: Live[]): Map<ReadRow, Match> {
  const matches = new Map<ReadRow, Match>()
  const takers = new Map<Live, ReadRow>()
  const byId = new Map(products.map((product) => [product.id, product]))
  const byLink = Map.groupBy(products, (product) => product.affiliate_link)
  const own = (row: ReadRow) => (row.id === undefined ? undefined : byId.get(row.id))
  const linked = (row: ReadRow) => byLink.get(linkOf(row)) ?? []

  const ways: ((row: ReadRow) => (Live | undefined)[])[] = [
    (row) => [own(row)].filter((product) => product && hasLink(product, row) && hasName(product, row)),
    (row) => (row.fields.name === undefined ? [] : linked(row).filter((product) => hasName(product, row))),
    (row) => [own(row)].filter((product) => product && (hasLink(product, row) || hasName(product, row))),
    linked,
    (row) => [own(row)],
  ]
  for (const way of ways) {
    for (const row of rows) {
      if (matches.has(row)) continue
      const found = way(row).filter((product) => product !== undefined)
      const free = found.filter((product) => !takers.has(product))
      const twin = found.map((product) => takers.get(product)).find((taker) => taker && isTwin(taker, row))
      if (way === linked && free.length > 1) matches.set(row, { fault: severalLinked })
      else if (free[0]) {
        matches.set(row, { product: free[0] })
        takers.set(free[0], row)
      } else if (twin) matches.set(row, { fault: sameAs(twin) })
    }
  }
  enterNew(rows, matches)
  return matches
}

const severalLinked = 'Several products have this affiliate link; add the id to say which'
const sameAs = ({ row }: ReadRow) => `Row ${row} is about the same product`

/** Two new products of one name and link would be one at the next import. */
function enterNew(rows: ReadRow[], matches: Map<ReadRow, Match>): void {
  const firsts = new Map<string, ReadRow>()
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

const linkOf = ({ fields }: ReadRow) => fields.affiliateLink?.trim() ?? ''
const nameOf = ({ fields }: ReadRow) => fields.name?.trim() ?? ''

/** A column that the file does not have speaks against nothing. */
function hasLink(product: Live, { fields: { affiliateLink } }: ReadRow): boolean {
  return affiliateLink === undefined || isSame(product.affiliate_link, affiliateLink)
}

function hasName(product: Live, { fields: { name } }: ReadRow): boolean {
  return name === undefined || isSame(product.name, name)
}

const isSame = (stored: string, text: string) => stored === text || stored === text.trim()

function isTwin(one: ReadRow, other: ReadRow): boolean {
  if (one.id !== undefined && one.id === other.id) return true
  return linkOf(one) !== '' && linkOf(one) === linkOf(other) && nameOf(one) === nameOf(other)
}
