import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { resealErasures } from '../server/app/erasures/repeat-erasures.ts'
import { resealSecrets } from '../server/app/reseal-secrets.ts'
import { openBackupStore } from '../server/platform/backup/open-backups.ts'
import { ConfigError, readConfig } from '../server/platform/config.ts'
import { connect } from '../server/platform/db/connect.ts'
import { migrateToLatest } from '../server/platform/db/migrate.ts'
import { withStartLock } from '../server/platform/db/start-lock.ts'
import { createSecrets, readSecretKey } from '../server/platform/secrets.ts'
import { lockStoppedSite } from './lock-stopped-site.ts'
import { UsageError } from './usage-error.ts'

/**
 * Replaces the key of the site: that in SECRET_KEY by NEW_SECRET_KEY, that in the data folder by a random one. A run that is
 * killed is repeated as it is.
 */
export async function changeKey(args: string[]): Promise<void> {
  if (args.length > 0) throw new UsageError()
  const config = readConfig(process.env)
  await lockStoppedSite(config)
  const next = config.secretKey ? keyOfEnvironment(config.secretKey) : keyOfFolder(config.dataDir)
  const [from, to] = [readSecretKey(config), next.key].map(createSecrets) as [
    ReturnType<typeof createSecrets>,
    ReturnType<typeof createSecrets>,
  ]
  const db = connect(config)
  try {
    const { changed, unreadable } = await withStartLock(
      config.databaseListenUrl,
      async () => {
        await migrateToLatest(db)
        return db.transaction().execute((transaction) => resealSecrets(transaction, from, to))
      },
      () => console.log('The site is being started; this begins after it.'),
    )
    await resealErasures(openBackupStore(config), from, to)
    next.finish()
    console.log(`${changed} secrets are encrypted with the new key.${next.advice}`)
    if (unreadable > 0)
      console.log(
        `${unreadable} were encrypted with a key that is neither the former nor the new one, and stay as they are.`,
      )
    console.log('Recovery codes of two-step verification are void: make new ones in Settings.')
  } finally {
    await db.destroy()
  }
}

type NextKey = { key: string; finish: () => void; advice: string }

function keyOfEnvironment(former: string): NextKey {
  const key = process.env.NEW_SECRET_KEY ?? ''
  if (key.length < 32) throw new ConfigError('NEW_SECRET_KEY is missing, or has less than 32 characters.')
  if (key === former) throw new ConfigError('NEW_SECRET_KEY is the same as SECRET_KEY.')
  return { key, finish: () => {}, advice: ' Start the site with SECRET_KEY set to it, on every machine.' }
}

/** The new key is on the disk before anything is encrypted with it, and a run that was killed uses it again. */
function keyOfFolder(dataDir: string): NextKey {
  const file = path.join(dataDir, 'secret-key')
  const nextFile = `${file}.next`
  const known = existsSync(nextFile) ? readFileSync(nextFile, 'utf8').trim() : ''
  const key = known.length < 32 ? randomBytes(32).toString('base64url') : known
  if (key !== known) writeFileSync(nextFile, key, { mode: 0o600, flush: true })
  return { key, finish: () => renameSync(nextFile, file), advice: '' }
}
