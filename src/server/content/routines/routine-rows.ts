import * as z from 'zod/mini'
import {
  type OwnerRoutine,
  type Routine,
  RoutineInput,
  type RoutineProduct,
  type RoutineStep,
  type RoutineSummary,
  type RoutineTotal,
} from '../../../contract/content/routines.ts'
import { shownPicture } from '../../../contract/platform/refused-pictures.ts'
import { toAmount, toMinorUnits } from '../../../contract/shop/money.ts'
import type { Product } from '../../../contract/shop/products.ts'
import { toPicture } from '../../platform/db/picture-columns.ts'
import type { Row } from '../../platform/db/schema.ts'

/** The fields in column `details`. */
const Details = z.pick(RoutineInput, { summary: true, forWhom: true, skinTypes: true, concerns: true, steps: true })
type RoutineDetailFields = z.infer<typeof Details>

export type RoutineRow = Row<'routines'> & Parameters<typeof toPicture>[0]

/** Details from their column; an invalid one is left out, so that pages still render. */
function parseDetails(json: string): RoutineDetailFields {
  const stored: unknown = JSON.parse(json)
  const result = Details.safeParse(stored)
  if (result.success) return result.data
  const faulty = new Set(result.error.issues.map(({ path }) => path[0]))
  const valid = Object.entries(stored ?? {}).filter(([name]) => !faulty.has(name))
  const repaired = Details.safeParse(Object.fromEntries(valid))
  return repaired.success ? repaired.data : Details.parse({})
}

export function toColumns(input: RoutineInput) {
  return {
    name: input.name,
    image_url: input.imageUrl,
    image_alt: input.imageAlt,
    details: JSON.stringify(Details.parse(inOrder(input))),
    is_active: input.isActive,
  }
}

/** The steps as they are stored: the morning before the evening. */
export function inOrder<Input extends Pick<RoutineInput, 'steps'>>(input: Input): Input {
  const of = (time: RoutineStep['time']) => input.steps.filter((step) => step.time === time)
  return { ...input, steps: [...of('morning'), ...of('evening')] }
}

/** Converts a row to the fields that a save compares, without the slug. */
export function toRoutineInput(row: Row<'routines'>): Omit<RoutineInput, 'slug'> {
  return {
    name: row.name,
    imageUrl: row.image_url,
    imageAlt: row.image_alt,
    ...parseDetails(row.details),
    isActive: Boolean(row.is_active),
  }
}

export function toOwnerRoutine(row: RoutineRow): OwnerRoutine {
  return {
    id: row.id,
    slug: row.slug,
    ...toRoutineInput(row),
    picture: toPicture(row),
    position: row.position,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  }
}

export function toRoutineSummary(row: RoutineRow): RoutineSummary {
  const { steps, forWhom: _forWhom, isActive: _isActive, ...head } = toRoutineInput(row)
  const count = (time: RoutineStep['time']) => steps.filter((step) => step.time === time).length
  return {
    id: row.id,
    slug: row.slug,
    ...head,
    imageUrl: shownPicture(head.imageUrl),
    picture: toPicture(row),
    morningSteps: count('morning'),
    eveningSteps: count('evening'),
  }
}

/** The ids of the products in the steps, each once. */
export function productIdsOf(routine: Pick<RoutineInput, 'steps'>): number[] {
  const ids = routine.steps.flatMap((step) => [step.productId, step.swapProductId])
  return [...new Set(ids)].filter((id) => id !== null)
}

/** A routine with the given products in its steps; a step whose product is not among them keeps its kind and words. */
export function toRoutine(row: RoutineRow, products: ReadonlyMap<number, Product>): Routine {
  const { isActive: _isActive, ...input } = toRoutineInput(row)
  const find = (id: number | null) => {
    const product = id === null ? undefined : products.get(id)
    return product ? toRoutineProduct(product) : null
  }
  const steps = input.steps.map(({ productId, swapProductId, ...step }) => ({
    ...step,
    product: find(productId),
    swapProduct: find(swapProductId),
  }))
  return {
    id: row.id,
    slug: row.slug,
    ...input,
    imageUrl: shownPicture(input.imageUrl),
    picture: toPicture(row),
    steps,
    ...sumsOf(steps),
    updatedAt: row.updated_at,
  }
}

export function toRoutineProduct({ facts: _facts, ...card }: Product): RoutineProduct {
  return card
}

/**
 * Sums the prices of the products of the steps, each counted once, by currency in the order of the steps, and counts those
 * without a price.
 */
export function sumsOf(steps: Pick<RoutineStep, 'product'>[]): { totals: RoutineTotal[]; unpriced: number } {
  const products = new Map(steps.flatMap(({ product }) => (product ? [[product.id, product] as const] : [])))
  const priced = [...products.values()].filter(({ price }) => price !== '')
  const sums = new Map<string, number>()
  for (const { currency, price } of priced)
    sums.set(currency, (sums.get(currency) ?? 0) + toMinorUnits(price, currency))
  return {
    totals: [...sums].map(([currency, minor]) => ({ currency, price: toAmount(minor, currency) })),
    unpriced: products.size - priced.length,
  }
}
