import type { Logger } from 'pino'
import type { Db } from '../../platform/db/schema.ts'
import { heldSentence } from '../../platform/db/write-hold.ts'
import { holdAutomatic } from './hold-automatic.repo.ts'
import { deleteOldAttempts } from './limits.repo.ts'
import { cancelRecipients, putBack } from './newsletter-states.repo.ts'
import { doubtAbandoned } from './recipients.repo.ts'
import { finishNewsletters, hasOpenNewsletters, listDueNewsletters, resetFutureLeases } from './sending.repo.ts'

/** Failures in a row after which a scheduled newsletter waits for the owner. */
const FAILURES_MAX = 3
/** Later than any recipient is tried again. */
const LATEST_MS = 24 * 60 * 60 * 1000

export type MaintenanceOptions = {
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

type Maintenance = MaintenanceOptions & {
  /** Failures in a row to begin a newsletter, by its id. */
  failures: Map<number, number>
}

/** Begins due newsletters, and records what ended processes and newsletters left. Returns how many were due. */
export async function maintainNewsletters(maintenance: Maintenance): Promise<number> {
  const { db, clock } = maintenance
  await holdAutomatic(db, clock().toISOString())
  await makeDigest(maintenance)
  const due = await listDueNewsletters(db, clock().toISOString())
  for (const id of due) await beginOne(maintenance, id)
  if (!(await hasOpenNewsletters(db))) return due.length
  const now = clock()
  await resetFutureLeases(db, new Date(now.getTime() + LATEST_MS).toISOString(), now.toISOString())
  await doubtAbandoned(db, now.toISOString())
  await cancelRecipients(db, now.toISOString())
  await deleteOldAttempts(db, now.getTime())
  await finishNewsletters(db, now.toISOString())
  return due.length
}

async function makeDigest({ makeDue, log }: Maintenance): Promise<void> {
  try {
    await makeDue?.()
  } catch (error) {
    if (heldSentence(error) !== undefined) throw error
    log.error({ err: error }, 'a digest could not be made')
  }
}

/** One newsletter that cannot begin does not hold up the others; it is put back when that lasts, unless it is an outage. */
async function beginOne({ db, begin, isOutage, clock, log, failures }: Maintenance, id: number): Promise<void> {
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
