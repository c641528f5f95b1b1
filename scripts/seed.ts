/**
 * `npm run seed`: the demo into an empty database. `-- --large`: thousands of posts and products and 5 million clicks;
 * `--scale 0.01` a hundredth of that; `--replace` throws away first what the database holds.
 */
import '../src/server/require-node-24.ts'
import path from 'node:path'
import { runnerImport } from 'vite'
import { ConfigError, readConfig } from '../src/server/config.ts'
import type * as Seed from '../src/server/db/seed/seed.ts'

try {
  // The articles are files that only Vite reads.
  const { module } = await runnerImport<typeof Seed>(path.resolve('src/server/db/seed/seed.ts'))
  const config = readConfig(process.env)
  try {
    await module.runSeed(config, module.readSeedChoices(process.argv.slice(2)), console.log)
  } catch (error) {
    // The runner has a class of its own of the same name.
    if (error instanceof Error && error.constructor.name === ConfigError.name) throw new ConfigError(error.message)
    throw error
  }
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
