import type { Logger } from 'pino'
import { ensureOwner } from '../accounts/auth/owner.ts'
import { createSetupToken } from '../accounts/auth/setup.ts'
import { rasterizeSvgSources } from '../content/images/rasterize-svg-sources.ts'
import { upgrade } from '../platform/backup/upgrade.ts'
import type { Config } from '../platform/config.ts'
import { isEmpty } from '../platform/db/is-empty.ts'
import type { Db } from '../platform/db/schema.ts'
import type { BlobStorage } from '../platform/storage/blob-storage.ts'
import { openStorage } from '../platform/storage/open-storage.ts'

/** Fills an empty database with demo content. */
export type SeedDemo = (
  db: Db,
  options: {
    media: BlobStorage
    /** The day that is today in the demo; all dates count back from it. */
    today: Date
  },
) => Promise<void>

export type Preparation = {
  config: Config
  log: Logger
  /** Called for an empty database of a site that is not public. */
  seedDemo: SeedDemo
}

/** What has to be done once before a site is served: the newest schema, the demo, the owner's account. */
export async function prepareData(db: Db, { config, log, seedDemo }: Preparation): Promise<void> {
  const media = openStorage(config)
  await upgrade(db, { media, backupDir: config.backupDir, now: new Date(), log })
  await prepareContent(db, { config, media, log, seedDemo })
}

async function prepareContent(
  db: Db,
  { config, media, log, seedDemo }: Preparation & { media: BlobStorage },
): Promise<void> {
  if (!config.isPublic && (await isEmpty(db))) {
    log.info('seeding the empty database with the demo')
    await seedDemo(db, { media, today: new Date() })
  }
  // The sources can still be served as they are, so the start continues; the next one tries again.
  await rasterizeSvgSources(db, media, log).catch((error: unknown) =>
    log.error({ err: error }, 'SVG images of an earlier version could not be converted to JPEG'),
  )
  if (!config.isLocalOnly) await deleteDemoAccount(db)
  if (config.owner) await ensureOwner(db, config.owner, { name: config.owner.username, bio: '', isDemo: false })
  if (!config.isLocalOnly) await printSetupLink(db, config.origin)
}

/** The set-up link goes to the log of a public site without an account: only the operator can read it. */
async function printSetupLink(db: Db, origin: string): Promise<void> {
  const token = await createSetupToken(db, new Date())
  if (token) console.log(`\nThere is no account yet. Make yours within 24 hours:\n${origin}/setup?token=${token}\n`)
}

/** The password of the demo account is public, so a site that others can reach must not have this account. */
async function deleteDemoAccount(db: Db): Promise<void> {
  await db.deleteFrom('users').where('is_demo', '=', true).execute()
}
