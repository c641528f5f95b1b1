import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { emptyDatabase, migratedDatabase } from '../../../../test/test-database.ts'
import { upgrade } from '../backup/upgrade.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { createHealth } from '../health/health.ts'
import { createFolderStorage } from '../storage/folder-storage.ts'
import { connect } from './connect.ts'
import { isCurrent, LAST_WITHOUT_PHASE, lastMigration, migrateToLatest, migrations } from './migrate.ts'
import type { PhasedMigration } from './migration-phase.ts'

const newest = Object.keys(migrations).sort().at(-1)!
const refused =
  'Cannot use the database: a newer version of the program has changed it, and this version is not compatible with that. Start the newer version, or restore a backup from before the upgrade.'

const expand: PhasedMigration = {
  phase: 'expand',
  up: (db) => db.schema.alterTable('posts').addColumn('subtitle', 'text').execute(),
}
const contract = (oldestProgram: string): PhasedMigration => ({
  phase: 'contract',
  oldestProgram,
  up: (db) => db.schema.alterTable('posts').dropColumn('subtitle').execute(),
})

/** A database that a newer program has migrated. */
async function newerDatabase(more: Record<string, PhasedMigration>) {
  const { db, ...options } = await emptyDatabase()
  await migrateToLatest(db, { list: { ...migrations, ...more } })
  return { db, options }
}

test('every migration since phases exist declares its own, and a contraction names a migration before it', () => {
  for (const [name, migration] of Object.entries(migrations)) {
    if (name <= LAST_WITHOUT_PHASE) continue
    expect('phase' in migration && ['expand', 'migrate', 'contract'].includes(migration.phase), name).toBe(true)
    if ('phase' in migration && migration.phase === 'contract') {
      expect(Object.keys(migrations)).toContain(migration.oldestProgram)
      expect(migration.oldestProgram < name, name).toBe(true)
    }
  }
})

test('a program starts and is ready on a database that a newer one has expanded, and says so', async () => {
  const { db } = await newerDatabase({ '8000-subtitle': expand })
  const dataDir = mkdtempSync(path.join(tmpdir(), 'dewlight-phase-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const media = createFolderStorage(path.join(dataDir, 'media'))
  const backupDir = path.join(dataDir, 'backups')
  await upgrade(db, { media, backupDir, now: new Date(), log })
  expect(lines.join()).toContain('a newer version has changed the database (8000-subtitle)')
  expect(await isCurrent(db)).toBe(true)
  expect(await createHealth({ db, dataDir: undefined, media: undefined }).isReady()).toBe(true)
  expect(await makePost(db)).toBeGreaterThan(0)
  // A backup of this program would lack the tables of the newer one.
  expect(await lastMigration(db)).toBe('8000-subtitle')
  await expect(writeBackup({ db, media, backupDir, now: new Date() })).rejects.toThrow('of a newer version')
})

test('a contraction refuses programs that are too old, and turns running ones not ready', async () => {
  const { db } = await newerDatabase({ '8000-subtitle': expand })
  const health = createHealth({ db, dataDir: undefined, media: undefined })
  expect(await health.isReady()).toBe(true)
  await migrateToLatest(db, {
    list: { ...migrations, '8000-subtitle': expand, '8001-no-subtitle': contract('8000-subtitle') },
  })
  expect(await health.isReady()).toBe(false)
  await expect(migrateToLatest(db)).rejects.toThrow(refused)
  // The version in between knows what the contraction needs.
  expect(await migrateToLatest(db, { list: { ...migrations, '8000-subtitle': expand } })).toEqual(['8001-no-subtitle'])
})

test('a contraction that this program is recent enough for does not refuse it', async () => {
  const { db } = await newerDatabase({ '8000-subtitle': expand, '8001-no-subtitle': contract(newest) })
  expect(await migrateToLatest(db)).toEqual(['8000-subtitle', '8001-no-subtitle'])
  expect(await isCurrent(db)).toBe(true)
})

test('a database of another branch is refused: newer migrations ran, and one of this program did not', async () => {
  const { db } = await newerDatabase({ '8000-subtitle': expand })
  const list = { ...migrations, '7999-other': expand }
  await expect(migrateToLatest(db, { list })).rejects.toThrow(refused)
})

test.runIf(inject('databaseUrl'))(
  'a migration does not make readers wait behind a long query',
  { timeout: 30_000 },
  async () => {
    const { db, options } = await newerDatabase({})
    const other = connect(options)
    onTestFinished(() => other.destroy())
    let waits = 0
    let migrated: Promise<unknown> | undefined
    await other.transaction().execute(async (long) => {
      await sql`select * from posts`.execute(long)
      migrated = migrateToLatest(db, {
        list: { ...migrations, '8000-subtitle': expand },
        onWait: () => waits++,
        retryMs: 300,
      })
      await expect.poll(() => waits, { timeout: 10_000 }).toBeGreaterThan(0)
      // Between two attempts nothing is queued.
      const startedAt = performance.now()
      await other.selectFrom('posts').selectAll().execute()
      expect(performance.now() - startedAt).toBeLessThan(5000)
    })
    expect(await migrated).toEqual([])
    expect(await lastMigration(db)).toBe('8000-subtitle')
  },
)

test('a migration that PostgreSQL ends for a deadlock is tried again', async () => {
  const { db } = await migratedDatabase()
  let attempts = 0
  const deadlocked: PhasedMigration = {
    phase: 'expand',
    async up() {
      attempts += 1
      if (attempts === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
    },
  }
  expect(await migrateToLatest(db, { list: { ...migrations, '8000-deadlocked': deadlocked }, retryMs: 1 })).toEqual([])
  expect(attempts).toBe(2)
  expect(await lastMigration(db)).toBe('8000-deadlocked')
})
