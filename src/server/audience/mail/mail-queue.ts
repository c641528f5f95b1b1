import type { Logger } from 'pino'
import type { MailSetup } from '../../../contract/audience/mails.ts'
import { readSite } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { heldSentence } from '../../platform/db/write-hold.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Smtp } from '../../platform/smtp-url.ts'
import { createWakeLoop } from '../../platform/wake-loop.ts'
import { within } from '../../platform/within.ts'
import { explainMailError, replyIn } from './explain-mail-error.ts'
import { type MailServer, type MailServers, readSender } from './mail-server.ts'
import { createOutboxTransport, createSmtpTransport, type MailTransport } from './mail-transport.ts'
import type { Mailer } from './mailer.ts'
import { openBody } from './sealed-body.ts'
import { sendDue, sendOne } from './send-due.ts'
import { describeFault, isTemporary } from './server-fault.ts'
import { readServerHealth, serverKeyOf } from './server-health.repo.ts'

export type MailQueueOptions = {
  db: Db
  origin: string
  /** Without one, mails are written to the outbox folder. */
  servers: MailServers
  /** Opens sealed bodies. */
  secrets: Secrets
  outboxDir: string
  clock: () => Date
  log: Logger
}

export type MailQueue = Mailer & {
  /** Sends the due mails. Returns the number of attempts. */
  sendDue(): Promise<number>
  /** Sends one mail at once, within `timeout` milliseconds. */
  sendOne(id: number, timeout?: number): Promise<void>
  readSetup(): Promise<MailSetup>
  /** Starts polling. */
  open(): void
  close(): Promise<void>
}

/** Polling interval, for mail of other processes and for retries. */
const POLL_MS = 15_000
/** Time for the mail in flight at close; an interrupted one is sent again when its lease expires. */
const CLOSING_MS = 5_000

export function createMailQueue({ db, origin, servers, secrets, outboxDir, clock, log }: MailQueueOptions): MailQueue {
  const closing = new AbortController()
  const outbox = createOutboxTransport(outboxDir)
  const options = {
    transport: async (): Promise<MailTransport> => {
      const transport = transportOf(await servers.find(db), outbox)
      return { send: (mail, ...rest) => transport.send(openBody(secrets, mail), ...rest) }
    },
    clock,
    readSender: async () => readSender(db, origin, await servers.find(db)),
    async readServerKey() {
      const server = await servers.find(db)
      return server === undefined || server === 'unreadable' ? undefined : serverKeyOf(server.smtp)
    },
    signal: closing.signal,
  }

  const loop = createWakeLoop({
    work: () => sendDue(db, options),
    pollMs: POLL_MS,
    onError(error) {
      if (!closing.signal.aborted && heldSentence(error) === undefined)
        log.error({ err: error }, 'mail could not be sent')
    },
  })

  return {
    isSetUp: servers.isSetUp,
    wake: loop.wake,
    open: loop.open,
    sendDue: () => sendDue(db, options),
    sendOne: (id, timeout) => sendOne(db, id, { ...options, timeout }),
    async readSetup() {
      const now = clock()
      const [server, { email }] = await Promise.all([servers.find(db), readSite(db, origin)])
      const smtp = server === undefined || server === 'unreadable' ? undefined : server.smtp
      return {
        isSetUp: smtp !== undefined,
        server: smtp ? `${smtp.host}:${smtp.port}` : null,
        from: smtp?.from ?? email,
        owner: email,
        ...(smtp ? await readFault(db, smtp, now) : { fault: null, learnedPerHour: null }),
      }
    },
    async close() {
      closing.abort()
      await within(CLOSING_MS, loop.close(), () => {})
    },
  }
}

/** A fault is shown this long after its trial was due. */
const FAULT_SHOWN_MS = 60 * 60_000

async function readFault(db: Db, smtp: Smtp, now: Date): Promise<Pick<MailSetup, 'fault' | 'learnedPerHour'>> {
  const health = await readServerHealth(db, serverKeyOf(smtp), now)
  const { learnedPerHour } = health
  // Nothing waits that would have been tried.
  const isOver = health.fault !== null && Date.parse(health.fault.nextTryAt) < now.getTime() - FAULT_SHOWN_MS
  const fault = isOver ? null : health.fault
  return {
    fault: fault && {
      state: fault.state,
      since: fault.since,
      nextTryAt: fault.nextTryAt,
      reply: replyIn(fault.reply) ?? '',
      text: isTemporary(fault) ? describeFault(fault.state) : explainMailError(fault.reply),
    },
    learnedPerHour,
  }
}

/** Mails wait while the password cannot be read: the owner can enter it again. */
function transportOf(server: MailServer, outbox: MailTransport): MailTransport {
  if (server === undefined) return outbox
  if (server === 'unreadable')
    throw new Error('The saved password cannot be read with the key of this site: enter it again in Settings')
  return createSmtpTransport(server.smtp)
}
