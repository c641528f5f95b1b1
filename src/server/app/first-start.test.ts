import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { countRows } from '../../../test/count-rows.ts'
import { emptyDatabase } from '../../../test/test-database.ts'
import { connect } from '../platform/db/connect.ts'

const isPostgres = inject('databaseUrl') !== undefined
// PGlite has a single session, which the lock would occupy.
const isEmbedded = isPostgres && inject('postgres')?.template === undefined

/** Its articles and newsletters. */
const DEMO_POSTS = 30

type Place = { dataDir: string; databaseUrl: string | undefined }

/** A starting site. `said` is its output so far; `ended` resolves with its exit code. */
function startProcess({ dataDir, databaseUrl }: Place, env: Record<string, string> = {}) {
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, ['test/prepare-process.ts'], {
    env: { ...inherited, DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const until = (text: string) =>
    expect.poll(() => (child.exitCode === null ? said : `${said} (ended)`), { timeout: 30_000 }).toContain(text)
  return {
    said: () => said,
    until,
    ended,
    pause: () => child.kill('SIGSTOP'),
    kill: () => child.kill('SIGKILL'),
    async finish() {
      await until('prepared')
      child.stdin.end()
      return ended
    },
  }
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-first-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The rows that a first start makes, read by a connection of its own. */
async function expectDemo(place: Place): Promise<void> {
  const db = connect(place)
  try {
    expect(await countRows(db)).toMatchObject({ posts: DEMO_POSTS, users: 1 })
  } finally {
    await db.destroy()
  }
}

test.runIf(isPostgres && !isEmbedded).each([2, 3])(
  '%s hosts that start at the same moment on one empty database make one site',
  { timeout: 60_000 },
  async (count) => {
    const { databaseUrl } = await emptyDatabase()
    const places = Array.from({ length: count }, () => ({ dataDir: newFolder(), databaseUrl }))
    const hosts = places.map((place) => startProcess(place))
    expect(await Promise.all(hosts.map((host) => host.finish()))).toEqual(Array(count).fill(0))
    await expectDemo(places[0]!)
    const waited = hosts.filter((host) => host.said().includes('another process prepares the database'))
    const seeded = hosts.filter((host) => host.said().includes('seeding the empty database'))
    expect([seeded.length, waited.length]).toEqual([1, count - 1])
  },
)

test.runIf(isPostgres && !isEmbedded)(
  'a host that is killed while it prepares the database releases those that wait',
  { timeout: 60_000 },
  async () => {
    const { databaseUrl } = await emptyDatabase()
    const place = { dataDir: newFolder(), databaseUrl }
    const first = startProcess(place)
    await first.until('seeding the empty database')
    // Otherwise it may have finished before the second one is there.
    first.pause()
    const second = startProcess({ dataDir: newFolder(), databaseUrl })
    await second.until('another process prepares the database')
    first.kill()
    expect(await second.finish()).toBe(0)
    await expectDemo(place)
  },
)

test('a first start that was killed while it stored the demo is completed by the next', {
  timeout: 60_000,
}, async () => {
  const { databaseUrl } = await emptyDatabase()
  const place = { dataDir: newFolder(), databaseUrl }
  const killed = startProcess(place)
  await killed.until('seeding the empty database')
  killed.kill()
  await killed.ended
  expect(await startProcess(place).finish()).toBe(0)
  await expectDemo(place)
})

test.skipIf(isPostgres)('a second server on a SQLite folder is refused', { timeout: 60_000 }, async () => {
  const place = { dataDir: newFolder(), databaseUrl: undefined }
  const first = startProcess(place)
  const second = startProcess(place)
  const code = await Promise.race([first.ended, second.ended])
  const [refused, running] = first.said().includes('Cannot') ? [first, second] : [second, first]
  expect(code).toBe(1)
  expect(refused.said().trim()).toBe(
    `Cannot start: another server uses the data folder ${place.dataDir}. Stop it first, or give this one a DATA_DIR of its own.`,
  )
  await running.until('prepared')
  running.kill()
  expect(await startProcess(place).finish()).toBe(0)
  await expectDemo(place)
})

test('an empty database is not served where images or backups of a site are', { timeout: 60_000 }, async () => {
  const { databaseUrl } = await emptyDatabase()
  const place = { dataDir: newFolder(), databaseUrl }
  const backup = 'dewlight-2026-03-10-150000-1a2b3c-nightly.tar.gz'
  mkdirSync(path.join(place.dataDir, 'backups'))
  writeFileSync(path.join(place.dataDir, 'backups', backup), '')
  mkdirSync(path.join(place.dataDir, 'media/abc'), { recursive: true })
  writeFileSync(path.join(place.dataDir, 'media/abc/source'), '')
  writeFileSync(path.join(place.dataDir, 'dewlight.db'), '')
  for (const env of [{}, { SITE_URL: 'https://example.com' }] as Record<string, string>[]) {
    const refused = startProcess(place, env)
    expect(await refused.ended).toBe(1)
    expect(refused.said().trim()).toBe(
      `Cannot start: the database is empty, but a site has left 1 image and 1 backup. Restore the newest backup: npm run restore -- ${backup}. To begin a new site next to them: npm run admin -- create, or npm run seed for the demo.`,
    )
  }
  rmSync(path.join(place.dataDir, 'backups'), { recursive: true })
  rmSync(path.join(place.dataDir, 'dewlight.db'))
  const refused = startProcess(place)
  expect(await refused.ended).toBe(1)
  expect(refused.said()).toContain('the database is empty, but a site has left 1 image. If there is a backup elsewhere')
  rmSync(path.join(place.dataDir, 'media'), { recursive: true })
  expect(await startProcess(place).finish()).toBe(0)
})

test.skipIf(isPostgres)('a log without its database is kept', async () => {
  const place = { dataDir: newFolder(), databaseUrl: undefined }
  writeFileSync(path.join(place.dataDir, 'dewlight.db-wal'), 'changes')
  const refused = startProcess(place)
  expect(await refused.ended).toBe(1)
  expect(refused.said()).toContain('its log dewlight.db-wal holds changes')
})
