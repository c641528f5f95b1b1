import type { ContactMessage } from '../../../contract/audience/contact-messages.ts'
import { mailtoUrl } from '../../../contract/audience/mailto-url.ts'

/** Mail programs accept URLs of some 2,000 characters, so the quotation is truncated. */
const QUOTE_MAX = 1_000

/** A mailto URL of a reply that quotes the message; `when` is its formatted date. */
export function replyAddress({ name, email, subject, message }: ContactMessage, when: string): string {
  const replySubject = /^re:/i.test(subject) ? subject : `Re: ${subject}`
  const quoted = message.length > QUOTE_MAX ? `${message.slice(0, QUOTE_MAX)}…` : message
  const lines = ['', '', ...quotation({ name, message: quoted }, when)]
  const part = (text: string) => encodeURIComponent(text.toWellFormed())
  return `${mailtoUrl(email)}?subject=${part(replySubject)}&body=${part(lines.join('\r\n'))}`
}

/** The lines that quote a message. */
export function quotation({ name, message }: Pick<ContactMessage, 'name' | 'message'>, when: string): string[] {
  return [`On ${when}, ${name} wrote:`, ...message.split(/\r?\n/).map((line) => `> ${line}`)]
}
