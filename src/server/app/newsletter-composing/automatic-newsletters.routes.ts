import * as contract from '../../../contract/audience/automatic-newsletters.ts'
import { PostDraft } from '../../../contract/content/post-draft.ts'
import {
  findAutomaticNewsletter,
  findNewsletterOfDay,
  listAutomaticNewsletters,
  lockAutomaticNewsletters,
  makeAutomatic,
  switchOff,
  switchOn,
  writeDelay,
} from '../../audience/newsletter-sending/automatic-newsletters.repo.ts'
import type { NewsletterSender } from '../../audience/newsletter-sending/newsletter-sender.ts'
import { writeNewDraft } from '../../content/posts/post-drafts.repo.ts'
import { withTexts } from '../../content/posts/prepare-post.ts'
import { orThrow } from '../../platform/db/first-row.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { type CheckOptions, checkNewsletter } from './check-newsletter.ts'
import { type ComposeOptions, composeNewsletter } from './compose-newsletter.ts'

type AutomaticNewsletterOptions = ComposeOptions & CheckOptions & { newsletterSender: NewsletterSender }

export function automaticNewsletterRoutes(options: AutomaticNewsletterOptions) {
  const { newsletterSender } = options
  return [
    bind(contract.listAutomaticNewsletters, async ({ db }) => ({ body: await listAutomaticNewsletters(db) })),
    bind(contract.createAutomaticNewsletter, async ({ db, body, now }) => {
      await lockAutomaticNewsletters(db)
      if ((await listAutomaticNewsletters(db)).length >= contract.AUTOMATIC_NEWSLETTERS_MAX)
        throw new HttpError(
          409,
          `There can be ${contract.AUTOMATIC_NEWSLETTERS_MAX} automatic newsletters. Delete one first.`,
        )
      const delayDays = body.kind === 'series' ? body.delayDays : 0
      // A draft without any text would not be kept in the trash.
      const title = body.kind === 'welcome' ? 'Welcome' : `Day ${delayDays}`
      const prepared = await withTexts(db, { ...PostDraft.parse({ title }), isFeatured: false, publishedAt: null })
      const { id } = await writeNewDraft(db, { prepared, kind: 'newsletter', key: undefined, now })
      await makeAutomatic(db, id, { kind: body.kind, delayDays })
      return { body: await orThrow(findAutomaticNewsletter(db, id)) }
    }),
    bind(contract.saveNewsletterDelay, async ({ db, params: { id }, body: { delayDays }, now }) => {
      await lockAutomaticNewsletters(db)
      const newsletter = await findAutomaticNewsletter(db, id)
      if (!newsletter) return undefined
      if (newsletter.kind === 'welcome')
        throw new HttpError(409, 'The welcome email is sent right after the confirmation.')
      if (newsletter.state !== 'off') await refuseTakenDay(db, { ...newsletter, delayDays })
      await writeDelay(db, id, delayDays, now)
      return { body: await orThrow(findAutomaticNewsletter(db, id)), subject: newsletter.subject }
    }),
    bindStaged(contract.switchNewsletterOn, async ({ db, params, now, transact }) => {
      const { id } = params
      if (!(await findAutomaticNewsletter(db, id))) return undefined
      const composed = await composeNewsletter(db, id, { ...options, now: new Date(now) })
      if (!composed) return undefined
      const error = (await checkNewsletter(db, composed, { ...options, sendsAt: now })).find(
        ({ result }) => result === 'error',
      )
      if (error) throw new HttpError(409, error.text)
      return transact({ params }, async (transaction) => {
        await lockAutomaticNewsletters(transaction)
        const newsletter = await findAutomaticNewsletter(transaction, id)
        if (!newsletter) return undefined
        await refuseTakenDay(transaction, newsletter)
        if (!(await switchOn(transaction, id, composed.content, now)))
          throw new HttpError(409, 'This newsletter was changed just now. Please look at it again.')
        const body = await orThrow(findAutomaticNewsletter(transaction, id))
        return { body, subject: newsletter.subject, afterCommit: newsletterSender.wake }
      })
    }),
    bind(contract.switchNewsletterOff, async ({ db, params: { id }, now }) => {
      await lockAutomaticNewsletters(db)
      if (!(await findAutomaticNewsletter(db, id))) return undefined
      await switchOff(db, id, now)
      const body = await orThrow(findAutomaticNewsletter(db, id))
      return { body, subject: body.subject }
    }),
  ]
}

/** A subscriber gets one automatic newsletter a day at most. */
async function refuseTakenDay(db: Db, { id, delayDays }: { id: number; delayDays: number }): Promise<void> {
  const other = await findNewsletterOfDay(db, delayDays, id)
  if (other === undefined) return
  const day = delayDays === 0 ? 'as the welcome' : `on day ${delayDays}`
  throw new HttpError(409, `“${other || 'Another newsletter'}” is sent ${day} already. Switch it off first.`)
}
