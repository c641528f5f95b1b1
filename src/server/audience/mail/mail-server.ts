import { isLoopbackHost, type SavedMailSettings } from '../../../contract/audience/mail-settings.ts'
import { readSite } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Smtp } from '../../platform/smtp-url.ts'
import { readMailServer, type StoredMailServer } from './mail-settings.repo.ts'
import type { Sender } from './mail-transport.ts'

/** 'unreadable': the saved password is encrypted with another key, as after a restore without it. */
export type MailServer = { smtp: Smtp; fromName: string } | 'unreadable' | undefined

export const MAIL_PASSWORD_PURPOSE = 'mail password'

export type MailServers = ReturnType<typeof createMailServers>

/**
 * The mail server of the site: that of `SMTP_URL`, else the one saved in the admin. Read for each mail, so that a change
 * counts in every process and on every instance at once.
 */
export function createMailServers({ variable, secrets }: { variable: Smtp | undefined; secrets: Secrets }) {
  const passwordOf = ({ password }: StoredMailServer) =>
    password === '' ? '' : secrets.open(MAIL_PASSWORD_PURPOSE, password)

  async function find(db: Db): Promise<MailServer> {
    if (variable) return { smtp: variable, fromName: '' }
    const { server } = await readMailServer(db)
    return server ? toMailServer(server, passwordOf(server)) : undefined
  }

  return {
    /** The name of the variable that takes precedence over the saved settings. */
    variable: variable ? 'SMTP_URL' : null,
    find,
    /** Whether mail can be sent. */
    async isSetUp(db: Db): Promise<boolean> {
      const server = await find(db)
      return server !== undefined && server !== 'unreadable'
    },
    sealPassword: (password: string) => (password === '' ? '' : secrets.seal(MAIL_PASSWORD_PURPOSE, password)),
    toSaved({ password: _, ...server }: StoredMailServer): SavedMailSettings {
      const password = passwordOf({ ...server, password: _ })
      const state = password === undefined ? 'unreadable' : password === '' ? 'none' : 'saved'
      return { ...server, password: state }
    },
  }
}

export class MissingSender extends Error {}

/** The sender of mails through a server. Throws a `MissingSender` if the site has no email. */
export async function readSender(db: Db, origin: string, server: MailServer): Promise<Sender> {
  const { brand, email } = await readSite(db, origin)
  const saved = server === 'unreadable' ? undefined : server
  const address = saved?.smtp.from ?? email
  if (address === '') throw new MissingSender('The site has no email yet: write it into Settings')
  return { name: (saved?.fromName || brand).replace(/\p{Cc}+/gu, ' '), address, replyTo: saved?.smtp.replyTo }
}

function toMailServer(server: StoredMailServer, password: string | undefined): MailServer {
  if (password === undefined) return 'unreadable'
  const { host, port, security, user, fromName, fromAddress, replyTo, dkimSelector } = server
  const smtp: Smtp = {
    host,
    port,
    isSecure: security === 'tls',
    requiresTls: security === 'starttls',
    ignoresTls: security === 'none' && isLoopbackHost(host),
    credentials: user === '' ? undefined : { user, pass: password },
    from: fromAddress === '' ? undefined : fromAddress,
    replyTo: replyTo === '' ? undefined : replyTo,
    dkimSelector: dkimSelector === '' ? undefined : dkimSelector,
  }
  return { smtp, fromName }
}
