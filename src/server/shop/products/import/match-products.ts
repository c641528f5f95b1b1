import type { IdChoice, ImportDecisions } from '../../../../contract/shop/import-decisions.ts'
import type { Row } from '../../../platform/db/schema.ts'
import type { ParsedRow } from './parse-row.ts'

export type ProductRow = Row<'products'>

/**
 * The product of a row, which is undefined for a new one; `fault` if it is ambiguous. `candidate` has the id of the row and
 * nothing else of it: the owner says by `choice` whether it is meant.
 */
export type Match = { product?: ProductRow; fault?: string; candidate?: ProductRow; choice?: IdChoice }

/**
 * Finds products by the id of a row, else by its affiliate link, else by its name. Ids of other sites and programs name
 * other products, so an id counts only where the name, the link or the time of creation agrees. Several products may
 * share a link, so the most reliable criterion runs over all rows first, and each product is found once.
 */
export function matchProducts(
  rows: ParsedRow[],
  products: ProductRow[],
  decisions: Pick<ImportDecisions, 'ids' | 'idRows'>,
): Map<ParsedRow, Match> {
  const matches = new Map<ParsedRow, Match>()
  const matchedRows = new Map<ProductRow, ParsedRow>()
  const byId = new Map(products.map((product) => [product.id, product]))
  const byLink = Map.groupBy(products, (product) => product.affiliate_link)
  const byName = Map.groupBy(products, (product) => product.name)
  const choiceOf = ({ row }: ParsedRow) => decisions.idRows[row] ?? decisions.ids
  const own = (row: ParsedRow) => (row.id === undefined ? undefined : byId.get(row.id))
  const ownWhere = (row: ParsedRow, is: (product: ProductRow, row: ParsedRow) => boolean) => {
    const product = own(row)
    return product && is(product, row) ? [product] : []
  }

  const linked = (row: ParsedRow) => (linkOf(row) === '' ? [] : (byLink.get(linkOf(row)) ?? []))
  const named = (row: ParsedRow) => (linkOf(row) === '' && nameOf(row) !== '' ? (byName.get(nameOf(row)) ?? []) : [])

  const criteria: { find: (row: ParsedRow) => ProductRow[]; ambiguous?: string; isChosen?: true }[] = [
    { find: (row) => ownWhere(row, isSameInAll) },
    { find: (row) => (row.fields.name === undefined ? [] : linked(row).filter((product) => hasName(product, row))) },
    { find: (row) => ownWhere(row, isSame) },
    { find: linked, ambiguous: 'Several products have this affiliate link; add the id to say which' },
    { find: named, ambiguous: 'Several products have this name; add the affiliate link to say which' },
    { find: (row) => (choiceOf(row) === 'update' ? ownWhere(row, () => true) : []), isChosen: true },
  ]
  for (const { find, ambiguous, isChosen } of criteria) {
    for (const row of rows) {
      if (matches.has(row)) continue
      const found = find(row)
      const free = found.filter((product) => !matchedRows.has(product))
      const duplicate = found
        .map((product) => matchedRows.get(product))
        .find((matchedRow) => matchedRow && isDuplicate(matchedRow, row))
      if (ambiguous !== undefined && free.length > 1) matches.set(row, { fault: ambiguous })
      else if (free[0]) {
        matches.set(row, { product: free[0], ...(isChosen && { candidate: free[0], choice: 'update' }) })
        matchedRows.set(free[0], row)
      } else if (duplicate) matches.set(row, { fault: sameAs(duplicate) })
    }
  }
  for (const row of rows) {
    const candidate = own(row)
    if (!candidate || matches.has(row) || matchedRows.has(candidate)) continue
    matches.set(row, { candidate, choice: choiceOf(row) })
  }
  matchNewRows(rows, matches)
  return matches
}

const sameAs = ({ row }: ParsedRow) => `Row ${row} is about the same product`

/** Two new products with the same name and link would match one product at the next import. */
function matchNewRows(rows: ParsedRow[], matches: Map<ParsedRow, Match>): void {
  const firsts = new Map<string, ParsedRow>()
  for (const row of rows) {
    const match = matches.get(row)
    if (match && match.choice !== 'create') continue
    const key = `${linkOf(row)}\n${nameOf(row)}`
    const first = firsts.get(key)
    if (first) matches.set(row, { ...match, fault: sameAs(first) })
    else {
      firsts.set(key, row)
      if (!match) matches.set(row, {})
    }
  }
}

const linkOf = ({ fields }: ParsedRow) => fields.affiliateLink?.trim() ?? ''
const nameOf = ({ fields }: ParsedRow) => fields.name?.trim() ?? ''

/** True without such a column. */
function hasLink(product: ProductRow, { fields: { affiliateLink } }: ParsedRow): boolean {
  return affiliateLink === undefined || isEqual(product.affiliate_link, affiliateLink)
}

function hasName(product: ProductRow, { fields: { name } }: ParsedRow): boolean {
  return name === undefined || isEqual(product.name, name)
}

/** Whether the row is about the product that has its id: this site exported it, or the name or link agrees. */
function isSame(product: ProductRow, row: ParsedRow): boolean {
  const { name, affiliateLink } = row.fields
  const isOwnExport = row.createdAt !== undefined && row.createdAt === Date.parse(product.created_at)
  return (
    isOwnExport ||
    (name !== undefined && hasName(product, row)) ||
    (affiliateLink !== undefined && hasLink(product, row))
  )
}

function isSameInAll(product: ProductRow, row: ParsedRow): boolean {
  return isSame(product, row) && hasName(product, row) && hasLink(product, row)
}

const isEqual = (stored: string, text: string) => stored === text || stored === text.trim()

function isDuplicate(one: ParsedRow, other: ParsedRow): boolean {
  if (one.id !== undefined && one.id === other.id) return true
  return linkOf(one) + nameOf(one) !== '' && linkOf(one) === linkOf(other) && nameOf(one) === nameOf(other)
}
