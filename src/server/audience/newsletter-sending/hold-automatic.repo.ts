import { ADDRESS_NEEDED } from '../../../contract/audience/newsletters.ts'
import type { Db } from '../../platform/db/schema.ts'
import { isComplete, readSenderAddress } from '../mail/sender-address.repo.ts'

const automatic = ['welcome', 'series'] as const
/** Older than any composed mail is used. */
const LONG_AGO = '1970-01-01T00:00:00.000Z'

/**
 * Pauses the automatic newsletters that are on while the owner's name or postal address is missing, which the pause names. They go
 * on by themselves, composed again, once both are there.
 */
export async function holdAutomatic(db: Db, now: string): Promise<void> {
  const open = await listOpen(db)
  if (open.length === 0) return
  const hasAddress = isComplete(await readSenderAddress(db))
  if (!hasAddress) await pause(db, ADDRESS_NEEDED, now)
  else if (open.some(({ state }) => state === 'paused')) await goOn(db, now)
}

/** Those that are on, or held for the address. */
function listOpen(db: Db) {
  return db
    .selectFrom('newsletters')
    .select('state')
    .where('kind', 'in', automatic)
    .where((eb) => eb.or([eb('state', '=', 'sending'), eb('note', '=', ADDRESS_NEEDED)]))
    .where('state', 'in', ['sending', 'paused'])
    .execute()
}

async function pause(db: Db, note: string, now: string): Promise<void> {
  await db
    .updateTable('newsletters')
    .set((eb) => ({ state: 'paused' as const, note, version: eb('version', '+', 1), updated_at: now }))
    .where('kind', 'in', automatic)
    .where('state', '=', 'sending')
    .execute()
}

async function goOn(db: Db, now: string): Promise<void> {
  await db
    .updateTable('newsletters')
    .set((eb) => ({
      state: 'sending' as const,
      note: null,
      composed_at: LONG_AGO,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('kind', 'in', automatic)
    .where('state', '=', 'paused')
    .where('note', '=', ADDRESS_NEEDED)
    .execute()
}
