import { isComplete, readSenderAddress } from '../../audience/mail/sender-address.repo.ts'
import { readDigest } from '../../audience/newsletter-sending/digests.repo.ts'
import { findFrozenText, replaceMail } from '../../audience/newsletter-sending/frozen-text.repo.ts'
import { findNewsletter } from '../../audience/newsletter-sending/newsletters.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ComposeOptions } from './compose-newsletter.ts'
import { renderNewsletterMail } from './render-newsletter-mail.ts'

/**
 * Composes an automatic newsletter again from the text that it was switched on with, because products, prices, links and the
 * rules of programs change while it is on for months.
 */
export async function recomposeAutomatic(
  db: Db,
  id: number,
  { origin, renderNewsletter, now }: ComposeOptions & { now: Date },
): Promise<void> {
  const [newsletter, frozen, digest, address] = await Promise.all([
    findNewsletter(db, id, now),
    findFrozenText(db, id),
    readDigest(db),
    readSenderAddress(db),
  ])
  // The earlier mail has the earlier address, until the newsletter is held.
  if (!newsletter || !frozen || !isComplete(address)) return
  const { subject, preview, content, linkIngredients, label, senderName, intro, countsClicks, version } = frozen
  const { html, text, countedLinks } = await renderNewsletterMail(
    db,
    {
      newsletterId: id,
      post: { title: subject, excerpt: preview, content, linkIngredients, ...label },
      ...(newsletter.sourcePost?.isPublished && { sourcePost: newsletter.sourcePost }),
      ...{ note: intro, senderName, hasPage: newsletter.hasPage, origin, now, countsClicks },
      hasDigest: digest.isOn,
    },
    renderNewsletter,
  )
  const mail = { html, text, links: countedLinks, version }
  await db.transaction().execute((transaction) => replaceMail(transaction, id, mail, now.toISOString()))
}
