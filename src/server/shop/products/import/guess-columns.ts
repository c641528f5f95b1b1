import { ProductColumn, productColumns } from '../../../../contract/product-fields.ts'
import type { ColumnMapping } from '../../../../contract/product-import.ts'

/** The field of each column by its header; of two columns for a field the one with the more usual header gets it. */
export function guessColumns(header: string[]): ColumnMapping {
  const plain = header.map((text) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z]/g, ''),
  )
  const mapping: ColumnMapping = header.map(() => null)
  for (const column of ProductColumn.options) {
    const name = productColumns[column].headers.find((candidate) => plain.includes(candidate))
    if (name !== undefined) mapping[plain.indexOf(name)] = column
  }
  return mapping
}
