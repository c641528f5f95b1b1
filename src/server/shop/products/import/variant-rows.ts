import type { ColumnMapping } from '../../../../contract/shop/product-import.ts'
import { toPlainHeader } from './guess-columns.ts'
import type { Table } from './read-table.ts'

/**
 * Rows of a Shopify export that are not products of their own, with a sentence each: further variants and pictures repeat
 * the handle of the product above and have no title.
 */
export function findVariantRows({ header, rows }: Table, mapping: ColumnMapping): Map<number, string> {
  const found = new Map<number, string>()
  const handleAt = header.findIndex((text) => toPlainHeader(text) === 'handle')
  const nameAt = mapping.indexOf('name')
  if (handleAt === -1 || nameAt === -1) return found
  const products = new Map<string, { row: number; name: string }>()
  for (const { row, cells } of rows) {
    const handle = cells[handleAt]?.trim() ?? ''
    const name = cells[nameAt]?.trim() ?? ''
    const product = products.get(handle)
    if (handle === '') continue
    if (name !== '') products.set(handle, { row, name })
    else if (product)
      found.set(
        row,
        `A variant or a further picture of “${product.name}” in row ${product.row}, not a product of its own`,
      )
  }
  return found
}
