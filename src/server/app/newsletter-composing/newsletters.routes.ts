import { isAutomatic } from '../../../contract/audience/automatic-newsletters.ts'
import { COMPLAINTS_HELD } from '../../../contract/audience/complaints.ts'
import { findNewsletterClicks } from '../../../contract/audience/newsletter-clicks.ts'
import { listNewsletterEarnings } from '../../../contract/audience/newsletter-earnings.ts'
import * as contract from '../../../contract/audience/newsletter-endpoints.ts'
import { readSite } from '../../accounts/settings/settings.repo.ts'
import { readClicks } from '../../audience/newsletter-sending/click-sums.repo.ts'
import { releaseComplaints } from '../../audience/newsletter-sending/complaints.repo.ts'
import {
  readNewsletterLimits,
  writeNewsletterLimits,
} from '../../audience/newsletter-sending/newsletter-limits.repo.ts'
import type { NewsletterSender } from '../../audience/newsletter-sending/newsletter-sender.ts'
import * as states from '../../audience/newsletter-sending/newsletter-states.repo.ts'
import {
  findNewsletter,
  findNewsletterOfPost,
  newsletterList,
  writeNewsletter,
  writeNewsletterPage,
} from '../../audience/newsletter-sending/newsletters.repo.ts'
import { recipientList } from '../../audience/newsletter-sending/recipient-list.repo.ts'
import { deletePosts, restorePosts } from '../../content/posts/deleted-posts.repo.ts'
import { guardSlug } from '../../content/posts/save-reply.ts'
import { orThrow } from '../../platform/db/first-row.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { badRequest, HttpError } from '../../platform/http/errors.ts'
import { found, listed, one } from '../../platform/http/replies.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { sumNewsletterSales } from '../../shop/earnings/summary/newsletter-sums.repo.ts'
import { writeAutomaticSettings } from './automatic-settings.repo.ts'
import { type BeginOptions, beginPrepared, prepareNewsletter } from './begin-newsletter.ts'
import { checkAddress, checkNewsletter } from './check-newsletter.ts'
import { composeNewsletter } from './compose-newsletter.ts'
import { createFromPost } from './create-from-post.ts'
import { newsletterPreviewRoutes } from './newsletter-previews.routes.ts'
import { sendTest } from './send-test.ts'
import { findSourceChanges, takeSourceChanges } from './source-changes.ts'

export type NewsletterRoutesOptions = BeginOptions & { newsletterSender: NewsletterSender; secrets: Secrets }

export function newsletterRoutes(options: NewsletterRoutesOptions) {
  return [
    ...reads(options),
    ...newsletterPreviewRoutes(options),
    ...writes(options),
    ...stateChanges(options),
    ...limits(),
  ]
}

const reads = (options: NewsletterRoutesOptions) => [
  bind(contract.listNewsletters, ({ db, query }) => listed(newsletterList.page(db, query))),
  bind(contract.findNewsletter, ({ db, params, now }) => found(findNewsletter(db, params.id, new Date(now)))),
  bind(contract.findNewsletterOfPost, async ({ db, params, now }) => {
    const id = await findNewsletterOfPost(db, params.id)
    const newsletter = id === undefined ? undefined : await findNewsletter(db, id, new Date(now))
    return { body: { newsletter: newsletter ?? null } }
  }),
  bind(contract.findSourceChanges, ({ db, params, now }) => found(findSourceChanges(db, params.id, now))),
  bind(contract.checkNewsletter, async ({ db, params, now }) => {
    const composed = await composeNewsletter(db, params.id, { ...options, now: new Date(now) })
    return composed && { body: await checkNewsletter(db, composed, options) }
  }),
  bind(listNewsletterEarnings, async ({ db, params, now }) => {
    if (!(await findNewsletter(db, params.id, new Date(now)))) return undefined
    return { body: await sumNewsletterSales(db, params.id) }
  }),
  bind(findNewsletterClicks, async ({ db, params, now }) => {
    if (!(await findNewsletter(db, params.id, new Date(now)))) return undefined
    return { body: await readClicks(db, params.id) }
  }),
  bind(contract.listRecipients, async ({ db, params, query, now }) => {
    if (!(await findNewsletter(db, params.id, new Date(now)))) return undefined
    const { items, total } = await recipientList.page(db, { ...query, newsletterId: params.id })
    return { body: items, total }
  }),
]

const writes = (options: NewsletterRoutesOptions) => [
  bind(contract.createNewsletterFromPost, async ({ db, body, now }) => {
    const id = await createFromPost(db, { ...body, now })
    const newsletter = id === undefined ? undefined : await findNewsletter(db, id, new Date(now))
    return newsletter && { body: newsletter, subject: newsletter.subject }
  }),
  bind(contract.takeSourceChanges, async ({ db, params: { id }, now }) => {
    const isTaken = await takeSourceChanges(db, id, now)
    if (isTaken === undefined) return undefined
    if (!isTaken) throw new HttpError(409, 'This newsletter has been sent already, so its text stays as it is.')
    const newsletter = await orThrow(findNewsletter(db, id, new Date(now)))
    return { body: newsletter, subject: newsletter.subject }
  }),
  bind(contract.saveNewsletter, async ({ db, params: { id }, body, version, now }) => {
    const before = await findNewsletter(db, id, new Date(now))
    if (!before) return undefined
    const outcome = isAutomatic(before.kind)
      ? await saveAutomatic(db, id, { input: body, version, now })
      : await writeNewsletter(db, id, { input: body, version, now })
    if (outcome === 'started') await writeNewsletterPage(db, id, { ...body, now })
    const current = await orThrow(findNewsletter(db, id, new Date(now)))
    if (outcome === 'stale')
      return { status: 409, body: { message: 'This newsletter was changed elsewhere in the meantime', current } }
    return { body: current, subject: current.subject }
  }),
  bindStaged(contract.sendTestNewsletter, async ({ db, params, now, transact }) => {
    const composed = await composeNewsletter(db, params.id, { ...options, now: new Date(now), isPreview: true })
    if (!composed) return undefined
    const { email: to } = await readSite(db, options.origin)
    if (to === '') throw badRequest('The site has no email yet: write it into Settings first')
    const failure = await sendTest(db, composed, { ...options, to })
    if (failure !== undefined) throw new HttpError(409, failure)
    return transact({}, async () => ({ body: { to }, subject: composed.newsletter.subject }))
  }),
  bind(contract.deleteNewsletter, async ({ db, params: { id }, now }) => {
    const newsletter = await findNewsletter(db, id, new Date(now))
    if (!newsletter) return undefined
    const { refused } = await deletePosts(db, [id], now)
    if (refused[0]) throw new HttpError(409, refused[0].message)
    return { body: {}, subject: newsletter.subject }
  }),
  bind(contract.restoreNewsletter, async ({ db, params: { id }, now }) => {
    return one(guardSlug(restorePosts(db, [id], now, 'newsletter')))
  }),
]

/** How far the clock of a browser may be behind, in milliseconds. */
const CLOCK_SKEW = 60_000
async function saveAutomatic(db: Db, id: number, save: Parameters<typeof writeAutomaticSettings>[2]) {
  const { hasPage, isIndexable, audience } = save.input
  if (hasPage || isIndexable)
    throw badRequest('An automatic newsletter has no page: it is written for one reader at a time')
  if (audience.kind !== 'all') throw badRequest('An automatic newsletter has no audience: it goes to those who confirm')
  return (await writeAutomaticSettings(db, id, save)) ? ('saved' as const) : ('stale' as const)
}

const stateChanges = (options: NewsletterRoutesOptions) => {
  const { newsletterSender } = options
  /** The reply after a change of state; 409 with a sentence if its state does not allow it. */
  const changed = async (db: Db, id: number, now: string, change: Promise<boolean>, message: string) => {
    const isChanged = await change
    const newsletter = await findNewsletter(db, id, new Date(now))
    if (!newsletter) return undefined
    if (!isChanged) throw new HttpError(409, message)
    return { body: newsletter, subject: newsletter.subject, afterCommit: newsletterSender.wake }
  }
  return [
    bindStaged(contract.sendNewsletter, async ({ db, params, query, body, now, transact }) => {
      const { id } = params
      if (body.at !== null && Date.parse(body.at) < Date.parse(now) - CLOCK_SKEW)
        throw badRequest('This time has passed. Choose a time in the future, or send it now.')
      const prepared = await prepareNewsletter(db, id, { ...options, at: body.at, isWithPost: body.isWithPost })
      if (prepared.kind === 'missing') return undefined
      if (prepared.kind === 'refused') throw new HttpError(409, prepared.reason)
      const laterAt = body.at !== null && body.at > now ? body.at : undefined
      return transact({ params, query, body }, async (transaction) => {
        // A digest that the owner sends would be paused again at once.
        if (prepared.composed.newsletter.kind === 'digest') await releaseComplaints(transaction, now)
        const start = async () => {
          if (body.isWithPost) return states.scheduleWithPost(transaction, id, now)
          if (laterAt !== undefined) return states.scheduleNewsletter(transaction, id, laterAt, now)
          await states.leavePost(transaction, id)
          return beginPrepared(transaction, prepared, now)
        }
        return changed(
          transaction,
          id,
          now,
          start(),
          'This newsletter has been sent already, or was changed just now. Please look at it again.',
        )
      })
    }),
    bind(contract.unscheduleNewsletter, ({ db, params: { id }, now }) =>
      changed(db, id, now, states.unscheduleNewsletter(db, id, now), 'This newsletter is not scheduled.'),
    ),
    bind(contract.pauseNewsletter, ({ db, params: { id }, now }) =>
      changed(db, id, now, states.pauseNewsletter(db, id, now), 'This newsletter is not being sent.'),
    ),
    bind(contract.resumeNewsletter, async ({ db, params: { id }, now }) => {
      const newsletter = await findNewsletter(db, id, new Date(now))
      if (newsletter && isAutomatic(newsletter.kind)) await requireAddress(db)
      // It would be paused again at once.
      if (newsletter?.note === COMPLAINTS_HELD) await releaseComplaints(db, now)
      return changed(db, id, now, states.resumeNewsletter(db, id, now), 'This newsletter is not paused.')
    }),
    bind(contract.cancelNewsletter, async ({ db, params: { id }, now }) => {
      const newsletter = await findNewsletter(db, id, new Date(now))
      if (newsletter && isAutomatic(newsletter.kind))
        throw new HttpError(409, 'Switch it off under Automatic newsletters instead.')
      return changed(db, id, now, states.cancelNewsletter(db, id, now), 'This newsletter is not being sent.')
    }),
    bind(contract.resendInDoubt, ({ db, params: { id }, now }) =>
      changed(
        db,
        id,
        now,
        states.retryDoubtful(db, id, now).then((count) => count > 0),
        'No recipient of this newsletter is in doubt.',
      ),
    ),
  ]
}

/** Throws a 409 unless what is sent from now on can say who sends it. */
async function requireAddress(db: Db): Promise<void> {
  const { result, text } = await checkAddress(db)
  if (result === 'error') throw new HttpError(409, text)
}

const limits = () => [
  bind(contract.findNewsletterLimits, async ({ db }) => ({ body: await readNewsletterLimits(db) })),
  bind(contract.saveNewsletterLimits, async ({ db, body, now }) => {
    await writeNewsletterLimits(db, body, now)
    return { body }
  }),
]
