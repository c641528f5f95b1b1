import type { Picture } from '../../contract/pictures.ts'
import { Settings, type Site } from '../../contract/site.ts'
import { pictureColumns, toPicture } from '../db/picture-columns.ts'
import type { Db } from '../db/schema.ts'
import { hasDemoAccount } from '../users/users.repo.ts'
import { demoAccount } from './demo-account.ts'

/** The owner's settings over the defaults, with what every page needs beside them. */
export async function readSite(db: Db, origin: string): Promise<Site> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute()
  const settings = Settings.parse(Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)])))
  const [heroPicture, aboutPicture, isDemo] = await Promise.all([
    findPicture(db, settings.heroImage),
    findPicture(db, settings.aboutImage),
    hasDemoAccount(db),
  ])
  return { ...settings, origin, heroPicture, aboutPicture, demoAccount: isDemo ? demoAccount : null }
}

export async function saveSettings(db: Db, changes: Partial<Settings>, now: string): Promise<void> {
  for (const [key, value] of Object.entries(changes)) {
    const row = { value: JSON.stringify(value), updated_at: now }
    await db
      .insertInto('settings')
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute()
  }
}

async function findPicture(db: Db, url: string): Promise<Picture | null> {
  if (url === '') return null
  const row = await db.selectFrom('images').select(pictureColumns).where('url', '=', url).executeTakeFirst()
  return row ? toPicture(row) : null
}
