import type { ContactMessage } from '../../../contract/contact-messages.ts'

/** Mail programs take addresses of some 2,000 characters; the quotation gives way. */
const QUOTE_MAX = 1_000

/** Opens an answer in the owner's mail program, with the message quoted; `when` is written as people read it. */
export function replyAddress({ name, email, subject, message }: ContactMessage, when: string): string {
  const response = /^re:/i.test(subject) ? subject : `Re: ${subject}`
  const quoted = message.length > QUOTE_MAX ? `${message.slice(0, QUOTE_MAX)}…` : message
  const lines = ['', '', `On ${when}, ${name} wrote:`, ...quoted.split(/\r?\n/).map((line) => `> ${line}`)]
  const part = (text: string) => encodeURIComponent(text.toWellFormed())
  return `mailto:${part(email).replace('%40', '@')}?subject=${part(response)}&body=${part(lines.join('\r\n'))}`
}
