import type { Logger } from 'pino'
import { ensureOwner } from '../accounts/auth/owner.ts'
import { createSetupToken } from '../accounts/auth/setup.ts'
import { upgrade } from '../platform/backup/upgrade.ts'
import { type Config, isLoopback } from '../platform/config.ts'
import { isEmpty } from '../platform/db/is-empty.ts'
import type { Db } from '../platform/db/schema.ts'
import type { BlobStorage } from '../platform/storage/blob-storage.ts'
import { openStorage } from '../platform/storage/open-storage.ts'

export type Preparation = {
  config: Config
  log: Logger
  /** Whether an empty database of a site that is not public is filled with the demo. */
  seedsDemo: boolean
}

/** What has to be done once before a site is served: the newest schema, the demo, the owner's account. */
export async function prepareData(db: Db, { config, log, seedsDemo }: Preparation): Promise<void> {
  const media = openStorage(config)
  await upgrade(db, { media, backupDir: config.backupDir, now: new Date(), log })
  await prepareContent(db, { config, media, log, seedsDemo })
}

async function prepareContent(
  db: Db,
  { config, media, log, seedsDemo }: Preparation & { media: BlobStorage },
): Promise<void> {
  if (seedsDemo && !config.isPublic) {
    if (await isEmpty(db)) {
      const { seedDemo } = await import('../platform/db/seed/seed-demo.ts')
      log.info('filling the empty database with the demo; this takes a moment, once')
      await seedDemo(db, { media, today: new Date() })
    }
  }
  const isOpen = !isLoopback(config.host) || config.isPublic
  if (isOpen) await deleteDemoAccount(db)
  if (config.owner) await ensureOwner(db, config.owner, { name: config.owner.username, bio: '', isDemo: false })
  if (isOpen) await printSetupLink(db, config.origin)
}

/** While others can reach the site and it has no account, its owner is whoever reads this output. */
async function printSetupLink(db: Db, origin: string): Promise<void> {
  const token = await createSetupToken(db, new Date())
  if (token) console.log(`\nThere is no account yet. Make yours within 24 hours:\n${origin}/setup?token=${token}\n`)
}

/** An account whose password stands in the source opens no door that others can reach. */
async function deleteDemoAccount(db: Db): Promise<void> {
  await db.deleteFrom('users').where('is_demo', '=', true).execute()
}
