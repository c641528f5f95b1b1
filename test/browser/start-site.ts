/** The built site on a copy of the demo, which most tests share. */
import { rmSync } from 'node:fs'
import { copyDemoData } from './isolated-site.ts'
import './prepare.ts'

const dataDir = 'test-results/site-data'
rmSync(dataDir, { recursive: true, force: true })
copyDemoData(dataDir)
process.env.DATA_DIR = dataDir
process.env.NODE_ENV = 'production'
// Tests that send many requests come from addresses of their own: `fromElsewhere`.
process.env.TRUST_PROXY = '1'

await import(new URL('../../dist/server/main.js', import.meta.url).href)
