import type * as z from 'zod/mini'
import type { CacheTag } from '../../../contract/platform/endpoint.ts'
import type { Choice } from '../../../contract/platform/lists.ts'
import type { Page } from '../../../contract/platform/paths.ts'
import type { orderEndpoint, RowEndpoints } from '../../../contract/platform/row-endpoints.ts'
import { orderRows } from '../db/positions.ts'
import { Rejection } from '../db/rejection.ts'
import type { Db } from '../db/schema.ts'
import type { Named } from '../db/soft-delete.ts'
import { purgeRows, type Trashed } from '../db/trash.ts'
import type { Change, Saved } from '../db/versioned-rows.ts'
import { type Binding, bind } from './endpoint-handler.ts'
import { found, listed, one, savedReply, several } from './replies.ts'

/** The trash of a list depends on the time. */
type Clock = { now: string }

type Rows<Input, Row, Query> = {
  /** In words: 'ingredient'. */
  noun: string
  table: Trashed
  list: {
    page: (db: Db, query: Query & Clock) => Promise<Page<Row>>
    chosen: (db: Db, choice: Choice<Query & Clock>) => Promise<number[]>
  }
  find: (db: Db, id: number) => Promise<Row | undefined>
  create: (db: Db, input: Input, now: string) => Promise<Row>
  save: (db: Db, id: number, change: Change<Input>) => Promise<Saved<Row> | undefined>
  remove: (db: Db, ids: number[], now: string) => Promise<Named[]>
  restore: (db: Db, ids: number[]) => Promise<Named[]>
  setActive: (db: Db, change: { ids: number[]; isActive: boolean; now: string }) => Promise<Named[]>
  /** Whether a save to this state takes something from readers. */
  isHidden: (row: Row) => boolean
}

/** Binds the endpoints of rows that the owner edits in a list and a form. */
export function rowRoutes<Input, Row extends { name: string }, Query extends z.ZodMiniObject>(
  endpoints: RowEndpoints<CacheTag, z.ZodMiniType<Input>, z.ZodMiniType<Row>, Query>,
  { noun, table, list, find, create, save, remove, restore, setActive, isHidden }: Rows<Input, Row, z.output<Query>>,
): Binding[] {
  // The query of a choice is that of the list without its order and page.
  const chosen = (db: Db, { query, ...choice }: Choice, now: string) =>
    list.chosen(db, { ...choice, query: query && { ...(query as z.output<Query>), now } })
  const setActiveOf = async (db: Db, choice: Choice, isActive: boolean, now: string) =>
    setActive(db, { ids: await chosen(db, choice, now), isActive, now })
  return [
    bind(endpoints.list, ({ db, query, now }) => listed(list.page(db, { ...query, now }))),
    bind(endpoints.find, ({ db, params }) => found(find(db, params.id))),
    bind(endpoints.create, async ({ db, body, now }) => {
      const row = await create(db, body, now)
      return { body: row, subject: row.name }
    }),
    bind(endpoints.save, async ({ db, params, body, version, now }) =>
      savedReply(noun, await save(db, params.id, { input: body, version, now }), isHidden),
    ),
    bind(endpoints.remove, ({ db, params, now }) => one(remove(db, [params.id], now))),
    bind(endpoints.restore, ({ db, params }) => one(restore(db, [params.id]))),
    bind(endpoints.removeSome, async ({ db, body, now }) => several(remove(db, await chosen(db, body, now), now))),
    bind(endpoints.restoreSome, async ({ db, body, now }) => several(restore(db, await chosen(db, body, now)))),
    bind(endpoints.purgeSome, async ({ db, body, now }) => several(purgeRows(db, table, await chosen(db, body, now)))),
    bind(endpoints.activate, ({ db, body, now }) => several(setActiveOf(db, body, true, now))),
    bind(endpoints.deactivate, ({ db, body, now }) => several(setActiveOf(db, body, false, now))),
  ]
}

/** Binds the endpoint that moves rows with a manual order. */
export function orderRoute(
  endpoint: ReturnType<typeof orderEndpoint<CacheTag>>,
  { noun, table }: { noun: string; table: 'products' | 'routines' },
): Binding {
  return bind(endpoint, async ({ db, body }) => {
    const names = await orderRows(db, table, body)
    if (names) return { body: {}, subject: names }
    throw new Rejection(`A ${noun} of this order is not there any more. Please look at the list again.`)
  })
}
