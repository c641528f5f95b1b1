import type { ResetMail } from '../accounts/auth/password-reset.ts'
import { areResetLinksHeld } from '../accounts/auth/reset-hold.repo.ts'
import { readSite } from '../accounts/settings/settings.repo.ts'
import { countMailsTo, createMail } from '../audience/mail/mail.repo.ts'
import { renderMail } from '../audience/mail/mail-body.ts'
import type { Mailer } from '../audience/mail/mailer.ts'
import { sealBody } from '../audience/mail/sealed-body.ts'
import { commandLine } from '../platform/command-line.ts'
import type { Secrets } from '../platform/secrets.ts'

const LINKS_AN_HOUR = 3
const HOUR_MS = 60 * 60 * 1000

type ResetMailParts = { origin: string; mail: Mailer; secrets: Secrets }

/** The mails of a lost password, to the email of the site. */
export function createResetMail({ origin, mail, secrets }: ResetMailParts): ResetMail {
  return {
    async isPossible(db) {
      return (await mail.isSetUp(db)) && (await readSite(db, origin)).email !== ''
    },
    async enqueueLink(db, { username, token, now }) {
      const site = await readSite(db, origin)
      const { brand, email } = site
      const since = new Date(Date.parse(now) - HOUR_MS).toISOString()
      if ((await countMailsTo(db, email, ['password-reset'], since)) >= LINKS_AN_HOUR) return false
      const requested = `Somebody asked for a new password of the account ${username} at ${origin}.`
      const subject = `A new password for ${brand}`
      const footer = { text: `Sent by ${brand} to the email of the site.` }
      if (await areResetLinksHeld(db, now)) {
        const body = renderMail(site, {
          paragraphs: [
            requested,
            `No link is mailed now, because the email of the site or its mail server was changed within the last 24 hours. If that was you, ask again tomorrow, or run this on the server: ${commandLine('admin', 'reset')}`,
          ],
          footer,
        })
        await createMail(db, { kind: 'password-reset', to: email, subject, body }, now)
        return false
      }
      const body = renderMail(site, {
        paragraphs: [
          requested,
          'If that was you, choose one with this link. It works once, and for 30 minutes. If it was not you, there is nothing to do: the password stays as it is.',
        ],
        button: { label: 'Choose a new password', url: `${origin}/reset-password?token=${token}` },
        footer,
      })
      const sealed = sealBody(secrets, body)
      await createMail(db, { kind: 'password-reset', to: email, subject, body: sealed }, now)
      return true
    },
    async enqueueChanged(db, { username, device, now }) {
      if (!(await mail.isSetUp(db))) return
      const site = await readSite(db, origin)
      const { brand, email } = site
      if (email === '') return
      const body = renderMail(site, {
        paragraphs: [
          `The password of the account ${username} was changed on ${device}, with a link from a mail. Every device was signed out.`,
          `If that was not you, somebody else reads your mail: change the password of your mailbox first, then run this on the server: ${commandLine('admin', 'reset')}`,
        ],
        button: { label: 'Sign in', url: `${origin}/login` },
        footer: { text: `Sent by ${brand} to the email of the site.` },
      })
      await createMail(db, { kind: 'password-changed', to: email, subject: 'Your password was changed', body }, now)
    },
    wake: mail.wake,
  }
}
