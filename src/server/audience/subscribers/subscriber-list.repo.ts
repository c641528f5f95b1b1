import { sql } from 'kysely'
import type {
  Consent,
  Subscriber,
  SubscriberListQuery,
  SubscriberRecord,
  SubscriberStatus,
} from '../../../contract/audience/subscriber-list.ts'
import { unsubscribeUrl } from '../../../contract/audience/unsubscribe-url.ts'
import type { Page } from '../../../contract/platform/paths.ts'
import { contains } from '../../platform/db/contains.ts'
import { createRowList } from '../../platform/db/row-list.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { softDelete, undelete } from '../../platform/db/soft-delete.ts'
import { findSuppressed, isSuppressed } from '../suppressions/suppressions.repo.ts'
import { listTagsOf } from './tags.repo.ts'

type SubscriberFilter = Pick<SubscriberListQuery, 'q' | 'status' | 'tag' | 'source'>

const status = sql<SubscriberStatus>`case when subscribers.is_active = true then 'active' when subscribers.unconfirmed_at is not null then 'unconfirmed' else 'unsubscribed' end`

/** Ties are listed newest first in both directions. */
const newestFirst = sql`subscribers.id desc`

export const subscriberRows = createRowList({
  table: 'subscribers',
  matching: (db, { q, status, tag, source }: SubscriberFilter) =>
    db
      .selectFrom('subscribers')
      .where('subscribers.deleted_at', 'is', null)
      .$if(status !== undefined && status !== 'suppressed', (query) =>
        query.where('subscribers.is_active', '=', status === 'active'),
      )
      .$if(status === 'suppressed', (query) =>
        query.where('subscribers.email', 'in', db.selectFrom('suppressions').select('email')),
      )
      .$if(status === 'unconfirmed', (query) => query.where('subscribers.unconfirmed_at', 'is not', null))
      .$if(status === 'unsubscribed', (query) => query.where('subscribers.unconfirmed_at', 'is', null))
      .$call((query) =>
        tag === undefined
          ? query
          : query.where(
              'subscribers.id',
              'in',
              db.selectFrom('subscriber_tags').select('subscriber_id').where('tag', '=', tag),
            ),
      )
      .$call((query) =>
        source === undefined ? query : query.where('subscribers.source', '=', source === 'unknown' ? '' : source),
      )
      .$call((query) =>
        q ? query.where((eb) => contains([eb.ref('subscribers.email'), eb.ref('subscribers.name')], q)) : query,
      ),
  sorts: {
    id: () => [],
    createdAt: (direction) => [sql`subscribers.created_at ${direction}`],
    email: (direction) => [sql`subscribers.email ${direction}`, newestFirst],
    // Rows without a name come last, with either database and in both directions.
    name: (direction) => [sql`subscribers.name is null`, sql`subscribers.name ${direction}`, newestFirst],
    status: (direction) => [sql`${status} ${direction}`, newestFirst],
  },
  defaultSort: 'createdAt',
  descending: ['createdAt'],
  read: async (db, ids) => {
    const [rows, tags] = await Promise.all([
      db.selectFrom('subscribers').selectAll().where('id', 'in', ids).execute(),
      listTagsOf(db, ids),
    ])
    const suppressed = await findSuppressed(
      db,
      rows.map(({ email }) => email),
    )
    return rows.map((row) => ({
      ...row,
      tags: tags.get(row.id) ?? [],
      suppression: suppressed.get(row.email) ?? null,
    }))
  },
})

export async function listSubscribers(db: Db, origin: string, query: SubscriberListQuery): Promise<Page<Subscriber>> {
  const { items, total } = await subscriberRows.page(db, query)
  return { items: items.map((row) => toSubscriber(row, origin)), total }
}

/** All subscribers of a list with their consents by id, in batches. */
export async function* walkSubscribers(
  db: Db,
  origin: string,
  query: SubscriberListQuery,
): AsyncGenerator<SubscriberRecord[]> {
  for await (const rows of subscriberRows.walk(db, { ...query, sort: 'id', direction: 'asc' })) {
    const ids = rows.map((row) => row.id)
    const consents = Map.groupBy(await listConsents(db, ids), (consent) => consent.subscriber_id)
    yield rows.map((row) => ({
      ...toSubscriber(row, origin),
      consents: (consents.get(row.id) ?? []).map(toConsent),
    }))
  }
}

export async function findSubscriber(db: Db, origin: string, id: number): Promise<SubscriberRecord | undefined> {
  const row = await db
    .selectFrom('subscribers')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const tags = (await listTagsOf(db, [id])).get(id) ?? []
  const consents = (await listConsents(db, [id])).map(toConsent)
  const suppression = (await isSuppressed(db, row.email)) ?? null
  return { ...toSubscriber({ ...row, tags, suppression }, origin), consents }
}

export async function hasSubscriber(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('subscribers')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the ids of the deleted subscribers. */
export async function deleteSubscribers(db: Db, ids: number[], now: string): Promise<number[]> {
  return (await softDelete(db, 'subscribers', { ids, now })).map(({ id }) => id)
}

/** Returns the ids of the restored subscribers. */
export async function restoreSubscribers(db: Db, ids: number[]): Promise<number[]> {
  return (await undelete(db, 'subscribers', { ids })).map(({ id }) => id)
}

export function listConsents(db: Db, ids: number[]): Promise<Row<'consents'>[]> {
  return db.selectFrom('consents').selectAll().where('subscriber_id', 'in', ids).orderBy('id').execute()
}

type Described = Row<'subscribers'> & Pick<Subscriber, 'tags' | 'suppression'>

function toSubscriber(row: Described, origin: string): Subscriber {
  const isActive = Boolean(row.is_active)
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    createdAt: row.created_at,
    isActive,
    status: isActive ? 'active' : row.unconfirmed_at !== null ? 'unconfirmed' : 'unsubscribed',
    unsubscribeUrl: unsubscribeUrl(origin, row.unsubscribe_token),
    source: row.source,
    frequency: row.frequency,
    tags: row.tags,
    suppression: row.suppression,
  }
}

export function toConsent({ id: _id, subscriber_id: _subscriber, ...consent }: Row<'consents'>): Consent {
  return consent
}
