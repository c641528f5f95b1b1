import * as contract from '../../../contract/accounts/settings.ts'
import { findSite, type Settings, type Site } from '../../../contract/accounts/site.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { holdResetLinks } from '../auth/reset-hold.repo.ts'
import { readSettings, readSite, saveSettings } from './settings.repo.ts'

/** Tells the former email of the site about the new one. */
export type EmailChangeNotice = {
  /** In the transaction of the change. */
  enqueue(db: Db, change: { brand: string; from: string; to: string; now: string }): Promise<void>
  /** After its commit. */
  wake(): void
}

type SettingsOptions = {
  origin: string
  emailChange: EmailChangeNotice
  /** Called in the transaction of a change with what it changed. */
  onChange(db: Db, changed: Partial<Settings>, now: string): Promise<void>
  /** Reads the settings that follow from the content of the site. */
  readShared(
    db: Db,
    site: Site,
    now: string,
  ): Promise<Pick<Site, 'menus' | 'explore' | 'editedPages' | 'programDisclosures'>>
}

export function settingsRoutes({ origin, emailChange, onChange, readShared }: SettingsOptions) {
  async function reportEmail(db: Db, { email: from, brand }: Settings, to: string, now: string): Promise<void> {
    if (from === '' || from === to) return
    await holdResetLinks(db, now)
    await emailChange.enqueue(db, { brand, from, to, now })
  }

  return [
    bind(findSite, async ({ db, now }) => {
      const site = await readSite(db, origin)
      return { body: { ...site, ...(await readShared(db, site, now)) } }
    }),
    bind(contract.findSettings, async ({ db }) => ({ body: await readSettings(db) })),
    bindStaged(contract.saveSettings, async ({ db, body, version, now, transact }) => {
      try {
        return await transact({ body, version }, async (transaction) => {
          const { settings: former } = await readSettings(transaction)
          if ((await saveSettings(transaction, body, now, version)) === undefined) throw new OutdatedSettings()
          const saved = await readSettings(transaction)
          await reportEmail(transaction, former, saved.settings.email, now)
          await onChange(transaction, body, now)
          return { body: saved, subject: Object.keys(body), afterCommit: emailChange.wake }
        })
      } catch (error) {
        if (!(error instanceof OutdatedSettings)) throw error
        const message = 'The settings were changed elsewhere meanwhile'
        return { status: 409, body: { message, current: await readSettings(db) } }
      }
    }),
  ]
}

/** Thrown so that the transaction is rolled back. */
class OutdatedSettings extends Error {}
