import { readConfig } from '../server/platform/config.ts'
import { lockFolder } from '../server/platform/db/folder-lock.ts'
import { withStartLock } from '../server/platform/db/start-lock.ts'
import { purgeAfterWrite } from './purge-after-write.ts'

/**
 * Fills an empty database with the demo. `--large` creates thousands of posts and products and 5 million clicks,
 * `--scale 0.01` a hundredth of that; `--replace` empties the database first.
 */
export async function seed(args: string[], demoDir: string): Promise<void> {
  const { readSeedArguments, runSeed } = await import('../../demo/seed/run-seed.ts')
  const config = readConfig(process.env)
  const parsed = readSeedArguments(args)
  if (parsed.replaces && !config.databaseUrl && !(await lockFolder(config.dataDir)))
    throw new Error(`The site is running on ${config.dataDir}. Stop it first: its database is replaced.`)
  await withStartLock(
    config.databaseListenUrl,
    () => runSeed(config, { ...parsed, demoDir }, console.log),
    () => console.log('The site is being started; this begins after it.'),
  )
  await purgeAfterWrite(config)
}
