import { Hono } from 'hono'
import type { Reads } from '../../../contract/reads.ts'
import { type SettingsConflict, SettingsInput } from '../../../contract/settings.ts'
import type { Db } from '../../platform/db/schema.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { etagOf, readIfMatch } from '../../platform/http/if-match.ts'
import type { OwnerGuard } from '../../platform/http/owner.ts'
import { readBody } from '../../platform/http/validate.ts'
import { readSettings, saveSettings } from './settings.repo.ts'

export type SettingsRoutesOptions = { db: Db; reads: Reads; clock: () => Date; owner: OwnerGuard }

export function settingsRoutes({ db, reads, clock, owner }: SettingsRoutesOptions) {
  return new Hono()
    .get('/site', async (c) => c.json(await reads.site()))
    .get('/settings', owner, async (c) => {
      const current = await readSettings(db)
      return c.json(current, 200, { etag: etagOf(current.version) })
    })
    .put('/settings', owner, async (c) => {
      const changes = await readBody(c, SettingsInput)
      const version = readIfMatch(c)
      c.set('subject', Object.keys(changes).join(', '))
      try {
        return await idempotent(c, db, { changes, version }, async (transaction) => {
          const next = await saveSettings(transaction, changes, clock().toISOString(), version)
          if (next === undefined) throw new OutdatedSettings()
          c.header('etag', etagOf(next))
          return { status: 200, body: await readSettings(transaction) }
        })
      } catch (error) {
        if (!(error instanceof OutdatedSettings)) throw error
        const conflict: SettingsConflict = {
          message: 'The settings were changed elsewhere meanwhile',
          current: await readSettings(db),
        }
        return c.json(conflict, 409)
      }
    })
}

/** Thrown so that the transaction ends without a change. */
class OutdatedSettings extends Error {}
