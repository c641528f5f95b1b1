import { isFactColumn, ProductColumn, printFact } from '../../../../contract/shop/product-columns.ts'
import { blankFacts } from '../../../../contract/shop/product-facts.ts'
import type { ImportRow } from '../../../../contract/shop/product-import.ts'
import { type ProductContent, toContent } from '../product-rows.ts'
import type { ProductRow } from './match-products.ts'
import type { RowPlan } from './plan-row.ts'

export type Places = {
  /** Rank of each product before the import. */
  before: Map<number, number>
  /** The stored position, which may leave gaps. */
  stored: Map<number, number>
  after: Map<number | RowPlan, number>
}

/** A row as the owner reviews it. */
export function toImportRow(rowPlan: RowPlan, places: Places): ImportRow {
  const { row, product, candidate, input, rejection, reasons, notes } = rowPlan
  const name = input?.name ?? row.fields.name?.trim() ?? product?.name ?? ''
  const base = {
    row: row.row,
    name,
    productId: product?.id ?? null,
    reasons,
    ...(notes.length > 0 && { notes }),
    ...(candidate && { candidate: { id: candidate.id, name: candidate.name } }),
  }
  if (!input) return { ...base, outcome: rejection ?? 'refused', changes: [] }
  if (!product) {
    const facts = fieldChanges({ ...input, facts: blankFacts }, input)
    const changes = (['category', 'price'] as const).map((field) => ({ field, from: '', to: input[field] }))
    return { ...base, outcome: 'create', changes: [...changes, ...facts] }
  }
  const changes = [...fieldChanges(toContent(product), input), ...placeChange(rowPlan, product, places)]
  return { ...base, outcome: changes.length > 0 ? 'update' : 'unchanged', changes }
}

function fieldChanges(before: ProductContent, after: ProductContent): ImportRow['changes'] {
  return ProductColumn.options
    .map((field) => ({ field, from: printField(field, before), to: printField(field, after) }))
    .filter(({ from, to }) => from !== to)
}

/** Empty for what no cell changes in a product. */
function printField(column: ProductColumn, content: ProductContent): string {
  if (isFactColumn(column)) return String(printFact(column, content.facts))
  return column === 'id' || column === 'position' || column === 'createdAt' ? '' : toText(content[column])
}

function placeChange({ row }: RowPlan, { id }: ProductRow, { before, after }: Places): ImportRow['changes'] {
  const [from, to] = [before.get(id), after.get(id)]
  if (row.position === undefined || from === to) return []
  return [{ field: 'position', from: String(from), to: String(to) }]
}

function toText(value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value
}
