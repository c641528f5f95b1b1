import { COMPLAINTS_HELD } from '../../../contract/audience/complaints.ts'
import { ADDRESS_NEEDED, type NewsletterKind } from '../../../contract/audience/newsletters.ts'
import type { Db } from '../../platform/db/schema.ts'
import { isComplete, readSenderAddress } from '../mail/sender-address.repo.ts'
import { isHeldForComplaints } from './complaints.repo.ts'

type Reason = keyof typeof kinds

/** The newsletters that each reason pauses: a digest that is being sent has its address in its text. */
const kinds = {
  [ADDRESS_NEEDED]: ['welcome', 'series'],
  [COMPLAINTS_HELD]: ['welcome', 'series', 'digest'],
} satisfies Record<string, NewsletterKind[]>
const reasons = [ADDRESS_NEEDED, COMPLAINTS_HELD] as const satisfies Reason[]

/** Older than any composed mail is used. */
const LONG_AGO = '1970-01-01T00:00:00.000Z'

/**
 * Pauses the automatic newsletters that are on while the owner's name or postal address is missing, or while they are held for
 * complaints; the note says which. They go on by themselves, composed again, once every reason has ended.
 */
export async function holdAutomatic(db: Db, now: string): Promise<void> {
  if (!(await hasOpen(db))) return
  const current = await listCurrent(db)
  const ended = reasons.filter((reason) => !current.includes(reason))
  for (const reason of current) await pause(db, reason, { ended, now })
  if (ended.length > 0) await goOn(db, ended, now)
}

async function listCurrent(db: Db): Promise<Reason[]> {
  const isMissing = !isComplete(await readSenderAddress(db))
  const isHeld = await isHeldForComplaints(db)
  return [...(isMissing ? [ADDRESS_NEEDED] : []), ...(isHeld ? [COMPLAINTS_HELD] : [])] as Reason[]
}

/** Whether one is on, or paused for one of the reasons. */
async function hasOpen(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('newsletters')
    .select('post_id')
    .where('kind', 'in', kinds[COMPLAINTS_HELD])
    .where((eb) =>
      eb.or([eb('state', '=', 'sending'), eb.and([eb('state', '=', 'paused'), eb('note', 'in', reasons)])]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Pauses those that are on, and those that another reason has paused which has ended: they do not go on in between. */
async function pause(db: Db, reason: Reason, { ended, now }: { ended: Reason[]; now: string }): Promise<void> {
  await db
    .updateTable('newsletters')
    .set((eb) => ({ state: 'paused' as const, note: reason, version: eb('version', '+', 1), updated_at: now }))
    .where('kind', 'in', kinds[reason])
    .where((eb) =>
      eb.or([
        eb('state', '=', 'sending'),
        ...(ended.length > 0 ? [eb.and([eb('state', '=', 'paused'), eb('note', 'in', ended)])] : []),
      ]),
    )
    .execute()
}

async function goOn(db: Db, ended: Reason[], now: string): Promise<void> {
  await db
    .updateTable('newsletters')
    .set((eb) => ({
      state: 'sending' as const,
      note: null,
      composed_at: LONG_AGO,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('state', '=', 'paused')
    .where('note', 'in', ended)
    .execute()
}
