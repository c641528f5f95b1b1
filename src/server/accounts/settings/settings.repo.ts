import { sql } from 'kysely'
import type { Picture } from '../../../contract/pictures.ts'
import type { EditableSettings } from '../../../contract/settings.ts'
import { Settings, type Site } from '../../../contract/site.ts'
import { pictureColumns, toPicture } from '../../platform/db/picture-columns.ts'
import type { Db } from '../../platform/db/schema.ts'
import { hasDemoAccount } from '../users/users.repo.ts'
import { demoAccount } from './demo-account.ts'

/** The row that counts the changes; not a valid setting key. */
const VERSION = '#version'

/** The settings with their defaults applied, and the other data of every page. */
export async function readSite(db: Db, origin: string): Promise<Site> {
  const { settings } = await readSettings(db)
  const [logoPicture, heroPicture, aboutPicture, isDemo] = await Promise.all([
    findPicture(db, settings.logo),
    findPicture(db, settings.heroImage),
    findPicture(db, settings.aboutImage),
    hasDemoAccount(db),
  ])
  return { ...settings, origin, logoPicture, heroPicture, aboutPicture, demoAccount: isDemo ? demoAccount : null }
}

export async function readSettings(db: Db): Promise<EditableSettings> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute()
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)]))
  return { settings: Settings.parse(stored), defaults: Settings.parse({}), version: Number(stored[VERSION] ?? 0) }
}

/**
 * Changes settings and returns the new version; must run in a transaction. Undefined if `version` is given and outdated;
 * then the transaction must be rolled back.
 */
export async function saveSettings(
  db: Db,
  changes: Partial<Settings>,
  now: string,
  version?: number,
): Promise<number | undefined> {
  // Counts first, which locks the row: the second of two concurrent changes sees the first one's version.
  const next = await countUp(db, now)
  if (version !== undefined && next !== version + 1) return undefined
  for (const [key, value] of Object.entries(changes)) await put(db, key, JSON.stringify(value), now)
  return next
}

async function countUp(db: Db, now: string): Promise<number> {
  const { value } = await db
    .insertInto('settings')
    .values({ key: VERSION, value: '1', updated_at: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        value: sql<string>`cast(cast(settings.value as integer) + 1 as text)`,
        updated_at: now,
      }),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return Number(value)
}

async function put(db: Db, key: string, value: string, now: string): Promise<void> {
  const row = { value, updated_at: now }
  await db
    .insertInto('settings')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

async function findPicture(db: Db, url: string): Promise<Picture | null> {
  if (url === '') return null
  const row = await db.selectFrom('images').select(pictureColumns).where('url', '=', url).executeTakeFirst()
  return row ? toPicture(row) : null
}
