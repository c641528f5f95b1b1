import type { Db } from '../../platform/db/schema.ts'
import { type DeliveryReport, recordReport } from '../bounces/record-report.repo.ts'
import { type Lease, markSending, type Settlement, settleRecipient } from './recipients.repo.ts'

type Waiting = { resolve: (isAllowed: boolean) => void; reject: (error: unknown) => void }

export type WriteQueue = {
  /** Marks a recipient as being sent; resolves to whether it may be. */
  mark(id: number): Promise<boolean>
  settle(settlement: Settlement): Promise<void>
}

/** Group commit: what several connections write while a transaction runs becomes one transaction. */
export function createWriteQueue(db: Db, readLease: () => Omit<Lease, 'limit'>): WriteQueue {
  let marks: (Waiting & { id: number })[] = []
  let settlements: (Waiting & { settlement: Settlement })[] = []
  let isRunning = false

  async function flush(): Promise<void> {
    if (isRunning) return
    isRunning = true
    while (marks.length + settlements.length > 0) {
      const [toMark, toSettle] = [marks, settlements]
      marks = []
      settlements = []
      try {
        const lease = readLease()
        const marked = await db.transaction().execute(async (transaction) => {
          // Locks addresses before rows and in one order, as webhooks do.
          for (const report of bouncesOf(toSettle)) await recordReport(transaction, { ...report, at: lease.now })
          for (const { settlement } of toSettle) await settleRecipient(transaction, settlement, lease)
          return toMark.length === 0
            ? new Set<number>()
            : markSending(
                transaction,
                toMark.map(({ id }) => id),
                lease,
              )
        })
        for (const { id, resolve } of toMark) resolve(marked.has(id))
        for (const { resolve } of toSettle) resolve(true)
      } catch (error) {
        for (const { reject } of [...toMark, ...toSettle]) reject(error)
      }
    }
    isRunning = false
  }

  return {
    mark: (id) =>
      new Promise((resolve, reject) => {
        marks.push({ id, resolve, reject })
        void flush()
      }),
    settle: (settlement) =>
      new Promise<boolean>((resolve, reject) => {
        settlements.push({ settlement, resolve, reject })
        void flush()
      }).then(() => undefined),
  }
}

/** A message is settled once, so that its row names the report. */
function bouncesOf(settled: { settlement: Settlement }[]): Omit<DeliveryReport, 'at'>[] {
  return settled
    .flatMap(({ settlement: { id, bounce, response } }) =>
      bounce === undefined
        ? []
        : [
            {
              ...{ source: 'smtp' as const, eventId: `newsletter-recipient-${id}`, email: bounce.email },
              ...{ kind: bounce.kind, detail: response, newsletterRecipient: id },
            },
          ],
    )
    .sort((one, other) => (one.email < other.email ? -1 : 1))
}
