import * as contract from '../../../contract/settings.ts'
import { findSite } from '../../../contract/site.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { readSettings, readSite, saveSettings } from './settings.repo.ts'

export function settingsRoutes({ origin }: { origin: string }) {
  return [
    bind(findSite, async ({ db }) => ({ body: await readSite(db, origin) })),
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
