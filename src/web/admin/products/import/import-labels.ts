import type { ImportCounts, ImportField, ImportOutcome } from '../../../../contract/product-import.ts'

export const fieldLabels: Record<ImportField, string> = {
  id: 'Id',
  name: 'Name',
  category: 'Category',
  price: 'Price',
  currency: 'Currency',
  imageUrl: 'Image address',
  imageAlt: 'Image description',
  affiliateLink: 'Affiliate link',
  isActive: 'Active',
  position: 'Position',
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
