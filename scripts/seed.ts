/**
 * `npm run seed`: the demo into an empty database. `-- --large`: thousands of posts and products and 5 million clicks;
 * `--scale 0.01` a hundredth of that; `--replace` throws away first what the database holds.
 */
import '../src/server/platform/require-node-24.ts'
import { createServer } from 'vite'
import { ConfigError, readConfig } from '../src/server/platform/config.ts'
import type * as Seed from '../src/server/platform/db/seed/seed.ts'

// The articles are files that only Vite reads.
const vite = await createServer({
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
})
try {
  const module = (await vite.ssrLoadModule('/src/server/platform/db/seed/seed.ts')) as typeof Seed
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
} finally {
  await vite.close()
}
