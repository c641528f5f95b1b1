import { type ProductColumn, productColumns } from '../../../../contract/product-fields.ts'
import type { ImportCounts, ImportOutcome } from '../../../../contract/product-import.ts'

export function labelOf(column: ProductColumn): string {
  const { label, columnLabel = label } = productColumns[column]
  return columnLabel
}

export const outcomeLabels: Record<ImportOutcome, string> = {
  create: 'Create',
  update: 'Update',
  unchanged: 'Unchanged',
  refused: 'Refused',
}

/** '2 created, 1 updated, 5 unchanged.' */
export function countLabel({ create, update, unchanged, refused }: ImportCounts): string {
  const parts = [`${number(create)} created`, `${number(update)} updated`, `${number(unchanged)} unchanged`]
  if (refused > 0) parts.push(`${number(refused)} left out`)
  return `${parts.join(', ')}.`
}

const number = (count: number) => count.toLocaleString('en-US')
