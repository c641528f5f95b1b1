import * as z from 'zod/mini'
import { json, type OwnerWrite, ownerWrite } from './endpoint.ts'
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

/** Rows that one request changes, in one transaction, where their list has no bound of its own. */
export const BULK_MAX = 1000

const chosenIds = (max: number) =>
  z.array(z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))).check(z.minLength(1), itemsUpTo(max))

/** Rows by their ids, such as those of a change that is undone. */
export const selectionUpTo = (max: number) => z.object({ ids: chosenIds(max) })
export const Selection = selectionUpTo(BULK_MAX)
export type Selection = z.infer<typeof Selection>

/** Rows that the owner chose in a list: by their ids, or all that its filters match, `total` of them as she confirmed. */
export type Choice<Filters = object> = {
  ids?: number[] | undefined
  query?: Filters | undefined
  total?: number | undefined
}

const paging = { sort: true, direction: true, page: true, limit: true } as const

/**
 * The body of a bulk write: the rows of a `Choice` of a list with this query, and `fields`. An unknown filter is refused,
 * because without it more rows would match than the list shows.
 */
// @__NO_SIDE_EFFECTS__
export function choiceOf<
  Query extends z.core.$ZodLooseShape,
  Fields extends z.core.$ZodLooseShape = Record<never, never>,
>(query: z.ZodMiniObject<Query>, fields: Fields = {} as Fields, max = BULK_MAX) {
  const { sort: _sort, direction: _direction, page: _page, limit: _limit, ...filters } = query.shape
  return z
    .object({
      ids: z.optional(chosenIds(max)),
      query: z.optional(z.strictObject(filters as Omit<Query, keyof typeof paging>)),
      total: z.optional(z.number().check(z.int(), z.gte(1))),
      ...fields,
    })
    .check(
      z.refine<object>(
        (choice: Choice) => (choice.ids === undefined) !== (choice.query === undefined),
        'Please choose rows by their ids or by a query',
      ),
    )
}

/** The rows that a bulk write changed, for an undo. */
export const Changed = z.object({ ids: z.array(z.number()) })
export type Changed = z.infer<typeof Changed>

type BulkDeclaration = Omit<OwnerWrite, 'method' | 'path' | 'access' | 'idempotent' | 'responses'>
type Responses = OwnerWrite['responses']
type BodyOf<D> = D extends { body: infer Body extends z.ZodMiniType } ? Body : typeof Selection

/** A write of the owner on the rows of its `body`, or of a `Selection` without one; `others` are further responses. */
// @__NO_SIDE_EFFECTS__
export function bulkWrite<
  const P extends OwnerWrite['path'],
  const D extends BulkDeclaration,
  const Others extends Responses = Record<never, never>,
>(path: P, declaration: D, others?: Others) {
  const responses = { 200: json('The changed rows', Changed), ...others } as {
    200: ReturnType<typeof json<typeof Changed>>
  } & Others
  const body = (declaration.body ?? Selection) as BodyOf<D>
  return ownerWrite('POST', path, { ...declaration, body, idempotent: true, responses } as const)
}
