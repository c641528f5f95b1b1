/**
 * Builds unless the hash of all sources equals that of the last build. Their times and sizes are stored with it and compared
 * first, which takes a fifth of the time; a checkout that only changes times is hashed once.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describeFiles, hashFiles } from './hash-files.ts'

const stamp = 'dist/sources.sha256'
const sources = [
  'src',
  'demo/content',
  'demo/images',
  'demo/seed',
  'public',
  'scripts',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]
const [builtHash, builtState] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : []
const state = describeFiles(sources)

if (state !== builtState) {
  const hash = hashFiles(sources)
  if (hash !== builtHash) {
    const { status } = spawnSync('npm run build', { shell: true, stdio: 'inherit' })
    if (status !== 0) process.exit(status ?? 1)
  }
  remember(`${hash}\n${state}`)
}

function remember(text: string): void {
  try {
    writeFileSync(stamp, text)
  } catch (error) {
    // A build that only others can write is still the built site.
    console.warn(`${stamp} cannot be written: ${error instanceof Error ? error.message : error}`)
  }
}
