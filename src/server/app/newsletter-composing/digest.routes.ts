import * as contract from '../../../contract/audience/automatic-newsletters.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import { nextDigestTime } from '../../audience/newsletter-sending/digest-times.ts'
import {
  findLastDigest,
  findNewSince,
  readDigest,
  writeDigest,
} from '../../audience/newsletter-sending/digests.repo.ts'
import { findSubscriber } from '../../audience/subscribers/subscriber-list.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { type CheckOptions, checkAddress, checkServer } from './check-newsletter.ts'
import type { ComposeOptions } from './compose-newsletter.ts'
import { mailSize } from './mail-size.ts'
import { digestText } from './make-digest.ts'
import { previewMail } from './preview-mail.ts'
import { renderNewsletterMail } from './render-newsletter-mail.ts'

type DigestOptions = ComposeOptions & Pick<CheckOptions, 'servers'>

/** No newsletter has this id. */
const PREVIEW_ID = 0

export function digestRoutes({ origin, renderNewsletter, servers }: DigestOptions) {
  return [
    bind(contract.findDigest, async ({ db, now }) => ({ body: await toDigest(db, now) })),
    bind(contract.saveDigest, async ({ db, body, now }) => {
      if (body.isOn && !(await readDigest(db)).isOn) {
        for (const { result, text } of [await checkServer(db, { servers }), await checkAddress(db)])
          if (result === 'error') throw new HttpError(409, text)
      }
      await writeDigest(db, body, now)
      return { body: await toDigest(db, now) }
    }),
    bind(contract.previewDigest, async ({ db, query, now }) => {
      const digest = await readDigest(db)
      const text = await digestText(db, digest, { since: await findNewSince(db, digest, now), now })
      if (!text) return { body: { posts: 0, mail: null } }
      const { draft, count } = text
      const { html, text: plain } = await renderNewsletterMail(
        db,
        {
          ...{ newsletterId: PREVIEW_ID, post: draft, note: digest.intro, hasPage: true, hasDigest: true },
          ...{ countsClicks: false, origin, now: new Date(now) },
        },
        renderNewsletter,
      )
      const bytes = mailSize(html, { id: PREVIEW_ID, slug: '', countsClicks: false }, origin)
      const mail = { subject: draft.title, preview: draft.excerpt, html, text: plain, bytes, slug: '' }
      const subscriber = query.subscriber === undefined ? undefined : await findSubscriber(db, origin, query.subscriber)
      const seen = await previewMail(db, mail, { origin, servers, senderName: '', subscriber })
      return { body: { posts: count, mail: seen } }
    }),
  ]
}

async function toDigest(db: Db, now: string): Promise<contract.Digest> {
  const { startsAt: _, postsFrom: __, ...digest } = await readDigest(db)
  const { timeZone } = (await readSettings(db)).settings
  return {
    ...digest,
    nextAt: digest.isOn ? nextDigestTime(digest, timeZone, new Date(now)) : null,
    lastNewsletter: await findLastDigest(db),
  }
}
