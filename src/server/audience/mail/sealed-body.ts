import type { Secrets } from '../../platform/secrets.ts'
import type { MailBody } from './mail-body.ts'

export const MAIL_BODY_PURPOSE = 'mail body'
export const SEALED_PREFIX = 'sealed:'

/** Encrypts the body of a mail whose link gives access: a copy of the database must not contain it. */
export function sealBody(secrets: Secrets, { text, html }: MailBody): MailBody {
  const seal = (part: string) => SEALED_PREFIX + secrets.seal(MAIL_BODY_PURPOSE, part)
  return { text: seal(text), html: seal(html) }
}

/** Decrypts the body of a mail that is sealed. Throws if that was with another key. */
export function openBody<Mail extends MailBody>(secrets: Secrets, mail: Mail): Mail {
  const open = (part: string) => {
    if (!part.startsWith(SEALED_PREFIX)) return part
    const opened = secrets.open(MAIL_BODY_PURPOSE, part.slice(SEALED_PREFIX.length))
    if (opened === undefined) throw new Error('The mail cannot be read with the key of this site')
    return opened
  }
  return { ...mail, text: open(mail.text), html: open(mail.html) }
}
