import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import type { Row } from '../../platform/db/schema.ts'
import type { Smtp } from '../../platform/smtp-url.ts'

export type Sender = { name: string; address: string }

/** Delivers a mail: through a mail server, or to the outbox folder if none is configured. */
export type MailTransport = {
  /** Resolves once the mail is out of our hands. Rejects with what the server said. */
  send(mail: Row<'mails'>, from: Sender): Promise<'sent' | 'written'>
}

/** Loaded with the first mail: a start does not wait for it. */
const loadLibrary = () => import('nodemailer')

/** In milliseconds; all of it stays well below the lease of a mail. */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000, dnsTimeout: 15_000 }

export function createSmtpTransport(smtp: Smtp): MailTransport {
  return {
    async send(mail, from) {
      const { createTransport } = await loadLibrary()
      const transport = createTransport({
        host: smtp.host,
        port: smtp.port,
        secure: smtp.isSecure,
        requireTLS: smtp.requiresTls,
        auth: smtp.credentials,
        disableFileAccess: true,
        disableUrlAccess: true,
        ...TIMEOUTS,
      })
      await transport.sendMail(toMessage(mail, from))
      return 'sent'
    },
  }
}

/** Writes each mail as a file that any mail program opens. The same mail twice is the same file. */
export function createOutboxTransport(folder: string): MailTransport {
  return {
    async send(mail, from) {
      const { createTransport } = await loadLibrary()
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transport.sendMail(toMessage(mail, from))
      await mkdir(folder, { recursive: true })
      const file = path.join(folder, `${mail.created_at.replaceAll(':', '-').slice(0, 19)}-${mail.id}.eml`)
      await writeFile(`${file}.part`, message as Buffer)
      await rename(`${file}.part`, file)
      return 'written'
    },
  }
}

/**
 * Addresses are handed over as objects, so that nothing in them is read as a list or a header. The Message-ID is the same
 * at each attempt: a mail that arrived although we heard nothing of it is known as the same one.
 */
function toMessage(mail: Row<'mails'>, from: Sender): SendMailOptions {
  const domain = from.address.split('@')[1]!
  return {
    messageId: `<mail-${mail.id}-${Date.parse(mail.created_at).toString(36)}@${domain}>`,
    date: new Date(mail.created_at),
    from,
    to: { name: '', address: mail.to_address },
    replyTo: mail.reply_to ? { name: '', address: mail.reply_to } : undefined,
    envelope: { from: from.address, to: [mail.to_address] },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail.unsubscribe_url) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** A reader leaves with one click in the mail program itself (RFC 2369, RFC 8058). */
function unsubscribeHeaders(url: string | null): Record<string, string> {
  if (!url) return {}
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
