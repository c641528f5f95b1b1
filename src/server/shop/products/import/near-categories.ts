import { nearestName } from '../../../../contract/platform/nearest-name.ts'
import type { ImportDecisions } from '../../../../contract/shop/import-decisions.ts'
import type { NearCategory } from '../../../../contract/shop/product-import.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import type { ProductRow } from './match-products.ts'
import type { ParsedRow } from './parse-row.ts'

/** The categories of a file that are compared with the existing ones, those of the most rows first. */
const COMPARED_MAX = 100

/** The categories of the rows that differ little from one of the shop, those of the most rows first. */
export async function findNearCategories(rows: ParsedRow[], products: ProductRow[]): Promise<NearCategory[]> {
  const existing = [...new Set(products.map(({ category }) => category))]
  const known = new Set(existing)
  const groups = [...Map.groupBy(rows, categoryOf)]
    .filter(([name]) => name !== '' && !known.has(name))
    .toSorted(([, some], [, others]) => others.length - some.length)
  const near: NearCategory[] = []
  for (const [name, { length }] of groups.slice(0, COMPARED_MAX)) {
    await yieldToEventLoop()
    const nearest = nearestName(name, existing)
    if (nearest !== undefined) near.push({ name, nearest, rows: length })
  }
  return near
}

/** Replaces the category of a row by the one that the owner takes instead. */
export function takeCategory(row: ParsedRow, { categories }: ImportDecisions): ParsedRow {
  const name = categoryOf(row)
  const taken = Object.hasOwn(categories, name) ? categories[name] : undefined
  return taken === undefined ? row : { ...row, fields: { ...row.fields, category: taken } }
}

const categoryOf = ({ fields }: ParsedRow) => fields.category?.trim() ?? ''
