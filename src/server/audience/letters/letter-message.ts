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

/**
 * Composes the messages of a letter, each for one recipient. The templates are parsed and encoded once, since encoding a whole
 * letter takes longer than everything else about a message.
 */
export async function createLetterMessages(
  letter: FrozenLetter,
  from: LetterFrom,
  origin: string,
): Promise<ComposeMessage> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { encode, wrap } = await import('nodemailer/lib/qp')
  const quotedPrintable = { encode: (text: string) => wrap(encode(withCrlf(text))), separator: '=\r\n' }
  const domain = from.address.split('@')[1]!
  const subject = compileTemplate(letter.subject, 'subject')
  const text = compileTemplate(letter.text, 'text', quotedPrintable)
  const html = compileTemplate(letter.html, 'html', quotedPrintable)
  return async ({ id, email, name, unsubscribe_token }) => {
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
      text: { raw: `${headerOf('text/plain')}${text(values)}` },
      html: { raw: `${headerOf('text/html')}${html(values)}` },
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

const headerOf = (type: string) =>
  `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`

const withCrlf = (text: string) => text.replace(/\r?\n/g, '\r\n')

/** Names the letter, so that it knows who left by it. */
function letterUnsubscribeUrl(origin: string, token: string, letterId: number): string {
  return `${unsubscribeUrl(origin, token)}&letter=${letterId}`
}

/** The same for each attempt, so that receivers deduplicate; a report of a bounce names the recipient by it. */
function messageIdOf(letterId: number, recipientId: number, domain: string): string {
  const check = createHash('sha256').update(`${letterId}-${recipientId}@${domain}`).digest('hex').slice(0, 12)
  return `<letter-${letterId}-${recipientId}.${check}@${domain}>`
}
