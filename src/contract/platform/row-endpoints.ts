import * as z from 'zod/mini'
import { type CacheTag, Empty, failure, json, ownerRead, ownerWrite } from './endpoint.ts'
import { bulkWrite, choiceOf, listQuery } from './lists.ts'
import { itemsUpTo } from './text-fields.ts'

type Noun<
  Many extends CacheTag,
  Input extends z.ZodMiniType,
  Row extends z.ZodMiniType,
  Query extends z.ZodMiniObject,
> = {
  /** With its article: 'an ingredient'. */
  one: string
  /** The path, and the cache tag that a write purges. */
  many: Many
  input: Input
  row: Row
  query: Query
  /** Clauses that the noun adds to the summaries. */
  details: Partial<Record<'create' | 'save' | 'remove' | 'restore' | 'restoreSome', string>>
}

/** `trash`: deleted in the last 30 days. */
const RowStatus = z.enum(['all', 'active', 'inactive', 'trash'])

/** The query of an owner's list whose rows have a status and a trash. */
// @__NO_SIDE_EFFECTS__
export function rowQuery<
  const Sort extends readonly string[],
  Filters extends z.core.$ZodLooseShape = Record<never, never>,
>(sorts: Sort, filters: Filters = {} as Filters) {
  return listQuery(['deletedAt', ...sorts], { status: RowStatus, ...filters })
}

/** The endpoints of rows that the owner edits in a list and a form: one row, and several rows at once. */
// @__NO_SIDE_EFFECTS__
export function rowEndpoints<
  const Many extends CacheTag,
  Input extends z.ZodMiniType,
  Row extends z.ZodMiniType,
  Query extends z.ZodMiniObject,
>({ one, many, input, row, query, details }: Noun<Many, Input, Row, Query>) {
  const path = `/${many}` as const
  const noun = one.replace(/^an? /, '')
  const notFound = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`
  const purges = [many] as const
  const rejected = failure('A field breaks a rule (see `issues`), or the Idempotency-Key belongs to another request')
  const summary = (text: string, of: keyof typeof details) => (details[of] ? `${text}; ${details[of]}` : text)
  const body = choiceOf(query)
  const impossible = { 409: failure('A rule of one row forbids it; nothing was changed') }
  return {
    list: ownerRead(path, {
      when: 'status',
      summary: `The owner’s list of ${many}, inactive ones included, or of those in the trash`,
      query,
      list: true,
      responses: { 200: json(`The ${many}`, z.array(row)) },
    }),
    // Where readers find a row by its slug, `/:id` alone would be one.
    find: ownerRead(`${path}/:id/source`, {
      summary: `One ${noun}, to edit it`,
      notFound,
      versioned: true,
      responses: { 200: json(`The ${noun}`, row) },
    }),
    create: ownerWrite('POST', path, {
      summary: summary(`Create ${one}`, 'create'),
      body: input,
      idempotent: true,
      versioned: true,
      purges,
      softPurge: true,
      audit: `Created ${noun} “…”`,
      responses: { 201: json('Created', row), 422: rejected },
    }),
    save: ownerWrite('PUT', `${path}/:id`, {
      summary: summary(
        `Save ${one}. With If-Match only if it is still of that version; a former slug redirects to the new one`,
        'save',
      ),
      body: input,
      idempotent: true,
      ifMatch: true,
      versioned: true,
      notFound,
      purges,
      softPurge: true,
      audit: `Changed ${noun} “…”`,
      responses: {
        200: json('Saved', row),
        409: json(
          `The ${noun} was saved since the version that If-Match names; \`current\` is its present state`,
          conflictOf(row),
        ),
        422: rejected,
      },
    }),
    remove: ownerWrite('DELETE', `${path}/:id`, {
      summary: summary(`Delete ${one}, which can be restored for 30 days`, 'remove'),
      idempotent: true,
      notFound,
      purges,
      audit: `Deleted ${noun} “…”`,
      responses: { 200: json('Deleted', Empty) },
    }),
    restore: ownerWrite('POST', `${path}/:id/restore`, {
      summary: summary(`Restore a deleted ${noun}`, 'restore'),
      idempotent: true,
      notFound,
      purges,
      softPurge: true,
      audit: `Brought back ${noun} “…”`,
      responses: { 200: json('Restored', Empty), ...impossible },
    }),
    removeSome: bulkWrite(`${path}/delete`, {
      summary: `Delete several ${many}, which can be restored for 30 days`,
      body,
      purges,
      audit: `Deleted ${many} “…”`,
    }),
    restoreSome: bulkWrite(
      `${path}/restore`,
      {
        summary: summary(`Restore several deleted ${many}`, 'restoreSome'),
        body,
        purges,
        softPurge: true,
        audit: `Brought back ${many} “…”`,
      },
      impossible,
    ),
    purgeSome: bulkWrite(`${path}/trash/delete`, {
      summary: `Delete ${many} of the trash with their earlier versions, for good`,
      body,
      purges: [],
      audit: `Deleted for good the ${many} “…”`,
    }),
    activate: bulkWrite(
      `${path}/activate`,
      {
        summary: `Show several ${many} to readers`,
        body,
        purges,
        softPurge: true,
        audit: `Activated ${many} “…”`,
      },
      impossible,
    ),
    deactivate: bulkWrite(`${path}/deactivate`, {
      summary: `Hide several ${many} from readers`,
      body,
      purges,
      audit: `Deactivated ${many} “…”`,
    }),
  }
}

export type RowEndpoints<
  Many extends CacheTag = CacheTag,
  Input extends z.ZodMiniType = z.ZodMiniType,
  Row extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniObject = z.ZodMiniObject,
> = ReturnType<typeof rowEndpoints<Many, Input, Row, Query>>

/** The 409 for a save of an older version; `current` is the newest one, to compare. */
export const conflictOf = <Row extends z.ZodMiniType>(current: Row) => z.object({ message: z.string(), current })
export type Conflict<Row> = { message: string; current: Row }

/** `ids` in their new order: one after another from `position` on, or without it in the positions that they hold now. */
const RowOrder = z.object({
  ids: z.array(z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))).check(
    z.minLength(1),
    itemsUpTo(1000),
    z.refine((ids) => new Set(ids).size === ids.length, 'Invalid input'),
  ),
  position: z.optional(z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647))),
})
export type RowOrder = z.infer<typeof RowOrder>

/** The endpoint that moves rows with a manual order. */
// @__NO_SIDE_EFFECTS__
export function orderEndpoint<const Many extends CacheTag>(many: Many) {
  return ownerWrite('PUT', `/${many}/order`, {
    summary: `Put ${many} one after another, from \`position\` on; without a \`position\` into the places that they hold between them`,
    body: RowOrder,
    idempotent: true,
    purges: [many],
    softPurge: true,
    audit: `Changed the order of the ${many}`,
    responses: { 200: json('Done', Empty), 409: failure('One of them no longer exists') },
  })
}
