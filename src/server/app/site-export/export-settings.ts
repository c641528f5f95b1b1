import { readAppearance } from '../../accounts/settings/appearance.repo.ts'
import { readSettings } from '../../accounts/settings/settings.repo.ts'
import { readVerification } from '../../accounts/settings/verification.repo.ts'
import { readEditableMenus } from '../../content/menus/menus.repo.ts'
import type { Db } from '../../platform/db/schema.ts'

/** The settings without secrets, by the contracts that name them: others are not read. */
export async function readExportedSettings(db: Db, now: string) {
  const [{ settings }, { appearance }, { menus }, { verification }] = [
    await readSettings(db),
    await readAppearance(db),
    await readEditableMenus(db, now),
    await readVerification(db),
  ]
  return { settings, appearance, menus, verification }
}
