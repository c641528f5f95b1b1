import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * The data folder of a fraction of the large seed (5,000 posts, 10,000 products, 5 million clicks). Created once, in
 * test-results, because it takes minutes.
 */
export function largeSeed(scale = '1'): string {
  const dataDir = path.resolve('test-results', scale === '1' ? 'large' : `large-${scale}`)
  if (!existsSync(path.join(dataDir, 'media'))) {
    const args = ['src/cli.ts', 'seed', '--large', '--scale', scale, '--replace']
    spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, DATA_DIR: dataDir } })
  }
  return dataDir
}

/** A copy for benchmarks that write. The caller deletes it. */
export function copyOfLargeSeed(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-bench-'))
  cpSync(largeSeed(), folder, { recursive: true })
  return folder
}
