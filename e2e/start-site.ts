/** The built site on an empty data folder, filled with the demo: what a newcomer sees. */
import { rmSync } from 'node:fs'

const dataDir = 'test-results/site-data'
rmSync(dataDir, { recursive: true, force: true })
process.env.DATA_DIR = dataDir
process.env.NODE_ENV = 'production'
// A test that sends much says that it comes from a place of its own: `fromElsewhere`.
process.env.TRUST_PROXY = '1'

await import('../scripts/build-if-changed.ts')
await import(new URL('../dist/server/main.js', import.meta.url).href)
