import * as z from 'zod/mini'
import { charactersUpTo, noNul } from './text-fields.ts'

/** The parts of an address: what stands in a path or a query of the API. */

export const Id = z.coerce.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))
export const Slug = z.string().check(z.minLength(1), charactersUpTo(200), noNul())
export const PageNumber = z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000))

/** A page of a list. `total` counts all rows; a list of `pageSize` a page has `Math.ceil(total / pageSize)` pages. */
export type Page<T> = { items: T[]; total: number }
