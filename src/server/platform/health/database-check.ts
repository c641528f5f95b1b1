import type { Problem } from '../../../contract/platform/problems.ts'
import { findDamage } from '../db/check-database.ts'
import type { Db } from '../db/schema.ts'
import { findJob } from '../jobs/jobs.repo.ts'

const SENTENCE = 'The check of the database found damage: please bring it back from a backup.'

/** Throws if the database is damaged. As the error of its job, the result is known to all processes and after a restart. */
export async function checkDatabase(db: Db, dataDir: string, signal: AbortSignal): Promise<void> {
  const damages = await findDamage(db, dataDir, signal)
  if (damages.length > 0) throw new Error(`${SENTENCE} (${damages.join('; ')})`)
}

/** Returns what the last check found; the details are for the owner alone. */
export async function listDamage(db: Db, now: string): Promise<Problem[]> {
  const job = await findJob(db, 'check-database', now)
  return job?.lastError?.startsWith(SENTENCE) ? [{ kind: 'damaged', sentence: SENTENCE }] : []
}
