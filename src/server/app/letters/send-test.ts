import { createLetterMessages } from '../../audience/letters/letter-message.ts'
import { openSession } from '../../audience/letters/smtp-session.ts'
import { explainMailError } from '../../audience/mail/explain-mail-error.ts'
import { type MailServers, readSender } from '../../audience/mail/mail-server.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { ComposedLetter } from './compose-letter.ts'

type TestOptions = { to: string; origin: string; servers: MailServers; clock: () => Date }

/** Sends a letter to one address, without a recipient row. Returns a sentence if that failed. */
export async function sendTest(
  db: Db,
  { letter, content }: ComposedLetter,
  { to, origin, servers, clock }: TestOptions,
): Promise<string | undefined> {
  const server = await servers.find(db)
  if (server === undefined) return 'Set up a mail server in Settings first.'
  if (server === 'unreadable') return 'The saved password of the mail server cannot be read: enter it again.'
  const sender = await readSender(db, origin, server)
  const frozen = {
    ...{ id: letter.id, html: content.html, text: content.text, slug: content.slug },
    ...{ subject: `Test: ${content.subject}`, startedAt: clock().toISOString() },
  }
  const compose = await createLetterMessages(frozen, { ...sender, name: letter.senderName || sender.name }, origin)
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
