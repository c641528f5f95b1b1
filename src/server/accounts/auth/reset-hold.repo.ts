import * as z from 'zod/mini'
import type { Db } from '../../platform/db/schema.ts'
import { readStored, saveStored } from '../settings/settings.repo.ts'

const KEY = '#no-reset-links-until'
const DAY_MS = 24 * 60 * 60 * 1000

/** Holds links for a new password back for a day: they would go to the person who changed where mail goes. */
export async function holdResetLinks(db: Db, now: string): Promise<void> {
  await saveStored(db, { key: KEY, value: new Date(Date.parse(now) + DAY_MS).toISOString(), now })
}

export async function areResetLinksHeld(db: Db, now: string): Promise<boolean> {
  const until = z.optional(z.string()).parse((await readStored(db, KEY)).value)
  // A hold of more than a day was written while the clock was ahead.
  return until !== undefined && now < until && Date.parse(until) - Date.parse(now) <= DAY_MS
}
