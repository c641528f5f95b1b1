/** Builds unless the hash of all sources equals that of the last build. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { hashFiles } from './hash-files.ts'

const stamp = 'dist/sources.sha256'
const current = hashFiles([
  'src',
  'demo/content',
  'demo/images',
  'demo/seed',
  'public',
  'scripts',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
])

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== current) {
  const { status } = spawnSync('npm run build', { shell: true, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(stamp, current)
}
