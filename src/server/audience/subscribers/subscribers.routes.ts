import type { SubscriberListQuery, SubscriberRecord } from '../../../contract/subscriber-list.ts'
import * as contract from '../../../contract/subscriber-list.ts'
import * as signUpContract from '../../../contract/subscribers.ts'
import type { Db } from '../../platform/db/schema.ts'
import { type Cell, csvDownload } from '../../platform/http/csv.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import type { Mailer } from '../mail/mailer.ts'
import { importSubscribers } from './import-subscribers.repo.ts'
import { readSubscriberFile } from './read-subscriber-file.ts'
import { resubscribe, signUp, unsubscribeByOwner } from './sign-up.ts'
import {
  deleteSubscribers,
  findSubscriber,
  listSubscribers,
  restoreSubscribers,
  walkSubscribers,
} from './subscriber-list.repo.ts'

export function subscriberRoutes({ origin, mail }: { origin: string; mail: Mailer }) {
  return [
    bind(signUpContract.signUp, async ({ db, body, now }) => {
      const isMailSetUp = await mail.isSetUp(db)
      await signUp(db, body, { origin, now, isMailSetUp })
      return { body: { email: body.email.toLowerCase(), isActive: !isMailSetUp }, afterCommit: mail.wake }
    }),
    bind(contract.listSubscribers, async ({ db, query }) => {
      const { items, total } = await listSubscribers(db, origin, query)
      return { body: items, total }
    }),
    bind(contract.exportSubscribers, async ({ db, query }) =>
      csvDownload('subscribers.csv', csvHeader, csvPages(db, origin, query)),
    ),
    bind(contract.findSubscriber, async ({ db, params }) => {
      const subscriber = await findSubscriber(db, origin, params.id)
      return subscriber && { body: subscriber }
    }),
    bind(contract.changeSubscriber, async ({ db, params: { id }, body: change, now }) => {
      if (!(await findSubscriber(db, origin, id))) return undefined
      if (change.isActive) await resubscribe(db, id, change.consent!, now)
      else await unsubscribeByOwner(db, [id], now)
      const subscriber = await findSubscriber(db, origin, id)
      return subscriber && { body: subscriber, subject: subscribers(1) }
    }),
    bind(contract.deleteSubscriber, ({ db, params, now }) => one(deleteSubscribers(db, [params.id], now))),
    bind(contract.restoreSubscriber, ({ db, params }) => one(restoreSubscribers(db, [params.id]))),
    bind(contract.unsubscribeSubscribers, ({ db, body, now }) => several(unsubscribeByOwner(db, body.ids, now))),
    bind(contract.deleteSubscribers, ({ db, body, now }) => several(deleteSubscribers(db, body.ids, now))),
    bind(contract.restoreSubscribers, ({ db, body }) => several(restoreSubscribers(db, body.ids))),
    bindStaged(contract.importSubscribers, async ({ body, now, transact }) => {
      const { csv, ...input } = body
      const file = readSubscriberFile(csv)
      return transact(body, async (db) => {
        const report = await importSubscribers(db, file, { ...input, now })
        return { body: report, subject: input.isDryRun ? 'Only counted' : subscribers(report.new) }
      })
    }),
  ]
}

/** Without email addresses: the audit trail outlives the deletion of a subscriber. */
const subscribers = (count: number) => (count === 1 ? '1 subscriber' : `${count} subscribers`)

const several = async (changed: Promise<number>) => ({ body: {}, subject: subscribers(await changed) })

/** Undefined, a 404, if no row was changed. */
async function one(changed: Promise<number>) {
  const count = await changed
  return count > 0 ? { body: {}, subject: subscribers(count) } : undefined
}

const csvHeader = ['email', 'name', 'status', 'date', 'unsubscribe address', 'consent', 'consent date']

async function* csvPages(db: Db, origin: string, query: SubscriberListQuery): AsyncGenerator<Cell[][]> {
  for await (const page of walkSubscribers(db, origin, query)) yield page.map(toCells)
}

const statusLabels = { active: 'Active', unsubscribed: 'Unsubscribed', unconfirmed: 'Unconfirmed' }

function toCells({ email, name, status, createdAt, unsubscribeUrl, consents }: SubscriberRecord): Cell[] {
  const last = consents.findLast(({ act }) => act !== 'unsubscribed')
  const consent = last ? [last.act, last.source, last.text].filter((part) => part !== '').join(': ') : ''
  return [email, name, statusLabels[status], createdAt, unsubscribeUrl, consent, last?.at ?? '']
}
