import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { ProductColumn, ProductInput, productColumns } from '../../../../contract/product-fields.ts'
import type { ColumnMapping, ImportRow } from '../../../../contract/product-import.ts'
import { toProductInput } from '../product-rows.ts'
import { reorder } from '../reorder.ts'
import { matchProducts, type ProductRow } from './match-products.ts'
import { type ParsedRow, parseRow } from './parse-row.ts'
import type { Table } from './read-table.ts'

/** What an import will write: the rows as the owner reviews them, and the writes that follow. */
export type Plan = {
  hash: string
  rows: ImportRow[]
  creates: { input: ProductInput; position: number }[]
  updates: { product: ProductRow; input: ProductInput }[]
  /** New positions of existing products. */
  moves: [id: number, position: number][]
}

export type PlanOptions = {
  table: Table
  mapping: ColumnMapping
  /** All products that are not deleted, in their order. */
  products: ProductRow[]
  /** For new products without one. */
  currency: string
}

/** Rows between two pauses for other requests. */
const BATCH = 1000

/** Plans each row of a table. Deterministic: the same table and products make the same plan. */
export async function planImport({ table, mapping, products, currency }: PlanOptions): Promise<Plan> {
  const read = table.rows.map(({ row, cells }) => parseRow(row, cells, mapping))
  const matches = matchProducts(read, products)
  const rowPlans: RowPlan[] = []
  for (const [index, row] of read.entries()) {
    if (index % BATCH === BATCH - 1) await setImmediate()
    const { product, fault } = matches.get(row)!
    rowPlans.push(planRow(row, { product, fault, currency }))
  }

  const places = placesOf(products, rowPlans)
  const rows = rowPlans.map((each) => toImportRow(each, places))
  const creates = rowPlans.filter((each) => each.input && !each.product)
  const updates = rowPlans.filter((each) => each.input && each.product && each.isChanged)
  const plan = {
    rows,
    creates: creates.map((each) => ({ input: each.input!, position: places.after.get(each)! })),
    updates: updates.map((each) => ({ product: each.product!, input: each.input! })),
    moves: products
      .map((product): [number, number] => [product.id, places.after.get(product.id)!])
      .filter(([id, position]) => places.stored.get(id) !== position),
  }
  return { hash: hashOf(plan), ...plan }
}

type RowPlan = {
  row: ParsedRow
  product?: ProductRow
  /** Undefined if the row is refused. */
  input?: ProductInput
  isChanged: boolean
  reasons: string[]
}

function planRow(
  row: ParsedRow,
  { product, fault, currency }: { product?: ProductRow; fault?: string; currency: string },
): RowPlan {
  const reasons = [...row.faults, ...(fault ? [fault] : [])]
  const rejected = (more: string[]): RowPlan => ({ row, product, isChanged: false, reasons: [...reasons, ...more] })
  const before = product && toProductInput(product)
  const next = { ...(before ?? { currency }), ...row.fields }
  if (reasons.length > 0) return rejected([])
  // Unchanged rows skip validation.
  if (before && isDeepStrictEqual(before, next)) return { row, product, input: before, isChanged: false, reasons }
  const result = ProductInput.safeParse(next)
  if (!result.success) {
    return rejected(
      result.error.issues.map(
        ({ path, message }) => `${productColumns[ProductColumn.parse(path[0])].label}: ${message}`,
      ),
    )
  }
  return { row, product, input: result.data, isChanged: !isDeepStrictEqual(before, result.data), reasons }
}

type Places = {
  /** Rank of each product before the import. */
  before: Map<number, number>
  /** The stored position, which may leave gaps. */
  stored: Map<number, number>
  after: Map<number | RowPlan, number>
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

function toImportRow(rowPlan: RowPlan, places: Places): ImportRow {
  const { row, product, input, reasons } = rowPlan
  const name = input?.name ?? row.fields.name?.trim() ?? product?.name ?? ''
  const base = { row: row.row, name, productId: product?.id ?? null, reasons }
  if (!input) return { ...base, outcome: 'refused', changes: [] }
  if (!product) {
    const changes = (['category', 'price'] as const).map((field) => ({ field, from: '', to: input[field] }))
    return { ...base, outcome: 'create', changes }
  }
  const changes = [...fieldChanges(toProductInput(product), input), ...placeChange(rowPlan, product, places)]
  return { ...base, outcome: changes.length > 0 ? 'update' : 'unchanged', changes }
}

function fieldChanges(before: ProductInput, after: ProductInput): ImportRow['changes'] {
  return (Object.keys(before) as (keyof ProductInput)[])
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: toText(before[field]), to: toText(after[field]) }))
}

function placeChange({ row }: RowPlan, { id }: ProductRow, { before, after }: Places): ImportRow['changes'] {
  const [from, to] = [before.get(id), after.get(id)]
  if (row.position === undefined || from === to) return []
  return [{ field: 'position', from: String(from), to: String(to) }]
}

function toText(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null ? '' : String(value)
}

/** Includes the versions of the products, so that a save in between makes another plan. */
function hashOf({ rows, creates, updates, moves }: Omit<Plan, 'hash'>): string {
  const versions = updates.map(({ product, input }) => [product.id, product.version, input])
  return createHash('sha256')
    .update(JSON.stringify([rows, creates, versions, moves]))
    .digest('hex')
}
