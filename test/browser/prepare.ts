/**
 * Builds the site if its sources changed, and prepares the data folder that each site of the browser suite copies: the
 * demo with all image variants. Seeding and encoding take longer than many tests, so they run once.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import BetterSqlite from 'better-sqlite3'
import '../../scripts/build-if-changed.ts'
import { hashFiles } from '../../scripts/hash-files.ts'
import { demoDay } from './demo-day.ts'

const folder = 'test-results/demo-data'
const stamp = `${folder}.stamp`
const sources = [
  'src/server',
  'src/contract',
  'src/server.ts',
  'src/main.ts',
  'demo/content',
  'demo/images',
  'demo/seed',
  'package-lock.json',
]
// The demo's statistics end today.
const current = `${demoDay()} ${hashFiles(sources)}`

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== current) {
  rmSync(stamp, { force: true })
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await fillFolder()
  writeFileSync(stamp, current)
}

/** The first start fills the folder, and its jobs make the image variants. */
async function fillFolder(): Promise<void> {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      WEB_CONCURRENCY: '1',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(child, 'exit')
  while (!areVariantsMade()) {
    if (child.exitCode !== null) throw new Error('The site did not start.')
    await sleep(200)
  }
  child.kill('SIGTERM')
  await ended
  const db = new BetterSqlite(path.join(folder, 'dewlight.db'))
  db.exec('delete from jobs')
  // Tests expect the default texts and menus of the specification, not those of the demo.
  db.exec(`delete from settings where key in ('cardBadge', '#menus') or key like '%Heading'`)
  db.close()
}

function areVariantsMade(): boolean {
  try {
    const db = new BetterSqlite(path.join(folder, 'dewlight.db'), { readonly: true, fileMustExist: true })
    try {
      const job = db.prepare(`select last_finished_at, last_error from jobs where name = 'make-images'`).get() as
        | { last_finished_at: string | null; last_error: string | null }
        | undefined
      if (job?.last_error) throw new Error(job.last_error)
      return Boolean(job?.last_finished_at)
    } finally {
      db.close()
    }
  } catch (error) {
    // The database does not exist yet, or is being migrated.
    if (error instanceof BetterSqlite.SqliteError) return false
    throw error
  }
}
