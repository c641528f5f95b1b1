import type { Logger } from 'pino'
import type { MailSetup } from '../../../contract/mails.ts'
import { readSite } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Smtp } from '../../platform/smtp-url.ts'
import { createOutboxCarrier, createSmtpCarrier, type Sender } from './carrier.ts'
import type { Letterbox } from './letterbox.ts'
import { sendDue, sendOne } from './send-due.ts'

export type PostOfficeOptions = {
  db: Db
  origin: string
  /** Undefined: mails are written to the outbox folder. */
  smtp: Smtp | undefined
  outboxDir: string
  clock: () => Date
  log: Logger
}

export type PostOffice = Letterbox & {
  /** Sends what is due; answers how many mails were tried. */
  sendDue(): Promise<number>
  /** Sends one mail at once. */
  sendOne(id: number): Promise<void>
  readSetup(): Promise<MailSetup>
  /** Sends by itself from now on, until it is closed. */
  open(): void
  close(): Promise<void>
}

/** How often mail of other processes, and mail whose pause is over, is looked for. */
const LOOK_EVERY_MS = 15_000
/** How long closing waits for the mail that is under way. One that is cut off is sent again when its lease ends. */
const CLOSING_MS = 5_000

/** Everything about mail that a running site needs. */
export function createPostOffice({ db, origin, smtp, outboxDir, clock, log }: PostOfficeOptions): PostOffice {
  const closing = new AbortController()
  const carrier = smtp ? createSmtpCarrier(smtp) : createOutboxCarrier(outboxDir)
  const readSender = async (): Promise<Sender> => {
    const { brand, email } = await readSite(db, origin)
    const address = smtp?.from ?? email
    if (address === '') throw new Error('The site has no email yet: write it into Settings')
    return { name: brand.replace(/\p{Cc}+/gu, ' '), address }
  }
  const options = { carrier, clock, readSender, signal: closing.signal }

  let timer: ReturnType<typeof setInterval> | undefined
  let running: Promise<unknown> | undefined
  let isWanted = false

  /** One round at a time; whoever wakes it meanwhile gets another. */
  const work = async () => {
    do {
      isWanted = false
      await sendDue(db, options).catch((error: unknown) => {
        if (!closing.signal.aborted) log.error({ err: error }, 'mail could not be sent')
      })
    } while (isWanted && !closing.signal.aborted)
    running = undefined
  }
  const wake = () => {
    isWanted = true
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
      timer = setInterval(wake, LOOK_EVERY_MS).unref()
      wake()
    },
    async close() {
      clearInterval(timer)
      closing.abort()
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, CLOSING_MS).unref())])
    },
  }
}
