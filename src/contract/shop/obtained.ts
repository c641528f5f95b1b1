import type { ProductFacts } from './product-facts.ts'

type Obtained = Pick<ProductFacts, 'obtained'>

/** The words that stand at the name of a product that the owner did not pay for, wherever it is shown; '' for others. */
export function obtainedLabel({ obtained }: Obtained): string {
  return labels[obtained]
}

/** Says how the owner came by a product; '' where she has not said. */
export function obtainedLine({ obtained }: Obtained): string {
  return lines[obtained]
}

const labels: Record<ProductFacts['obtained'], string> = {
  gifted: 'Gift from the brand',
  sponsored: 'Sponsored',
  bought: '',
  '': '',
}

const lines: Record<ProductFacts['obtained'], string> = {
  bought: 'Bought with my own money',
  gifted: 'A gift from the brand',
  sponsored: 'Sponsored by the brand',
  '': '',
}
