import * as contract from '../../../contract/settings.ts'
import { findSite, type Site } from '../../../contract/site.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { readSettings, readSite, saveSettings } from './settings.repo.ts'

type SettingsOptions = {
  origin: string
  /** What follows from the content of the site. */
  readShared(db: Db, site: Site, now: string): Promise<Pick<Site, 'menus' | 'editedPages' | 'programDisclosures'>>
}

export function settingsRoutes({ origin, readShared }: SettingsOptions) {
  return [
    bind(findSite, async ({ db, now }) => {
      const site = await readSite(db, origin)
      return { body: { ...site, ...(await readShared(db, site, now)) } }
    }),
    bind(contract.findSettings, async ({ db }) => ({ body: await readSettings(db) })),
    bindStaged(contract.saveSettings, async ({ db, body, version, now, transact }) => {
      try {
        return await transact({ body, version }, async (transaction) => {
          if ((await saveSettings(transaction, body, now, version)) === undefined) throw new OutdatedSettings()
          return { body: await readSettings(transaction), subject: Object.keys(body) }
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
