import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type ComplaintCount, type Complaints, complaintLevel } from '../../../contract/audience/complaints.ts'
import { readStored, saveStored } from '../../accounts/settings/settings.repo.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import { firstRow } from '../../platform/db/first-row.ts'
import type { Db } from '../../platform/db/schema.ts'
import { DAY_MS } from '../../platform/durations.ts'

/** A row of the settings that is not one of their fields. */
const KEY = '#complaints'

const Hold = z.object({
  isHeld: z.boolean(),
  /** Only what was delivered since the owner let newsletters go on counts towards another pause. */
  countedFrom: z.string(),
})

export async function readComplaints(db: Db, now: string): Promise<Complaints> {
  const [week, month, { isHeld }] = await Promise.all([
    countComplaints(db, daysBefore(now, 7)),
    countComplaints(db, daysBefore(now, 30)),
    readHold(db),
  ])
  return { week, month, isHeld }
}

/** Whether automatic newsletters and digests wait for the owner. */
export async function isHeldForComplaints(db: Db): Promise<boolean> {
  return (await readHold(db)).isHeld
}

/** Holds automatic newsletters if readers complained too often. Call it in the transaction of a complaint. */
export async function holdForComplaints(db: Db, now: string): Promise<void> {
  const { isHeld, countedFrom } = await readHold(db)
  if (isHeld) return
  const since = daysBefore(now, 7)
  const count = await countComplaints(db, countedFrom > since ? countedFrom : since)
  if (complaintLevel(count) === 'hold') await saveHold(db, { isHeld: true, countedFrom }, now)
}

/** Lets held newsletters go on; no effect while none are held. Call it in a transaction. */
export async function releaseComplaints(db: Db, now: string): Promise<void> {
  if (await isHeldForComplaints(db)) await saveHold(db, { isHeld: false, countedFrom: now }, now)
}

async function readHold(db: Db): Promise<z.infer<typeof Hold>> {
  const { value } = await readStored(db, KEY)
  return value === undefined ? { isHeld: false, countedFrom: '' } : Hold.parse(value)
}

async function saveHold(db: Db, value: z.infer<typeof Hold>, now: string): Promise<void> {
  await lockTable(db, KEY)
  await saveStored(db, { key: KEY, value, now })
}

/** By the time of the delivery, so that a complaint counts together with its newsletter. */
async function countComplaints(db: Db, since: string): Promise<ComplaintCount> {
  // The literal state lets SQLite use the partial index.
  const counts = sql<Record<keyof ComplaintCount, number | string>>`
    select count(*) as delivered, count(case when bounce = 'complaint' then 1 end) as complaints
    from newsletter_recipients where state = 'accepted' and settled_at >= ${since}`
  const { delivered, complaints } = await firstRow(db, counts)
  return { delivered: Number(delivered), complaints: Number(complaints) }
}

const daysBefore = (now: string, days: number) => new Date(Date.parse(now) - days * DAY_MS).toISOString()
