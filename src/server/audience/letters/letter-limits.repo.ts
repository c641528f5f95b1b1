import { LetterLimits } from '../../../contract/letters.ts'
import { readStored, saveStored } from '../../accounts/settings/settings.repo.ts'
import type { Db } from '../../platform/db/schema.ts'

/** A row of the settings that is not one of their fields. */
const KEY = '#letter-limits'

/** A pace that every provider takes. */
const defaults: LetterLimits = { perSecond: 5, perHour: null, perDay: null }

export async function readLetterLimits(db: Db): Promise<LetterLimits> {
  const { value } = await readStored(db, KEY)
  return value === undefined ? defaults : LetterLimits.parse(value)
}

export async function writeLetterLimits(db: Db, limits: LetterLimits, now: string): Promise<void> {
  await saveStored(db, { key: KEY, value: limits, now })
}
