import { readSite } from '../accounts/settings/settings.repo.ts'
import type { EmailChangeNotice } from '../accounts/settings/settings.routes.ts'
import { createMail } from '../audience/mail/mail.repo.ts'
import { renderMail } from '../audience/mail/mail-body.ts'
import type { Mailer } from '../audience/mail/mailer.ts'
import { commandLine } from '../platform/command-line.ts'

/** Tells the former email of the site that it was replaced, where mail is set up. */
export function createEmailChangeMail({ origin, mail }: { origin: string; mail: Mailer }): EmailChangeNotice {
  return {
    async enqueue(db, { brand, from, to, now }) {
      if (!(await mail.isSetUp(db))) return
      const body = renderMail(await readSite(db, origin), {
        paragraphs: [
          `The email of ${origin} was changed from ${from} to ${to || 'none'}. Messages, warnings and links for a new password no longer come here. For a day, no such link is mailed at all.`,
          `If that was not you, somebody else is in the admin: run this on the server, which ends all sessions and sets a new password: ${commandLine('admin', 'reset')}`,
        ],
        button: { label: 'Open Settings', url: `${origin}/admin/settings` },
        footer: { text: `Sent by ${brand} to the former email of the site.` },
      })
      const subject = to ? `The email of ${brand} was changed to ${to}` : `The email of ${brand} was removed`
      await createMail(db, { kind: 'email-changed', to: from, subject, body }, now)
    },
    wake: mail.wake,
  }
}
