/**
 * Runs the checks of `demo/art`, the package that draws the images of the demo, unless the committed hash says that they
 * passed for these sources and images; writes the hash when they pass.
 */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { hashFiles } from './hash-files.ts'

const record = 'demo/art.sha256'
// The drawings take the names of images and products from the demo, and the versions of libraries from `package.json`.
const sources = ['demo/content/images.ts', 'demo/content/products.ts', 'demo/seed/seeded-random.ts', 'demo/images']
const code = globSync('demo/art/**/*.{ts,json}', { exclude: ['demo/art/node_modules'] }).sort()
const current = hashFiles([...code, ...sources])

if (readFileSync(record, 'utf8').trim() !== current) {
  const { scripts } = JSON.parse(readFileSync('demo/art/package.json', 'utf8')) as { scripts: Record<string, string> }
  for (const name of Object.keys(scripts).filter((name) => name.startsWith('check:'))) {
    const { status } = spawnSync(`npm run --silent ${name}`, { cwd: 'demo/art', shell: true, stdio: 'inherit' })
    if (status !== 0) process.exit(status ?? 1)
  }
  writeFileSync(record, `${current}\n`)
}
