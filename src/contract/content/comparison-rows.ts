/** The rows of a comparison, in the order in which they are offered, by what an article stores in `data-rows`. */
export const comparisonRows = {
  price: 'Price',
  'price-per-unit': 'Price per ml or oz',
  size: 'Size',
  rating: 'Rating',
  verdict: 'Verdict',
  'skin-types': 'Skin types',
  concerns: 'Concerns',
  texture: 'Texture',
  'fragrance-free': 'Fragrance-free',
  'alcohol-free': 'Alcohol-free',
  vegan: 'Vegan',
  'cruelty-free': 'Cruelty-free',
  spf: 'SPF',
  'key-ingredients': 'Key ingredients',
  'for-whom': 'For whom',
  'not-for-whom': 'Not for whom',
  obtained: 'How I got it',
} as const

export type ComparisonRow = keyof typeof comparisonRows

/** Rows that stand in the head of the columns, above the rows in the owner's order. */
const headRows: readonly ComparisonRow[] = ['rating', 'price']

export function bodyRows(rows: readonly ComparisonRow[]): ComparisonRow[] {
  return rows.filter((row) => !headRows.includes(row))
}

export const defaultRows: readonly ComparisonRow[] = [
  'price',
  'price-per-unit',
  'rating',
  'verdict',
  'skin-types',
  'for-whom',
]

/** The rows that an attribute names, each once; the default ones where it is absent. */
export function rowsOf(list: string | undefined | null): readonly ComparisonRow[] {
  if (!list) return defaultRows
  const named = list.split(',').filter((name): name is ComparisonRow => Object.hasOwn(comparisonRows, name))
  return named.length > 0 ? [...new Set(named)] : defaultRows
}
