import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { LIST_MAX } from '../../../contract/platform/limits.ts'
import { BULK_MAX, type Choice } from '../../../contract/platform/lists.ts'
import type { Page } from '../../../contract/platform/paths.ts'
import { Rejection } from './rejection.ts'
import type { Db, Schema } from './schema.ts'

type Direction = 'asc' | 'desc'

export type ListOptions<Table extends keyof Schema & string, Filter, Sort extends string, Item> = {
  table: Table
  /** The rows that match a filter, without deleted rows. */
  matching: (db: Db, filter: Filter) => SelectQueryBuilder<Schema, Table, object>
  /** The `order by` of each sort; ties are ordered by id. */
  sorts: Record<Sort, (direction: RawBuilder<unknown>) => RawBuilder<unknown>[]>
  defaultSort: NoInfer<Sort>
  /** Sorts that are descending by default. */
  descending: readonly NoInfer<Sort>[]
  /** Reads rows by id, in any order, with the filter of the query. */
  read: (db: Db, ids: number[], filter: Filter) => Promise<(Item & { id: number })[]>
}

export type ListQuery<Sort extends string> = {
  sort?: Sort
  direction?: Direction
  /** From 1. */
  page?: number
  limit?: number
}

/**
 * A filtered and sorted list, read by page or, for exports, as a whole. Only ids are sorted and counted, which uses a
 * covering index; the rows of a page are read afterwards, so that a late page costs little more than the first.
 */
export function createRowList<Table extends keyof Schema & string, Filter, Sort extends string, Item>(
  options: ListOptions<Table, Filter, Sort, Item>,
) {
  const { table, matching, sorts, defaultSort, descending, read } = options

  function sortedIds(db: Db, query: Filter & ListQuery<Sort>) {
    const sort = query.sort ?? defaultSort
    const direction = sql.raw(query.direction ?? (descending.includes(sort) ? 'desc' : 'asc'))
    const id = sql.ref<number>(`${table}.id`)
    return [...sorts[sort](direction), sql`${id} ${direction}`].reduce(
      (sorted, order) => sorted.orderBy(order),
      matching(db, query).select(id.as('id')),
    )
  }

  async function readInOrder(db: Db, ids: number[], filter: Filter): Promise<Item[]> {
    if (ids.length === 0) return []
    const items = new Map((await read(db, ids, filter)).map((item) => [item.id, item]))
    return ids.flatMap((id) => items.get(id) ?? [])
  }

  return {
    /** One page with the total of matching rows; `limit` defaults to `LIST_MAX`. */
    async page(db: Db, query: Filter & ListQuery<Sort>): Promise<Page<Item>> {
      const { page = 1, limit = LIST_MAX } = query
      const [{ total }, rows] = await Promise.all([
        matching(db, query).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
        sortedIds(db, query)
          .limit(limit)
          .offset((page - 1) * limit)
          .execute(),
      ])
      return {
        items: await readInOrder(
          db,
          rows.map((row) => row.id),
          query,
        ),
        total: Number(total),
      }
    },

    /** The ids of the matching rows, at most `limit`. */
    async ids(db: Db, query: Filter & ListQuery<Sort>, limit: number): Promise<number[]> {
      return (await sortedIds(db, query).limit(limit).execute()).map((row) => row.id)
    },

    /**
     * The distinct ids of chosen rows in ascending order, so that two writes do not deadlock. Throws a Rejection where the
     * filters match no row, more than `max`, or another number than the owner confirmed.
     */
    async chosen(db: Db, { ids, query, total }: Choice<Filter & object>, max = BULK_MAX): Promise<number[]> {
      const found = ids ?? (await this.ids(db, query!, max + 1))
      if (found.length > max) throw new Rejection(tooMany(max), 'query')
      if (query !== undefined && found.length !== (total ?? Math.max(1, found.length)))
        throw new Rejection(`The list has changed: ${found.length} match now. Please look at it again.`, 'total')
      return [...new Set(found)].sort((one, other) => one - other)
    },

    /** All matching rows in order, `size` at a time. Reads the ids first, so rows inserted later are not included. */
    async *walk(db: Db, query: Filter & ListQuery<Sort>, size = 500): AsyncGenerator<Item[]> {
      const ids = (await sortedIds(db, query).execute()).map((row) => row.id)
      for (let from = 0; from < ids.length; from += size)
        yield await readInOrder(db, ids.slice(from, from + size), query)
    },
  }
}

const tooMany = (max: number) =>
  `At most ${max.toLocaleString('en-US')} can be changed at once. Please narrow the list by a filter first.`
