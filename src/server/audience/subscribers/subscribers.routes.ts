import { countNewsletterAudience } from '../../../contract/audience/newsletter-audience.ts'
import { findNewsletterChoices } from '../../../contract/audience/newsletter-choices.ts'
import type { SubscriberListQuery, SubscriberRecord } from '../../../contract/audience/subscriber-list.ts'
import * as contract from '../../../contract/audience/subscriber-list.ts'
import { countSources as countSourcesContract, sourceLabels } from '../../../contract/audience/subscriber-sources.ts'
import * as tagContract from '../../../contract/audience/subscriber-tags.ts'
import * as signUpContract from '../../../contract/audience/subscribers.ts'
import { READERS_BULK_MAX } from '../../../contract/platform/limits.ts'
import type { Choice } from '../../../contract/platform/lists.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { type Cell, csvDownload } from '../../platform/http/csv.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { pageOf } from '../../platform/http/page-of-form.ts'
import { found, listed } from '../../platform/http/replies.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Mailer } from '../mail/mailer.ts'
import { countAudience } from './audience.repo.ts'
import type { ConfirmationLimit } from './confirmation-limit.ts'
import { importSubscribers } from './import-subscribers.repo.ts'
import { readSubscriberFile, requireDecided } from './read-subscriber-file.ts'
import { readChoices, resubscribe, signUp, unsubscribeByOwner } from './sign-up.ts'
import { countSources } from './sources.repo.ts'
import {
  deleteSubscribers,
  findSubscriber,
  hasSubscriber,
  listSubscribers,
  restoreSubscribers,
  subscriberRows,
  walkSubscribers,
} from './subscriber-list.repo.ts'
import { addTag, listTags, removeTag, saveTags } from './tags.repo.ts'

type SubscriberOptions = { origin: string; mail: Mailer; confirmationLimit: ConfirmationLimit; secrets: Secrets }

export function subscriberRoutes(options: SubscriberOptions) {
  return [...listRoutes(options), ...tagRoutes(), ...audienceRoutes()]
}

function listRoutes({ origin, mail, confirmationLimit, secrets }: SubscriberOptions) {
  return [
    bindStaged(signUpContract.signUp, async ({ c, body, now, transact }) => {
      // Before the transaction, because shared buckets take a connection of their own.
      const network = confirmationLimit.networkOf(c)
      const maySend = await confirmationLimit.take(network)
      return transact(body, async (db) => {
        const isMailSetUp = await mail.isSetUp(db)
        await signUp(db, body, { origin, now, isMailSetUp, page: pageOf(c, origin), network, maySend, secrets })
        const confirmation = isMailSetUp ? ('now' as const) : ('later' as const)
        return { body: { email: body.email.toLowerCase(), isActive: false, confirmation }, afterCommit: mail.wake }
      })
    }),
    bind(findNewsletterChoices, async ({ db, query }) => ({ body: await readChoices(db, query.token) })),
    bind(contract.listSubscribers, ({ db, query }) => listed(listSubscribers(db, origin, query))),
    bind(contract.exportSubscribers, async ({ db, query }) =>
      csvDownload('subscribers.csv', csvHeader, csvPages(db, origin, query)),
    ),
    bind(contract.findSubscriber, ({ db, params }) => found(findSubscriber(db, origin, params.id))),
    bind(contract.changeSubscriber, async ({ db, params: { id }, body: change, now }) => {
      if (!(await findSubscriber(db, origin, id))) return undefined
      if (!change.isActive) await unsubscribeByOwner(db, [id], now)
      else if (change.consent !== undefined) await resubscribe(db, id, change.consent, now)
      const subscriber = await findSubscriber(db, origin, id)
      return subscriber && { body: subscriber, subject: subscribers(1) }
    }),
    bind(contract.deleteSubscriber, ({ db, params, now }) => one(deleteSubscribers(db, [params.id], now))),
    bind(contract.restoreSubscriber, ({ db, params }) => one(restoreSubscribers(db, [params.id]))),
    bind(contract.unsubscribeSubscribers, async ({ db, body, now }) =>
      several(unsubscribeByOwner(db, await chosen(db, body), now)),
    ),
    bind(contract.deleteSubscribers, async ({ db, body, now }) =>
      several(deleteSubscribers(db, await chosen(db, body), now)),
    ),
    bind(contract.restoreSubscribers, ({ db, body }) => several(restoreSubscribers(db, body.ids))),
    bindStaged(contract.importSubscribers, async ({ body, now, transact }) => {
      const { csv, meanings, ...input } = body
      const file = readSubscriberFile(csv, meanings)
      if (!input.isDryRun) requireDecided(file)
      return transact(body, async (db) => {
        const report = await importSubscribers(db, file, { ...input, now, secrets })
        return { body: report, subject: input.isDryRun ? 'Only counted' : subscribers(report.new) }
      })
    }),
  ]
}

function tagRoutes() {
  return [
    bind(tagContract.listTags, async ({ db }) => ({ body: await listTags(db) })),
    bind(tagContract.saveTags, async ({ db, params: { id }, body }) => {
      if (!(await hasSubscriber(db, id))) return undefined
      await saveTags(db, id, body.tags)
      return { body: {}, subject: subscribers(1) }
    }),
    bind(contract.tagSubscribers, async ({ db, body: { tag, ...choice } }) =>
      several(addTag(db, await chosen(db, choice), tag)),
    ),
    bind(contract.untagSubscribers, async ({ db, body: { tag, ...choice } }) =>
      several(removeTag(db, await chosen(db, choice), tag)),
    ),
  ]
}

function audienceRoutes() {
  return [
    bind(countNewsletterAudience, async ({ db, query: { audience } }) => {
      const { timeZone } = (await readSettings(db)).settings
      return { body: await countAudience(db, audience, { timeZone }) }
    }),
    bind(countSourcesContract, async ({ db, query: { days }, now }) => {
      const age = days === 'all' ? Number.POSITIVE_INFINITY : Number(days) * DAY_MS
      const since = new Date(Math.max(0, Date.parse(now) - age)).toISOString()
      return { body: await countSources(db, since) }
    }),
  ]
}

/** Without email addresses: the audit trail outlives the deletion of a subscriber. */
const subscribers = (count: number) => (count === 1 ? '1 subscriber' : `${count} subscribers`)

async function several(changed: Promise<number[]>) {
  const ids = await changed
  return { body: { ids }, subject: subscribers(ids.length) }
}

const chosen = (db: Db, choice: Choice<SubscriberListQuery>) => subscriberRows.chosen(db, choice, READERS_BULK_MAX)

/** Undefined, a 404, if no row was changed. */
async function one(changed: Promise<number[]>) {
  const count = (await changed).length
  return count > 0 ? { body: {}, subject: subscribers(count) } : undefined
}

const csvHeader = [
  'email',
  'name',
  'status',
  'date',
  'unsubscribe address',
  'consent',
  'consent date',
  'source',
  'tags',
  'frequency',
  'suppressed',
]

async function* csvPages(db: Db, origin: string, query: SubscriberListQuery): AsyncGenerator<Cell[][]> {
  for await (const page of walkSubscribers(db, origin, query)) yield page.map(toCells)
}

const statusLabels = { active: 'Active', unsubscribed: 'Unsubscribed', unconfirmed: 'Unconfirmed' }

function toCells(subscriber: SubscriberRecord): Cell[] {
  const { email, name, status, createdAt, unsubscribeUrl, source, tags, consents, suppression, frequency } = subscriber
  const last = consents.findLast(({ act }) => act !== 'unsubscribed')
  const consent = last ? [last.act, last.source, last.text].filter((part) => part !== '').join(': ') : ''
  const rest = [sourceLabels[source], tags.join(', '), frequency, suppression ?? '']
  return [email, name, statusLabels[status], createdAt, unsubscribeUrl, consent, last?.at ?? '', ...rest]
}
