/** Builds unless the hash of all sources equals that of the last build. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const stamp = 'dist/sources.sha256'
const hash = createHash('sha256')
for (const source of ['src', 'demo', 'public', 'scripts', 'vite.config.ts', 'package.json', 'package-lock.json']) {
  for (const file of filesOf(source)) hash.update(file).update(readFileSync(file))
}
const current = hash.digest('hex')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== current) {
  const { status } = spawnSync('npm run build', { shell: true, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(stamp, current)
}

function filesOf(source: string): string[] {
  if (!existsSync(source)) return []
  if (statSync(source).isFile()) return [source]
  const entries = readdirSync(source, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
}
