/**
 * `npm run seed`: fills an empty database with the demo. `-- --large` creates thousands of posts and products and 5 million
 * clicks, `--scale 0.01` a hundredth of that; `--replace` empties the database first.
 */
import '../src/server/platform/require-node-24.ts'
import { ConfigError, readConfig } from '../src/server/platform/config.ts'

try {
  // Imported after the check: the database driver crashes an older Node.
  const { readSeedArguments, runSeed } = await import('../demo/seed/run-seed.ts')
  const { purgeAfterWrite } = await import('./purge-after-write.ts')
  const config = readConfig(process.env)
  await runSeed(config, readSeedArguments(process.argv.slice(2)), console.log)
  await purgeAfterWrite(config)
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
