import { domainOf } from '../../../contract/audience/email-address.ts'
import type { MailSettings, MailSettingsInput } from '../../../contract/audience/mail-settings.ts'
import * as contract from '../../../contract/audience/mail-settings.ts'
import { Mail } from '../../../contract/audience/mails.ts'
import { holdResetLinks } from '../../accounts/auth/reset-hold.repo.ts'
import { readSite } from '../../accounts/settings/settings.repo.ts'
import { orThrow } from '../../platform/db/first-row.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { badRequest, HttpError } from '../../platform/http/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { checkDomain } from './check-domain.ts'
import type { Dns } from './dns.ts'
import { createMail, findMail } from './mail.repo.ts'
import { renderMail } from './mail-body.ts'
import type { MailQueue } from './mail-queue.ts'
import { type MailServers, readSender } from './mail-server.ts'
import { readMailServer, replaceMailServer, type StoredMailServer } from './mail-settings.repo.ts'
import { endFault, serverKeyOf } from './server-health.repo.ts'

type MailSettingsOptions = { origin: string; mail: MailQueue; servers: MailServers; dns: Dns; secrets: Secrets }

/** Milliseconds that the owner waits for a test mail at most. */
const TEST_MS = 25_000

/** The mail server set in the admin, a test mail, and what the DNS says about the sender. */
export function mailSettingsRoutes({ origin, mail, servers, dns, secrets }: MailSettingsOptions) {
  const read = async (db: Db): Promise<MailSettings> => {
    const { version, server } = await readMailServer(db)
    return { settings: server && servers.toSaved(server), variable: servers.variable, version }
  }
  const conflict = async (db: Db, message = 'The mail settings were changed elsewhere meanwhile') => ({
    status: 409 as const,
    body: { message, current: await read(db) },
  })

  return [
    bind(contract.findMailSettings, async ({ db }) => ({ body: await read(db) })),
    bindStaged(contract.saveMailSettings, async ({ body, version, now, transact }) => {
      // A plain hash of the password in the stored request would make it quick to guess from a copy of the database.
      const input = secrets.hmac('mail settings', JSON.stringify([body, version]))
      return transact(input, async (db) => {
        const { variable } = servers
        if (variable) return conflict(db, `The variable ${variable} sets the mail server: change it there`)
        let isOther = false
        const change = (current: StoredMailServer | null) => {
          isOther = current !== null && !isSameServer(current, body)
          return toStored(body, current, servers)
        }
        if (!(await replaceMailServer(db, change, now, version))) return conflict(db)
        if (isOther) await holdResetLinks(db, now)
        // The owner may have corrected the fault.
        const { host, port, user } = body
        const credentials = user === '' ? undefined : { user, pass: '' }
        await endFault(db, serverKeyOf({ host, port, credentials }), new Date(now))
        return { body: await read(db), subject: `${body.host}:${body.port}`, afterCommit: mail.wake }
      })
    }),
    bind(contract.deleteMailSettings, async ({ db, version, now }) => {
      if (!(await replaceMailServer(db, () => null, now, version))) return conflict(db)
      await holdResetLinks(db, now)
      return { body: await read(db) }
    }),
    testMailRoute(origin, mail),
    bind(contract.checkMailDomain, async ({ db, query: { selector } }) => {
      const server = await servers.find(db)
      const sender = await readSender(db, origin, server).catch(() => undefined)
      if (server === undefined || server === 'unreadable' || !sender)
        throw new HttpError(409, 'Set a mail server and a sender first')
      const domain = domainOf(sender.address).toLowerCase()
      return { body: await checkDomain(dns, { domain, smtp: server.smtp, selector }) }
    }),
  ]
}

function testMailRoute(origin: string, mail: MailQueue) {
  return bindStaged(contract.sendTestMail, async ({ c, db, now, transact }) => {
    const { owner: to } = await mail.readSetup()
    if (to === '') throw badRequest('The site has no email yet: write it into Settings first')
    const response = await transact({}, async (transaction) => {
      const body = renderMail(await readSite(transaction, origin), testContent)
      const id = await createMail(transaction, { kind: 'test', to, subject: 'Your mail works', body }, now)
      const created = await findMail(transaction, id)
      return created && { body: created, subject: to }
    })
    const { id } = Mail.parse(await response.json())
    await mail.sendOne(id, TEST_MS)
    const sent = await orThrow(findMail(db, id))
    return c.json(sent, 201)
  })
}

/** A saved password belongs to one account on one server: with another, an open session could send it anywhere. */
function toStored(
  { password, replyTo = '', dkimSelector = '', ...rest }: MailSettingsInput,
  current: StoredMailServer | null,
  servers: MailServers,
): StoredMailServer {
  const input = { ...rest, replyTo, dkimSelector }
  if (input.user === '') return { ...input, password: '' }
  if (password !== undefined) return { ...input, password: servers.sealPassword(password) }
  if (current === null || !isSameServer(current, input)) {
    const message = 'Please enter the password'
    throw badRequest(message, [{ path: 'password', message }])
  }
  return { ...input, password: current.password }
}

function isSameServer(one: StoredMailServer, other: MailSettingsInput): boolean {
  return (
    one.host === other.host && one.port === other.port && one.security === other.security && one.user === other.user
  )
}

const testContent = {
  paragraphs: [
    'Hello,',
    'this is the test mail that you asked for. If you read it in your inbox, everything is set up: new contact messages will reach you here, and readers get the mail that confirms their newsletter sign-up.',
  ],
}
