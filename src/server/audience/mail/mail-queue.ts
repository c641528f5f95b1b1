import type { Logger } from 'pino'
import type { MailSetup } from '../../../contract/mails.ts'
import { readSite } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Smtp } from '../../platform/smtp-url.ts'
import { createOutboxTransport, createSmtpTransport, type Sender } from './mail-transport.ts'
import type { Mailer } from './mailer.ts'
import { sendDue, sendOne } from './send-due.ts'

export type MailQueueOptions = {
  db: Db
  origin: string
  /** Undefined: mails are written to the outbox folder. */
  smtp: Smtp | undefined
  outboxDir: string
  clock: () => Date
  log: Logger
}

export type MailQueue = Mailer & {
  /** Sends the due mails. Returns the number of attempts. */
  sendDue(): Promise<number>
  /** Sends one mail at once. */
  sendOne(id: number): Promise<void>
  readSetup(): Promise<MailSetup>
  /** Starts polling. */
  open(): void
  close(): Promise<void>
}

/** Polling interval, for mail of other processes and for retries. */
const POLL_MS = 15_000
/** Time for the mail in flight at close; an interrupted one is sent again when its lease expires. */
const CLOSING_MS = 5_000

export function createMailQueue({ db, origin, smtp, outboxDir, clock, log }: MailQueueOptions): MailQueue {
  const closing = new AbortController()
  const transport = smtp ? createSmtpTransport(smtp) : createOutboxTransport(outboxDir)
  const readSender = async (): Promise<Sender> => {
    const { brand, email } = await readSite(db, origin)
    const address = smtp?.from ?? email
    if (address === '') throw new Error('The site has no email yet: write it into Settings')
    return { name: brand.replace(/\p{Cc}+/gu, ' '), address }
  }
  const options = { transport, clock, readSender, signal: closing.signal }

  let timer: ReturnType<typeof setInterval> | undefined
  let running: Promise<unknown> | undefined
  let isWakeRequested = false

  /** Single flight; a wake during a run causes another run. */
  const work = async () => {
    do {
      isWakeRequested = false
      await sendDue(db, options).catch((error: unknown) => {
        if (!closing.signal.aborted) log.error({ err: error }, 'mail could not be sent')
      })
    } while (isWakeRequested && !closing.signal.aborted)
    running = undefined
  }
  const wake = () => {
    isWakeRequested = true
    if (timer && !closing.signal.aborted) running ??= work()
  }

  return {
    isSetUp: smtp !== undefined,
    wake,
    sendDue: () => sendDue(db, options),
    sendOne: (id) => sendOne(db, id, options),
    async readSetup() {
      const { email } = await readSite(db, origin)
      return {
        isSetUp: smtp !== undefined,
        server: smtp ? `${smtp.host}:${smtp.port}` : null,
        from: smtp?.from ?? email,
        owner: email,
      }
    },
    open() {
      timer = setInterval(wake, POLL_MS).unref()
      wake()
    },
    async close() {
      clearInterval(timer)
      closing.abort()
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, CLOSING_MS).unref())])
    },
  }
}
