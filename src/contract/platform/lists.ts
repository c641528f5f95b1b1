import * as z from 'zod/mini'
import { Empty, json, type OwnerWrite, ownerWrite } from './endpoint.ts'
import { LIST_MAX, TERM_MAX } from './limits.ts'
import { PageNumber } from './paths.ts'
import { charactersUpTo, itemsUpTo, noNul, typed } from './text-fields.ts'

/** The page of a list that has no other choice to make. */
export const PageQuery = z.object({
  page: z.optional(PageNumber),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(LIST_MAX))),
})

/**
 * Query parameters of an admin list: search term, order, page, and filters of its own. The response is a JSON array with
 * `X-Total-Count` and `Link`.
 */
export function listQuery<const Sort extends readonly [string, ...string[]], Filters extends z.core.$ZodLooseShape>(
  sorts: Sort,
  filters: Filters,
) {
  return z.object({
    q: z.optional(z.string().check(typed(), charactersUpTo(TERM_MAX), noNul())),
    sort: z.optional(z.enum(sorts)),
    direction: z.optional(z.enum(['asc', 'desc'])),
    ...PageQuery.shape,
    ...filters,
  })
}

/** Rows that the owner chose in a list, for what is done to several at once. */
export const Selection = z.object({
  ids: z.array(z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))).check(z.minLength(1), itemsUpTo(LIST_MAX)),
})
export type Selection = z.infer<typeof Selection>

type BulkDeclaration = Omit<OwnerWrite, 'method' | 'path' | 'access' | 'idempotent' | 'responses'>
type Responses = OwnerWrite['responses']

/** A write of the owner on the rows of a `Selection`, or of a `body` that extends it; `others` are further responses. */
// @__NO_SIDE_EFFECTS__
export function bulkWrite<
  const P extends OwnerWrite['path'],
  const D extends BulkDeclaration,
  const Others extends Responses = Record<never, never>,
>(path: P, declaration: D, others?: Others) {
  const responses = { 200: json('Done', Empty), ...others } as { 200: ReturnType<typeof json<typeof Empty>> } & Others
  return ownerWrite('POST', path, { body: Selection, idempotent: true, ...declaration, responses } as const)
}
