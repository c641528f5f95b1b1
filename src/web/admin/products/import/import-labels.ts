import type { ConflictChoice, IdChoice, RatingChoice } from '../../../../contract/shop/import-decisions.ts'
import { type ProductColumn, productColumns } from '../../../../contract/shop/product-columns.ts'
import type { ImportCounts, ImportOutcome } from '../../../../contract/shop/product-import.ts'

export function labelOf(column: ProductColumn): string {
  const { label, columnLabel = label } = productColumns[column]
  return columnLabel
}

export const outcomeLabels: Record<ImportOutcome, string> = {
  create: 'Create',
  update: 'Update',
  unchanged: 'Unchanged',
  pending: 'To decide',
  skipped: 'Left out',
  refused: 'Refused',
}

export const idChoiceLabels: Record<IdChoice, string> = {
  update: 'Update the product with this id',
  create: 'Create a new product',
  skip: 'Leave the row out',
}

export const conflictChoiceLabels: Record<ConflictChoice, string> = {
  price: 'The one in the price holds',
  column: 'The other one holds',
  skip: 'Leave the rows out',
}

export const ratingChoiceLabels: Record<RatingChoice, string> = {
  keep: 'Yes, keep them',
  'leave-out': 'No, leave them out',
}

/** '2 created, 1 updated, 5 unchanged.' */
export function countLabel({ create, update, unchanged, refused, skipped = 0 }: ImportCounts): string {
  const parts = [`${number(create)} created`, `${number(update)} updated`, `${number(unchanged)} unchanged`]
  if (refused + skipped > 0) parts.push(`${number(refused + skipped)} left out`)
  return `${parts.join(', ')}.`
}

/** '1 row' or '2 rows'. */
export const rowCount = (count: number) => `${number(count)} ${count === 1 ? 'row' : 'rows'}`

const number = (count: number) => count.toLocaleString('en-US')
