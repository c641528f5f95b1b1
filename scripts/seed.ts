/**
 * `npm run seed`: fills an empty database with the demo. `-- --large`: thousands of posts and products and 5 million clicks;
 * `--scale 0.01` a hundredth of that; `--replace` deletes existing data first.
 */
import '../src/server/require-node-24.ts'
import { createServer } from 'vite'
import { ConfigError, readConfig } from '../src/server/config.ts'
import type * as Seed from '../src/server/db/seed/seed.ts'

// Only Vite resolves the imports of the articles.
const vite = await createServer({
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
})
try {
  const module = (await vite.ssrLoadModule('/src/server/db/seed/seed.ts')) as typeof Seed
  const config = readConfig(process.env)
  try {
    await module.runSeed(config, module.readSeedChoices(process.argv.slice(2)), console.log)
  } catch (error) {
    // Vite's module runner loads a second class of the same name.
    if (error instanceof Error && error.constructor.name === ConfigError.name) throw new ConfigError(error.message)
    throw error
  }
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
} finally {
  await vite.close()
}
