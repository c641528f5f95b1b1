import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { isAutomatic } from '../../../contract/automatic-newsletters.ts'
import type { Db } from '../../platform/db/schema.ts'
import { heldSentence } from '../../platform/db/write-hold.ts'
import type { Smtp } from '../../platform/smtp-url.ts'
import { addAttempts, deleteOldAttempts, readPermits } from './limits.repo.ts'
import { readNewsletterLimits } from './newsletter-limits.repo.ts'
import {
  type ComposeMessage,
  createNewsletterMessages,
  type MessageIdOf,
  type NewsletterFrom,
} from './newsletter-message.ts'
import { doubtAbandoned, leaseRecipients, releaseRecipients } from './recipients.repo.ts'
import { type BatchOptions, ServerRefusal, sendBatch, type Turn } from './send-batch.ts'
import {
  findFrozenNewsletter,
  finishNewsletters,
  hasOpenNewsletters,
  listDueNewsletters,
  pauseAll,
  resetFutureLeases,
} from './sending.repo.ts'
import { spreadNewsletters } from './spread-newsletters.repo.ts'
import { createWriteQueue } from './write-queue.ts'

export type NewsletterSenderOptions = {
  db: Db
  origin: string
  messageIdOf: MessageIdOf
  /** The mail server and the sender of the site; undefined while newsletters cannot be sent. */
  findServer: () => Promise<NewsletterServer | undefined>
  /** Makes a newsletter that is due by itself. */
  makeDue?: () => Promise<void>
  /** Begins a scheduled newsletter. */
  begin: (newsletterId: number) => Promise<void>
  clock: () => Date
  log: Logger
  connections?: number
  timeouts?: BatchOptions['timeouts']
  /** Pauses after the mail server could not be reached, in milliseconds. */
  backoff?: { least: number; most: number }
}

type NewsletterServer = { smtp: Smtp; from: NewsletterFrom }

export type NewsletterSender = {
  /** Begins what is due and sends until nothing is left that may be sent now. */
  sendDue(): Promise<void>
  wake(): void
  /** Starts polling. */
  open(): void
  close(): Promise<void>
}

/** In milliseconds. */
const POLL = 5000
const CLOSING = 10_000
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Longer than a message waits for its turn and takes. */
const LEASE = 3 * MINUTE
/** Later than any recipient is tried again. */
const LATEST = 24 * 60 * MINUTE
/** Recipients that are leased at once. */
const BATCH = 100
const BACKOFF = { least: 5 * SECOND, most: 15 * MINUTE }

/** Sends newsletters; any number of processes may run one. */
export function createNewsletterSender(options: NewsletterSenderOptions): NewsletterSender {
  const { db, origin, messageIdOf, findServer, makeDue, begin, clock, log } = options
  const { connections = 5, timeouts, backoff = BACKOFF } = options
  const lease = randomUUID()
  const closing = new AbortController()
  const leaseNow = () => {
    const now = clock()
    return { now: now.toISOString(), until: new Date(now.getTime() + LEASE).toISOString(), lease }
  }
  const writes = createWriteQueue(db, leaseNow)
  let failures = 0
  let resumeAt = 0

  async function sendDue(): Promise<void> {
    const now = clock()
    await makeDue?.()
    for (const id of await listDueNewsletters(db, now.toISOString())) await begin(id)
    if (!(await hasOpenNewsletters(db, new Date(now.getTime() - HOUR).toISOString()))) return
    await resetFutureLeases(db, new Date(now.getTime() + LATEST).toISOString(), now.toISOString())
    await doubtAbandoned(db, now.toISOString())
    await deleteOldAttempts(db, now.getTime())
    if (performance.now() >= resumeAt) await sendLeased()
    await finishNewsletters(db, clock().toISOString())
  }

  async function sendLeased(): Promise<void> {
    const server = await findServer()
    if (!server) return
    const { from } = server
    const turns = createTurns()
    const messages = new Map<number, Promise<ComposeMessage | undefined>>()
    const compose = async (newsletterId: number) => {
      const newsletter = await findFrozenNewsletter(db, newsletterId)
      if (!newsletter) return undefined
      // An automatic newsletter is sent long after it was switched on.
      const startedAt = isAutomatic(newsletter.kind) ? clock().toISOString() : newsletter.startedAt
      return createNewsletterMessages(
        { ...newsletter, startedAt },
        { ...from, name: newsletter.senderName || from.name },
        { origin, messageIdOf },
      )
    }
    const messagesOf = (newsletterId: number) => {
      const found = messages.get(newsletterId) ?? compose(newsletterId)
      messages.set(newsletterId, found)
      return found
    }
    try {
      const { signal } = closing
      const { take, giveBack } = turns
      const shared = { smtp: server.smtp, from: from.address, connections, timeouts }
      await sendBatch({ ...shared, take, giveBack, messagesOf, writes, clock, signal })
      failures = 0
    } catch (error) {
      if (!(error instanceof ServerRefusal)) throw error
      await handleRefusal(error)
    } finally {
      await turns.release()
    }
  }

  async function handleRefusal(error: ServerRefusal): Promise<void> {
    log.warn({ reason: error.message }, 'newsletters cannot be sent now')
    if (error.isFinal) return pauseAll(db, error.message, clock().toISOString())
    resumeAt = performance.now() + Math.min(backoff.most, backoff.least * 2 ** failures)
    failures += 1
  }

  /** Gives out leased recipients, and leases more when none is left. */
  function createTurns() {
    let ready: Turn[] = []
    const unused: number[] = []
    let filling: Promise<void> | undefined
    let isDry = false

    async function fill(): Promise<void> {
      const { wait, turns } = await leaseTurns()
      ready = turns
      if (turns.length > 0) return
      // A limit of a second is waited for; one of an hour or a day is left to a later poll.
      if (wait === undefined || wait > SECOND) isDry = true
      else await new Promise((resolve) => setTimeout(resolve, wait))
    }

    async function take(): Promise<Turn | undefined> {
      while (ready.length === 0 && !isDry && !closing.signal.aborted) {
        filling ??= fill().finally(() => {
          filling = undefined
        })
        await filling
      }
      return ready.shift()
    }

    return {
      take,
      giveBack: ({ recipient }: Turn) => void unused.push(recipient.id),
      release: () =>
        releaseRecipients(db, [...unused, ...ready.map(({ recipient }) => recipient.id)], lease, clock().toISOString()),
    }
  }

  /** Leases as many recipients as the limits allow; `wait` are the milliseconds until they allow one. */
  async function leaseTurns(): Promise<{ turns: Turn[]; wait?: number }> {
    const limits = await readNewsletterLimits(db)
    return db.transaction().execute(async (transaction) => {
      const now = clock().getTime()
      const permits = await readPermits(transaction, limits, now, BATCH)
      if (permits.count === 0) return { turns: [], wait: permits.retryAt! - now }
      await spreadNewsletters(transaction, new Date(now).toISOString())
      const recipients = await leaseRecipients(transaction, { ...leaseNow(), limit: permits.count })
      if (recipients.length > 0) await addAttempts(transaction, permits, recipients.length, now)
      return {
        turns: recipients.map((recipient, index) => ({ recipient, at: permits.from + index * permits.spacing })),
      }
    })
  }

  let timer: ReturnType<typeof setInterval> | undefined
  let running: Promise<void> | undefined
  let isWakeRequested = false

  /** Single flight; a wake during a run causes another run. */
  async function run(): Promise<void> {
    do {
      isWakeRequested = false
      await sendDue().catch((error: unknown) => {
        if (!closing.signal.aborted && heldSentence(error) === undefined)
          log.error({ err: error }, 'newsletters could not be sent')
      })
    } while (isWakeRequested && !closing.signal.aborted)
    running = undefined
  }
  const wake = () => {
    isWakeRequested = true
    if (timer && !closing.signal.aborted) running ??= run()
  }

  return {
    sendDue,
    wake,
    open() {
      timer = setInterval(wake, POLL).unref()
      wake()
    },
    async close() {
      clearInterval(timer)
      closing.abort()
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, CLOSING).unref())])
    },
  }
}
