import { type Context, Hono } from 'hono'
import { LIST_MAX } from '../../../contract/limits.ts'
import { Selection } from '../../../contract/lists.ts'
import { Id } from '../../../contract/paths.ts'
import {
  IMPORT_MAX,
  ImportInput,
  SubscriberChange,
  SubscriberListQuery,
  type SubscriberRecord,
} from '../../../contract/subscriber-list.ts'
import type { Db } from '../../platform/db/schema.ts'
import { type Cell, sendCsv } from '../../platform/http/csv.ts'
import { notFound } from '../../platform/http/errors.ts'
import { idempotent, type JsonResponse } from '../../platform/http/idempotency.ts'
import { setListHeaders } from '../../platform/http/list-headers.ts'
import type { Owner, OwnerGuard } from '../../platform/http/owner.ts'
import { readBody, readParam, readQuery } from '../../platform/http/validate.ts'
import { importSubscribers } from './import-subscribers.repo.ts'
import { readSubscriberFile } from './read-subscriber-file.ts'
import {
  deleteSubscribers,
  findSubscriber,
  listSubscribers,
  restoreSubscribers,
  walkSubscribers,
} from './subscriber-list.repo.ts'
import { activateSubscriber, createConsent, unsubscribe } from './subscribers.repo.ts'

export type OwnerSubscriberRoutesOptions = { db: Db; origin: string; clock: () => Date; owner: OwnerGuard }

export function ownerSubscriberRoutes({ db, origin, clock, owner }: OwnerSubscriberRoutesOptions) {
  const now = () => clock().toISOString()

  return new Hono()
    .get('/subscribers', owner, async (c) => {
      const query = { limit: LIST_MAX, ...readQuery(c, SubscriberListQuery) }
      const { items, total } = await listSubscribers(db, origin, query)
      setListHeaders(c, { total, page: query.page ?? 1, limit: query.limit })
      return c.json(items)
    })
    .get('/subscribers.csv', owner, (c) =>
      sendCsv(c, 'subscribers.csv', csvHeader, csvPages(db, origin, readQuery(c, SubscriberListQuery))),
    )
    .get('/subscribers/:id', owner, async (c) => {
      const subscriber = await findSubscriber(db, origin, readId(c))
      if (!subscriber) throw subscriberNotFound()
      return c.json(subscriber)
    })
    .put('/subscribers/:id', owner, async (c) => {
      const id = readId(c)
      const change = await readBody(c, SubscriberChange)
      return idempotent(c, db, change, async (transaction) => {
        if (!(await findSubscriber(transaction, origin, id))) throw subscriberNotFound()
        if (change.isActive) await resubscribe(transaction, id, change.consent!, now())
        else await unsubscribeByOwner(transaction, [id], now())
        c.set('subject', subscribers(1))
        return { status: 200, body: await findSubscriber(transaction, origin, id) }
      })
    })
    .delete('/subscribers/:id', owner, (c) => {
      const id = readId(c)
      return idempotent(c, db, { id }, async (transaction) => {
        if ((await deleteSubscribers(transaction, [id], now())) === 0) throw subscriberNotFound()
        return done(c, 1)
      })
    })
    .post('/subscribers/:id/restore', owner, (c) => {
      const id = readId(c)
      return idempotent(c, db, { id }, async (transaction) => {
        if ((await restoreSubscribers(transaction, [id])) === 0) throw subscriberNotFound()
        return done(c, 1)
      })
    })
    .post('/subscribers/unsubscribe', owner, async (c) => {
      const { ids } = await readBody(c, Selection)
      return idempotent(c, db, ids, async (transaction) => done(c, await unsubscribeByOwner(transaction, ids, now())))
    })
    .post('/subscribers/delete', owner, async (c) => {
      const { ids } = await readBody(c, Selection)
      return idempotent(c, db, ids, async (transaction) => done(c, await deleteSubscribers(transaction, ids, now())))
    })
    .post('/subscribers/restore', owner, async (c) => {
      const { ids } = await readBody(c, Selection)
      return idempotent(c, db, ids, async (transaction) => done(c, await restoreSubscribers(transaction, ids)))
    })
    .post('/subscribers/import', owner, async (c) => {
      const { csv, ...input } = await readBody(c, ImportInput, IMPORT_MAX)
      const file = readSubscriberFile(csv)
      return idempotent(c, db, { csv, ...input }, async (transaction) => {
        const report = await importSubscribers(transaction, file, { ...input, now: now() })
        c.set('subject', input.isDryRun ? 'Only counted' : subscribers(report.new))
        return { status: 200, body: report }
      })
    })
}

const subscriberNotFound = () => notFound('Subscriber not found')
const readId = (c: Context) => readParam(c, 'id', Id, 'Subscriber not found')

async function resubscribe(db: Db, id: number, consent: string, now: string): Promise<void> {
  await activateSubscriber(db, id, null)
  await createConsent(db, id, { act: 'resubscribed', source: 'Owner', text: consent }, now)
}

async function unsubscribeByOwner(db: Db, ids: number[], now: string): Promise<number> {
  const changed = await unsubscribe(db, { ids }, now)
  for (const id of changed) await createConsent(db, id, { act: 'unsubscribed', source: 'Owner' }, now)
  return changed.length
}

function done(c: Context<Owner>, count: number): JsonResponse {
  c.set('subject', subscribers(count))
  return { status: 200, body: {} }
}

/** The audit trail outlives a deleted subscriber, so it holds no address. */
const subscribers = (count: number) => (count === 1 ? '1 subscriber' : `${count} subscribers`)

const csvHeader = ['email', 'name', 'status', 'date', 'unsubscribe address', 'consent', 'consent date']

async function* csvPages(db: Db, origin: string, query: SubscriberListQuery): AsyncGenerator<Cell[][]> {
  for await (const page of walkSubscribers(db, origin, query)) yield page.map(toCells)
}

const statusWords = { active: 'Active', unsubscribed: 'Unsubscribed', unconfirmed: 'Unconfirmed' }

function toCells({ email, name, status, createdAt, unsubscribeUrl, consents }: SubscriberRecord): Cell[] {
  const last = consents.findLast(({ act }) => act !== 'unsubscribed')
  const consent = last ? [last.act, last.source, last.text].filter((part) => part !== '').join(': ') : ''
  return [email, name, statusWords[status], createdAt, unsubscribeUrl, consent, last?.at ?? '']
}
