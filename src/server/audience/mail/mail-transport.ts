import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { domainOf } from '../../../contract/audience/email-address.ts'
import type { Row } from '../../platform/db/schema.ts'
import type { Smtp } from '../../platform/smtp-url.ts'
import { unsubscribeHeaders } from '../../platform/unsubscribe-headers.ts'
import { withPort } from './explain-mail-error.ts'

/** `replyTo`: where replies go, if not to the sender. */
export type Sender = { name: string; address: string; replyTo?: string | undefined }

/** Delivers mail to an SMTP server or, without one, to the outbox folder. */
export type MailTransport = {
  /** Resolves once the server has accepted the mail. Rejects with the server's response; `onResponse` gets that of a success. */
  send(mail: Row<'mails'>, from: Sender, onResponse?: (line: string) => void): Promise<'sent' | 'written'>
}

/** Loaded with the first mail, to keep startup fast. */
const loadLibrary = () => import('nodemailer')

/** In milliseconds; in total well below the lease of a mail. */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000, dnsTimeout: 15_000 }

export function createSmtpTransport(smtp: Smtp): MailTransport {
  return {
    async send(mail, from, onResponse) {
      const { createTransport } = await loadLibrary()
      const transport = createTransport({
        host: smtp.host,
        port: smtp.port,
        secure: smtp.isSecure,
        requireTLS: smtp.requiresTls,
        ignoreTLS: smtp.ignoresTls,
        auth: smtp.credentials,
        disableFileAccess: true,
        disableUrlAccess: true,
        ...TIMEOUTS,
      })
      const { response } = await transport.sendMail(toMessage(mail, from)).catch((error: unknown) => {
        throw withPort(error, smtp)
      })
      onResponse?.(response)
      return 'sent'
    },
  }
}

/** Writes each mail as an .eml file; repeated attempts write the same file. */
export function createOutboxTransport(folder: string): MailTransport {
  return {
    async send(mail, from) {
      const { createTransport } = await loadLibrary()
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await transport.sendMail(toMessage(mail, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = path.join(folder, `${mail.created_at.replaceAll(':', '-').slice(0, 19)}-${mail.id}.eml`)
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
      return 'written'
    },
  }
}

/**
 * Addresses are passed as objects, so that nothing in them is parsed as a list or a header. The Message-ID is the same for
 * each attempt, so that receivers deduplicate a mail whose acknowledgement was lost.
 */
function toMessage(mail: Row<'mails'>, from: Sender): SendMailOptions {
  const domain = domainOf(from.address)
  // A reply to a contact message goes to its writer.
  const replyTo = (mail.kind !== 'contact' && from.replyTo) || mail.reply_to
  return {
    messageId: `<mail-${mail.id}-${Date.parse(mail.created_at).toString(36)}@${domain}>`,
    from,
    to: { name: '', address: mail.to_address },
    replyTo: replyTo ? { name: '', address: replyTo } : undefined,
    envelope: { from: from.address, to: [mail.to_address] },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: { ...originHeaders(mail, domain), ...(mail.unsubscribe_url && unsubscribeHeaders(mail.unsubscribe_url)) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** A person writes a reply; its mails about one message are a thread (RFC 5322, 3.6.4). All others are automatic (RFC 3834). */
function originHeaders({ kind, contact_id }: Row<'mails'>, domain: string): Record<string, string> {
  if (kind !== 'reply') return { 'Auto-Submitted': 'auto-generated' }
  const thread = `<message-${contact_id}@${domain}>`
  return { 'In-Reply-To': thread, References: thread }
}
