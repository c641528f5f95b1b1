import { ownerFormats } from '../../contract/accounts/owner-formats.ts'
import type { NewDeviceNotice } from '../accounts/auth/sign-in.ts'
import { readSite } from '../accounts/settings/settings.repo.ts'
import { countMailsTo, createMail } from '../audience/mail/mail.repo.ts'
import { renderMail } from '../audience/mail/mail-body.ts'
import type { Mailer } from '../audience/mail/mailer.ts'

/** A program that signs in without cookies is a new device each time. */
const MAILS_A_DAY = 10
const DAY_MS = 24 * 60 * 60 * 1000

/** Mails the owner about sign-ins on new devices, where mail is set up. */
export function createNewDeviceMail({ origin, mail }: { origin: string; mail: Mailer }): NewDeviceNotice {
  return {
    async enqueue(db, { username, device, now }) {
      if (!(await mail.isSetUp(db))) return
      const site = await readSite(db, origin)
      const { brand, email } = site
      if (email === '') return
      const since = new Date(Date.parse(now) - DAY_MS).toISOString()
      if ((await countMailsTo(db, email, ['new-device'], since)) >= MAILS_A_DAY) return
      const at = ownerFormats(site)
        .moment(now)
        .replace(/\u202f/g, ' ')
      const body = renderMail(site, {
        paragraphs: [
          `${username} signed in on ${device} on ${at}, with a browser that had not been used before.`,
          'If that was you, there is nothing to do. If not, change the password now: that signs out every other device.',
        ],
        button: { label: 'Open Settings', url: `${origin}/admin/settings` },
        footer: { text: `Sent by ${brand} to the email of the site.` },
      })
      await createMail(db, { kind: 'new-device', to: email, subject: `Sign-in on a new device: ${device}`, body }, now)
    },
    wake: mail.wake,
  }
}
