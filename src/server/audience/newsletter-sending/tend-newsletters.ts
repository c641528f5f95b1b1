import type { Logger } from 'pino'
import type { Db } from '../../platform/db/schema.ts'
import { heldSentence } from '../../platform/db/write-hold.ts'
import { deleteOldAttempts } from './limits.repo.ts'
import { cancelRecipients, putBack } from './newsletter-states.repo.ts'
import { doubtAbandoned } from './recipients.repo.ts'
import { finishNewsletters, hasOpenNewsletters, listDueNewsletters, resetFutureLeases } from './sending.repo.ts'

/** Failures in a row after which a scheduled newsletter waits for the owner. */
const FAILURES_MAX = 3
/** Later than any recipient is tried again, in milliseconds. */
const LATEST = 24 * 60 * 60 * 1000

export type TendOptions = {
  db: Db
  /** Makes a newsletter that is due by itself. */
  makeDue?: () => Promise<void>
  /** Begins a scheduled newsletter. */
  begin: (newsletterId: number) => Promise<void>
  /** Whether an error says nothing about a newsletter, which is then tried again: an outage, or writes that are held. */
  isOutage: (error: unknown) => boolean
  clock: () => Date
  log: Logger
}

/** Everything about newsletters but sending. The function returns how many have started. */
export function createTending({ db, makeDue, begin, isOutage, clock, log }: TendOptions): () => Promise<number> {
  const failures = new Map<number, number>()

  async function makeDigest(): Promise<void> {
    try {
      await makeDue?.()
    } catch (error) {
      if (heldSentence(error) !== undefined) throw error
      log.error({ err: error }, 'a digest could not be made')
    }
  }

  /** One newsletter that cannot begin does not hold up the others; it is put back when that lasts, unless it is an outage. */
  async function beginOne(id: number): Promise<void> {
    try {
      await begin(id)
      failures.delete(id)
    } catch (error) {
      if (isOutage(error)) throw error
      log.error({ err: error, newsletter: id }, 'a scheduled newsletter could not begin')
      const count = (failures.get(id) ?? 0) + 1
      failures.set(id, count)
      if (count < FAILURES_MAX) return
      failures.delete(id)
      const note = 'It was not sent at its time, because it could not be composed; the log of the program says why.'
      await putBack(db, id, note, clock().toISOString())
    }
  }

  return async () => {
    await makeDigest()
    const due = await listDueNewsletters(db, clock().toISOString())
    for (const id of due) await beginOne(id)
    if (!(await hasOpenNewsletters(db))) return due.length
    const now = clock()
    await resetFutureLeases(db, new Date(now.getTime() + LATEST).toISOString(), now.toISOString())
    await doubtAbandoned(db, now.toISOString())
    await cancelRecipients(db, now.toISOString())
    await deleteOldAttempts(db, now.getTime())
    await finishNewsletters(db, now.toISOString())
    return due.length
  }
}
