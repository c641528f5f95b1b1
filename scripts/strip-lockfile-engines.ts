/**
 * Removes `engines` from the packages of `package-lock.json`. npm compares them with the Node that runs npm, which never
 * runs these packages: it would warn about it, and leave out optional ones. `test/runtime.test.ts` compares them with
 * the pinned Node instead.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const file = 'package-lock.json'
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, { engines?: unknown }> }
for (const [place, entry] of Object.entries(lock.packages)) if (place !== '') delete entry.engines
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
