import { newsletterMessageId } from '../../audience/bounces/message-id.ts'
import { explainMailError } from '../../audience/mail/explain-mail-error.ts'
import { type MailServers, readSender } from '../../audience/mail/mail-server.ts'
import { createNewsletterMessages } from '../../audience/newsletter-sending/newsletter-message.ts'
import { openSession } from '../../audience/newsletter-sending/smtp-session.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { ComposedNewsletter } from './compose-newsletter.ts'

type TestOptions = { to: string; origin: string; secrets: Secrets; servers: MailServers; clock: () => Date }

/** Sends a newsletter to one address, without a recipient row. Returns a sentence if that failed. */
export async function sendTest(
  db: Db,
  { newsletter, content }: ComposedNewsletter,
  { to, origin, secrets, servers, clock }: TestOptions,
): Promise<string | undefined> {
  const server = await servers.find(db)
  if (server === undefined) return 'Set up a mail server in Settings first.'
  if (server === 'unreadable') return 'The saved password of the mail server cannot be read: enter it again.'
  const sender = await readSender(db, origin, server)
  const frozen = {
    ...{ id: newsletter.id, html: content.html, text: content.text, slug: content.slug },
    ...{ subject: `Test: ${content.subject}`, countsClicks: false },
  }
  const compose = await createNewsletterMessages(
    frozen,
    { ...sender, name: newsletter.senderName || sender.name },
    { origin, clock, messageIdOf: (recipient, domain) => newsletterMessageId(secrets, recipient, domain) },
  )
  // Neither the id nor the token exists, so its link unsubscribes no one.
  const message = await compose({ id: 0, email: to, name: null, unsubscribe_token: 'test' })
  try {
    const session = await openSession(server.smtp)
    const delivery = await session
      .deliver({ from: sender.address, to, content: message }, async () => true)
      .finally(session.close)
    if (delivery.kind === 'accepted') return undefined
    return `It was not accepted: ${delivery.kind === 'refused' ? delivery.response : 'the connection ended'}`
  } catch (error) {
    return explainMailError(error instanceof Error ? error.message : String(error))
  }
}
