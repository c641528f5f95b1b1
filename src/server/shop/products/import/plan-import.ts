import { createHash } from 'node:crypto'
import type { ImportDecisions } from '../../../../contract/shop/import-decisions.ts'
import type { ColumnMapping, ImportRow, NearCategory } from '../../../../contract/shop/product-import.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import type { ProductContent } from '../product-rows.ts'
import { slugOf } from '../product-slugs.repo.ts'
import { reorder } from '../reorder.ts'
import { toPlainHeader } from './guess-columns.ts'
import { matchProducts, type ProductRow } from './match-products.ts'
import { findNearCategories, takeCategory } from './near-categories.ts'
import { type ParsedRow, parseRow } from './parse-row.ts'
import { planRow, type RowPlan, type RowQuestion, skippedRow } from './plan-row.ts'
import type { Table } from './read-table.ts'
import { type Places, toImportRow } from './to-import-row.ts'

/** The rows of an import as the owner reviews them, and the writes that follow. */
export type Plan = {
  hash: string
  rows: ImportRow[]
  questions: RowQuestion[]
  nearCategories: NearCategory[]
  /** The number of new prices that get the currency of the site. */
  takenCurrencies: number
  creates: { input: ProductContent; position: number }[]
  updates: { product: ProductRow; input: ProductContent }[]
  /** New positions of existing products. */
  moves: [id: number, position: number][]
}

export type PlanOptions = {
  table: Table
  mapping: ColumnMapping
  decisions: ImportDecisions
  /** All products that are not deleted, in their order. */
  products: ProductRow[]
  /** New products without a currency get this one. */
  currency: string
}

/** Rows between two pauses for other requests. */
const BATCH = 500

/** Plans each row of a table. Deterministic: the same table, decisions and products make the same plan. */
export async function planImport({ table, mapping, decisions, products, currency }: PlanOptions): Promise<Plan> {
  const variants = findVariantRows(table, mapping)
  const parsed = await inBatches(table.rows, ({ row, cells }) =>
    parseRow(row, cells, { mapping, forAll: decisions.forAll }),
  )
  const isProduct = ({ row }: ParsedRow) => !variants.has(row)
  const nearCategories = await findNearCategories(parsed.filter(isProduct), products)
  const read = parsed.map((row) => takeCategory(row, decisions))
  const matches = matchProducts(read.filter(isProduct), products, decisions)
  const rowPlans = await inBatches(read, (row) => {
    const variant = variants.get(row.row)
    if (variant !== undefined) return skippedRow(row, [variant])
    const match = matches.get(row)
    if (!match) throw new Error(`Row ${row.row} was not matched`)
    return planRow(row, { match, decisions, currency })
  })
  return { ...toPlan(checkSlugs(rowPlans, products), products), nearCategories }
}

function toPlan(rowPlans: RowPlan[], products: ProductRow[]): Omit<Plan, 'nearCategories'> {
  const places = placesOf(products, rowPlans)
  const placeOf = (key: number | RowPlan) => {
    const place = places.after.get(key)
    if (place === undefined) throw new Error('A product has no place after the import')
    return place
  }
  const plan = {
    rows: rowPlans.map((each) => toImportRow(each, places)),
    questions: rowPlans.flatMap((each) => each.questions),
    takenCurrencies: rowPlans.filter((each) => each.takesSiteCurrency).length,
    creates: rowPlans.flatMap((each) =>
      each.input && !each.product ? [{ input: each.input, position: placeOf(each) }] : [],
    ),
    updates: rowPlans.flatMap(({ input, product, isChanged }) =>
      input && product && isChanged ? [{ product, input }] : [],
    ),
    moves: products
      .map((product): [number, number] => [product.id, placeOf(product.id)])
      .filter(([id, position]) => places.stored.get(id) !== position),
  }
  return { hash: hashOf(plan), ...plan }
}

function placesOf(products: ProductRow[], rowPlans: RowPlan[]): Places {
  const taking = rowPlans.filter((each) => each.input)
  const placements = taking.map((each) => ({ key: each.product?.id ?? each, place: each.row.position }))
  const order = reorder<number | RowPlan>(
    products.map((product) => product.id),
    placements,
  )
  return {
    before: new Map(products.map((product, index) => [product.id, index + 1])),
    stored: new Map(products.map((product) => [product.id, product.position])),
    after: new Map(order.map((key, index) => [key, index + 1])),
  }
}

/** Includes the versions of the products, so that a save in between makes another plan. */
function hashOf({ rows, creates, updates, moves }: Pick<Plan, 'rows' | 'creates' | 'updates' | 'moves'>): string {
  const versions = updates.map(({ product, input }) => [product.id, product.version, input])
  return createHash('sha256')
    .update(JSON.stringify([rows, creates, versions, moves]))
    .digest('hex')
}

async function inBatches<Item, Result>(items: Item[], act: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    if (index % BATCH === BATCH - 1) await yieldToEventLoop()
    results.push(act(item))
  }
  return results
}

/**
 * Refuses rows that give a product the slug of another one. A new product with such a slug, as a file of another site has it,
 * gets one of its own: an empty slug is made from the name.
 */
function checkSlugs(rowPlans: RowPlan[], products: ProductRow[]): RowPlan[] {
  const owners = new Map<string, { key: number | RowPlan; name: string }>(
    products.map((product) => [slugOf(product), { key: product.id, name: product.name }]),
  )
  return rowPlans.map((rowPlan) => {
    const { input, product, notes } = rowPlan
    if (!input || input.slug === '') return rowPlan
    const key = product?.id ?? rowPlan
    const owner = owners.get(input.slug)
    if (!owner) owners.set(input.slug, { key, name: input.name })
    if (!owner || owner.key === key) return rowPlan
    const sentence = `Slug: “${input.slug}” belongs to “${owner.name}”`
    if (product) return { ...rowPlan, input: undefined, isChanged: false, rejection: 'refused', reasons: [sentence] }
    return {
      ...rowPlan,
      input: { ...input, slug: '' },
      notes: [...notes, `${sentence}; this one gets a slug of its own`],
    }
  })
}

/**
 * Rows of a Shopify export that are not products of their own, with a sentence each: further variants and pictures repeat
 * the handle of the product above and have no title.
 */
function findVariantRows({ header, rows }: Table, mapping: ColumnMapping): Map<number, string> {
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
