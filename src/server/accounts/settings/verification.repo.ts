import {
  type EditableVerification,
  StoredVerification,
  type Verification,
} from '../../../contract/accounts/verification.ts'
import type { Db } from '../../platform/db/schema.ts'
import { readSettings, readStored, saveStored, VERIFICATION } from './settings.repo.ts'

export async function readVerification(db: Db): Promise<EditableVerification> {
  const { value, version } = await readStored(db, VERIFICATION)
  const { email } = (await readSettings(db)).settings
  return { verification: StoredVerification.parse(value ?? {}), email, version }
}

/** Replaces the verification and returns the new version; undefined if `version` is outdated, then roll the transaction back. */
export function saveVerification(db: Db, value: Verification, now: string, version?: number) {
  return saveStored(db, { key: VERIFICATION, value, now, version })
}
