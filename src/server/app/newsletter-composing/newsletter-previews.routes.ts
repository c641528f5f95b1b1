import * as contract from '../../../contract/audience/newsletter-endpoints.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import { estimateSending } from '../../audience/newsletter-sending/estimate-sending.repo.ts'
import { findNewsletter } from '../../audience/newsletter-sending/newsletters.repo.ts'
import { countAudience } from '../../audience/subscribers/audience.repo.ts'
import { findSubscriber } from '../../audience/subscribers/subscriber-list.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import type { CheckOptions } from './check-newsletter.ts'
import { type ComposeOptions, composeNewsletter } from './compose-newsletter.ts'
import { mailSize } from './mail-size.ts'
import { previewMail } from './preview-mail.ts'
import { findSentMail, type SentMail } from './sent-mail.repo.ts'

type PreviewRoutesOptions = ComposeOptions & Pick<CheckOptions, 'servers'>

/** Shows a newsletter as recipients get it, and estimates how long sending it takes. */
export function newsletterPreviewRoutes(options: PreviewRoutesOptions) {
  const { origin, servers } = options
  const reader = async (db: Db, id: number | undefined) =>
    id === undefined ? undefined : await findSubscriber(db, origin, id)
  const compose = async (db: Db, id: number, now: string) => {
    const composed = await composeNewsletter(db, id, { ...options, now: new Date(now), isPreview: true })
    if (!composed) return undefined
    const { content, bytes, newsletter } = composed
    return { ...content, bytes, senderName: newsletter.senderName }
  }
  const asSeen = async (
    db: Db,
    mail: (Omit<SentMail, 'countsClicks'> & { bytes: number }) | undefined,
    subscriberId: number | undefined,
  ) => {
    if (!mail) return undefined
    const { senderName, ...templates } = mail
    const subscriber = await reader(db, subscriberId)
    return { body: await previewMail(db, templates, { origin, servers, senderName, subscriber }) }
  }
  return [
    bind(contract.previewNewsletter, async ({ db, params, query, now }) =>
      asSeen(db, await compose(db, params.id, now), query.subscriber),
    ),
    bind(contract.findSentNewsletter, async ({ db, params, query, now }) => {
      const sent = await findSentMail(db, params.id)
      if (sent === 'not-stored') return asSeen(db, await compose(db, params.id, now), query.subscriber)
      if (!sent) return undefined
      const { countsClicks, ...mail } = sent
      const bytes = mailSize(sent.html, { id: params.id, slug: sent.slug, countsClicks }, origin)
      return asSeen(db, { ...mail, bytes }, query.subscriber)
    }),
    bind(contract.estimateNewsletter, async ({ db, params, query, now }) => {
      const begin = new Date(query.at !== undefined && query.at > now ? query.at : now)
      const newsletter = await findNewsletter(db, params.id, new Date(now))
      if (!newsletter) return undefined
      const { timeZone } = (await readSettings(db)).settings
      const includesDigestOnly = newsletter.kind === 'digest'
      const { count } = await countAudience(db, newsletter.audience, { timeZone, includesDigestOnly })
      const times = { now: new Date(now), begin }
      const expectedEnd = await estimateSending(db, params.id, { left: count, startedAt: null }, times)
      return { body: { recipients: count, expectedEnd } }
    }),
  ]
}
