import { type SelectQueryBuilder, sql, type Updateable } from 'kysely'
import type { Page } from '../../../contract/paths.ts'
import type {
  Consent,
  Subscriber,
  SubscriberListQuery,
  SubscriberRecord,
  SubscriberStatus,
} from '../../../contract/subscriber-list.ts'
import { contains } from '../../platform/db/contains.ts'
import type { Db, Row, Schema } from '../../platform/db/schema.ts'
import { unsubscribeUrl } from './unsubscribe-url.ts'

/** Words for a row's state, which is what it is sorted by. */
const status = sql<SubscriberStatus>`case when is_active = true then 'active' when unconfirmed_at is not null then 'unconfirmed' else 'unsubscribed' end`
const orders = { createdAt: sql`created_at`, email: sql`email`, name: sql`name`, status } as const

export async function listSubscribers(
  db: Db,
  origin: string,
  query: SubscriberListQuery & { limit: number },
): Promise<Page<Subscriber>> {
  const { sort = 'createdAt', direction = sort === 'createdAt' ? 'desc' : 'asc', page = 1, limit } = query
  const matching = narrow(db.selectFrom('subscribers'), query)
  const [{ count }, order] = await Promise.all([
    matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    // Only ids are sorted, the rows of the page are read afterwards: a late page costs a fraction.
    matching
      .select('id')
      // Those without a name come last, in either database and direction.
      .$if(sort === 'name', (sorted) => sorted.orderBy(sql`name is null`))
      .orderBy(orders[sort], direction)
      .orderBy('id', sort === 'createdAt' ? direction : 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ])
  const ids = order.map(({ id }) => id)
  const rows = ids.length > 0 ? await db.selectFrom('subscribers').selectAll().where('id', 'in', ids).execute() : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    items: ids.flatMap((id) => byId.get(id) ?? []).map((row) => toSubscriber(row, origin)),
    total: Number(count),
  }
}

/** All subscribers that a list shows, with their consents, by `size` at a time, oldest first. */
export async function* walkSubscribers(
  db: Db,
  origin: string,
  query: SubscriberListQuery,
  size = 1000,
): AsyncGenerator<SubscriberRecord[]> {
  for (let last = 0; ; ) {
    const rows = await narrow(db.selectFrom('subscribers'), query)
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(size)
      .execute()
    if (rows.length > 0) {
      const ids = rows.map((row) => row.id)
      const consents = Map.groupBy(await listConsents(db, ids), (consent) => consent.subscriber_id)
      yield rows.map((row) => ({
        ...toSubscriber(row, origin),
        consents: (consents.get(row.id) ?? []).map(toConsent),
      }))
    }
    if (rows.length < size) return
    last = rows.at(-1)!.id
  }
}

function narrow(from: SelectQueryBuilder<Schema, 'subscribers', object>, { q, status }: SubscriberListQuery) {
  return from
    .where('deleted_at', 'is', null)
    .$if(status !== undefined, (query) => query.where('is_active', '=', status === 'active'))
    .$if(status === 'unconfirmed', (query) => query.where('unconfirmed_at', 'is not', null))
    .$if(status === 'unsubscribed', (query) => query.where('unconfirmed_at', 'is', null))
    .$if(Boolean(q), (query) =>
      query.where((eb) => contains([eb.ref('subscribers.email'), eb.ref('subscribers.name')], q!)),
    )
}

export async function findSubscriber(db: Db, origin: string, id: number): Promise<SubscriberRecord | undefined> {
  const row = await db
    .selectFrom('subscribers')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { ...toSubscriber(row, origin), consents: (await listConsents(db, [id])).map(toConsent) }
}

/** Answers how many of them there were. */
export function deleteSubscribers(db: Db, ids: number[], now: string): Promise<number> {
  return update(db, ids, 'is', { deleted_at: now })
}

/** Answers how many of them could be brought back. */
export function restoreSubscribers(db: Db, ids: number[]): Promise<number> {
  return update(db, ids, 'is not', { deleted_at: null })
}

async function update(db: Db, ids: number[], deleted: 'is' | 'is not', set: Updateable<Schema['subscribers']>) {
  const { numUpdatedRows } = await db
    .updateTable('subscribers')
    .set(set)
    .where('id', 'in', ids)
    .where('deleted_at', deleted, null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

function listConsents(db: Db, ids: number[]): Promise<Row<'consents'>[]> {
  return db.selectFrom('consents').selectAll().where('subscriber_id', 'in', ids).orderBy('id').execute()
}

function toSubscriber(row: Row<'subscribers'>, origin: string): Subscriber {
  const isActive = Boolean(row.is_active)
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    createdAt: row.created_at,
    isActive,
    status: isActive ? 'active' : row.unconfirmed_at !== null ? 'unconfirmed' : 'unsubscribed',
    unsubscribeUrl: unsubscribeUrl(origin, row.unsubscribe_token),
  }
}

function toConsent({ act, source, text, at }: Row<'consents'>): Consent {
  return { act, source, text, at }
}
