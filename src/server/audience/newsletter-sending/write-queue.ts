import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../platform/db/schema.ts'
import { type DeliveryReport, recordReport } from '../bounces/record-report.repo.ts'
import type { Lease } from './leases.repo.ts'
import { isHeld, markSending, type Outcome, recordOutcome, renewSending } from './recipients.repo.ts'

type Waiting = { resolve: (isAllowed: boolean) => void; reject: (error: unknown) => void }

/** A recipient under the lease of its attempt. */
export type Held = { id: number; lease: string }

export type WriteQueue = {
  /** Marks a recipient as being sent; resolves to whether it may be. */
  mark(held: Held): Promise<boolean>
  /** Renews the lease of a recipient that is marked. */
  renew(held: Held): Promise<void>
  /** Resolves when the result is stored, which waits a moment for the next mark. */
  record(outcome: Outcome & Held): Promise<void>
}

/** A result waits this long for a mark to be written with. */
const RECORD_WITHIN_MS = 20

/**
 * Group commit: what several connections write while a transaction runs becomes one transaction, and a result is stored with the
 * mark of the next message, since each transaction waits for the disk.
 */
export function createWriteQueue(db: Db, readTimes: () => Pick<Lease, 'now' | 'until'>): WriteQueue {
  let marks: (Waiting & { held: Held })[] = []
  let outcomes: (Waiting & { outcome: Outcome & Held })[] = []
  let isRunning = false
  let isDue = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function commit(): Promise<void> {
    // Connections whose mail server responded at the same time get into the same transaction.
    await setImmediate()
    clearTimeout(timer)
    timer = undefined
    isDue = false
    const [toMark, toRecord] = [marks, outcomes]
    marks = []
    outcomes = []
    try {
      const times = readTimes()
      const marked = await db.transaction().execute(async (transaction) => {
        // Locks addresses before rows and in one order, as webhooks do.
        for (const { held, report } of bouncesOf(toRecord))
          if (await isHeld(transaction, held)) await recordReport(transaction, { ...report, at: times.now })
        for (const { outcome } of toRecord) await recordOutcome(transaction, outcome, times.now)
        return markAll(
          transaction,
          toMark.map(({ held }) => held),
          times,
        )
      })
      for (const { held, resolve } of toMark) resolve(marked.has(keyOf(held)))
      for (const { resolve } of toRecord) resolve(true)
    } catch (error) {
      for (const { reject } of [...toMark, ...toRecord]) reject(error)
    }
  }

  async function flush(): Promise<void> {
    isDue = true
    if (isRunning) return
    isRunning = true
    while (isDue) await commit()
    isRunning = false
  }

  return {
    mark: (held) =>
      new Promise((resolve, reject) => {
        marks.push({ held, resolve, reject })
        void flush()
      }),
    renew: ({ id, lease }) => renewSending(db, id, { ...readTimes(), lease }),
    record: (outcome) =>
      new Promise<boolean>((resolve, reject) => {
        outcomes.push({ outcome, resolve, reject })
        timer ??= setTimeout(flush, RECORD_WITHIN_MS)
      }).then(() => undefined),
  }
}

const keyOf = ({ id, lease }: Held) => `${id} ${lease}`

/** Marks recipients lease by lease, which are one or two; returns the keys of those that may be sent. */
async function markAll(db: Db, held: Held[], times: Pick<Lease, 'now' | 'until'>): Promise<ReadonlySet<string>> {
  const marked = new Set<string>()
  for (const [lease, group] of Map.groupBy(held, (one) => one.lease)) {
    const ids = group.map(({ id }) => id)
    for (const id of await markSending(db, ids, { ...times, lease })) marked.add(keyOf({ id, lease }))
  }
  return marked
}

/** The outcome of a message is recorded once, so that its row names the report. */
function bouncesOf(recorded: { outcome: Outcome & Held }[]) {
  return recorded
    .flatMap(({ outcome }) => {
      const { id, bounce, response } = outcome
      if (bounce === undefined) return []
      const report: Omit<DeliveryReport, 'at'> = {
        source: 'smtp',
        eventId: reportIdOf(id),
        email: bounce.email,
        kind: bounce.kind,
        detail: response,
        newsletterRecipient: id,
      }
      return [{ held: outcome, report }]
    })
    .sort((one, other) => (one.report.email < other.report.email ? -1 : 1))
}

/** The id of the report of a rejection. */
export const reportIdOf = (recipientId: number) => `newsletter-recipient-${recipientId}`
