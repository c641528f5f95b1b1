import { createHash } from 'node:crypto'
import { compileTemplate } from '../../../contract/merge-fields.ts'
import { unsubscribeUrl } from '../../../contract/unsubscribe-url.ts'
import type { LeasedRecipient } from './recipients.repo.ts'

export type LetterFrom = { name: string; address: string }

/** What was frozen when sending began, with merge fields. */
export type FrozenLetter = { id: number; subject: string; html: string; text: string; startedAt: string; slug: string }

export type ComposeMessage = (
  recipient: Pick<LeasedRecipient, 'id' | 'email' | 'name' | 'unsubscribe_token'>,
) => Promise<Buffer>

/** Composes the messages of a letter, each for one recipient; the templates are parsed once. */
export function createLetterMessages(letter: FrozenLetter, from: LetterFrom, origin: string): ComposeMessage {
  const domain = from.address.split('@')[1]!
  const subject = compileTemplate(letter.subject, 'subject')
  const text = compileTemplate(letter.text, 'text')
  const html = compileTemplate(letter.html, 'html')
  return async ({ id, email, name, unsubscribe_token }) => {
    const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
    const leaveUrl = letterUnsubscribeUrl(origin, unsubscribe_token ?? '', letter.id)
    const values = {
      ...{ name: name ?? '', email, unsubscribe_url: leaveUrl, letters_url: leaveUrl },
      browser_url: `${origin}/letters/${encodeURIComponent(letter.slug)}`,
    }
    const message = new MailComposer({
      messageId: messageIdOf(letter.id, id, domain),
      date: new Date(letter.startedAt),
      from,
      to: { name: '', address: email },
      subject: subject(values),
      text: text(values),
      html: html(values),
      headers: {
        'List-Id': `<newsletter.${domain}>`,
        // Not folded: signatures of a folded header fail at some receivers.
        'List-Unsubscribe': { prepared: true, value: `<${leaveUrl}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'List-Owner': `<mailto:${from.address}>`,
        Precedence: 'bulk',
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    return message.compile().build()
  }
}

/** Names the letter, so that it knows who left by it. */
function letterUnsubscribeUrl(origin: string, token: string, letterId: number): string {
  return `${unsubscribeUrl(origin, token)}&letter=${letterId}`
}

/** The same for each attempt, so that receivers deduplicate; a report of a bounce names the recipient by it. */
function messageIdOf(letterId: number, recipientId: number, domain: string): string {
  const check = createHash('sha256').update(`${letterId}-${recipientId}@${domain}`).digest('hex').slice(0, 12)
  return `<letter-${letterId}-${recipientId}.${check}@${domain}>`
}
