import {
  type AppearanceInput,
  type EditableAppearance,
  StoredAppearance,
} from '../../../contract/accounts/appearance.ts'
import type { Db } from '../../platform/db/schema.ts'
import { APPEARANCE, readSettings, readStored, saveSettings, saveStored } from './settings.repo.ts'

export async function readAppearance(db: Db): Promise<EditableAppearance> {
  const { value, version } = await readStored(db, APPEARANCE)
  const { logo } = (await readSettings(db)).settings
  return { appearance: { ...StoredAppearance.parse(value ?? {}), logo }, version }
}

/**
 * Must run in a transaction. False if `version` is given and outdated; then the transaction must be rolled back. The logo
 * is stored in the settings.
 */
export async function saveAppearance(
  db: Db,
  { logo, ...appearance }: AppearanceInput,
  now: string,
  version?: number,
): Promise<boolean> {
  const next = await saveStored(db, { key: APPEARANCE, value: appearance, now, version })
  if (next === undefined) return false
  if ((await readSettings(db)).settings.logo !== logo) await saveSettings(db, { logo }, now)
  return true
}
