/**
 * Removes `engines` from the packages of `package-lock.json`. npm compares them with the Node that runs npm, not with the
 * pinned one that runs the packages: it would warn and skip optional packages. `test/runtime.test.ts` compares them with the
 * pinned Node instead.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const file = 'package-lock.json'
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, { engines?: unknown }> }
for (const [place, entry] of Object.entries(lock.packages)) if (place !== '') delete entry.engines
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
