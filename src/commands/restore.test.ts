import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makeCategory, makeEarlyPost } from '../../test/factories.ts'
import { runCommand } from '../../test/run-command.ts'
import { emptyDatabase } from '../../test/test-database.ts'
import { writeBackup } from '../server/platform/backup/write-backup.ts'
import { lockDataFolder } from '../server/platform/cluster/lock-data-folder.ts'
import { migrateTo, migrateToLatest, migrations } from '../server/platform/db/migrate.ts'
import { createFolderStorage } from '../server/platform/storage/folder-storage.ts'

test('a forced restore backs up a database of an older version, too', { timeout: 60_000 }, async () => {
  const { db, dataDir, databaseUrl } = await emptyDatabase()
  await migrateTo(db, '0009-letters')
  await makeEarlyPost(db, { title: 'From before', category_id: await makeCategory(db) })
  const backupDir = path.join(dataDir, 'backups')
  const media = createFolderStorage(path.join(dataDir, 'media'))
  const name = await writeBackup({ db, media, backupDir, now: new Date('2026-03-10T15:00:00.000Z') })
  await makeEarlyPost(db, { title: 'Written since', category_id: await makeCategory(db) })
  await db.destroy()
  const { said } = await runCommand(['restore', path.join(backupDir, name), '--force'], { dataDir, databaseUrl })
  expect(said).toContain('What was there is in ')
  expect(readdirSync(backupDir)).toHaveLength(2)
})

test('a database that a newer version has changed is not replaced', { timeout: 60_000 }, async () => {
  const { db, dataDir, databaseUrl } = await emptyDatabase()
  await migrateToLatest(db)
  await makeEarlyPost(db)
  const backupDir = path.join(dataDir, 'backups')
  const media = createFolderStorage(path.join(dataDir, 'media'))
  const name = await writeBackup({ db, media, backupDir, now: new Date('2026-03-10T15:00:00.000Z') })
  const newer = { phase: 'contract', oldestProgram: '8000-newer', up: async () => {} } as const
  await migrateToLatest(db, { list: { ...migrations, '8000-newer': newer } })
  await db.destroy()
  const { said } = await runCommand(['restore', path.join(backupDir, name), '--force'], { dataDir, databaseUrl })
  expect(said).toBe('A newer version of the program has changed the database. Restore the backup into an empty one.')
  expect(readdirSync(backupDir)).toEqual([name])
})

test('an unpacked backup is restored, too, and no start takes its folder for a site', { timeout: 90_000 }, async () => {
  const { db, dataDir, databaseUrl } = await emptyDatabase()
  await migrateToLatest(db)
  await makeEarlyPost(db, { title: 'From before', category_id: await makeCategory(db) })
  const media = createFolderStorage(path.join(dataDir, 'media'))
  const backupDir = path.join(dataDir, 'backups')
  const name = await writeBackup({ db, media, backupDir, now: new Date('2026-03-10T15:00:00.000Z') })
  await db.destroy()
  const unpacked = path.join(dataDir, 'unpacked')
  mkdirSync(unpacked)
  const archive = path.join(backupDir, name)
  execFileSync('tar', ['-xzf', archive, '-C', unpacked])
  writeFileSync(path.join(unpacked, '.DS_Store'), 'of the Finder')
  const decompressed = path.join(dataDir, 'backup.tar')
  writeFileSync(decompressed, gunzipSync(readFileSync(archive)))
  for (const backup of [unpacked, decompressed]) {
    const { said, code } = await runCommand(['restore', backup, '--force'], { dataDir, databaseUrl })
    expect(code, said).toBe(0)
    expect(said).toMatch(/^Restored \d+ rows and 0 images|\nRestored \d+ rows and 0 images/)
  }
  const lock = (at: string) => lockDataFolder({ databaseUrl: undefined, dataDir: at }, { warn: () => {} })
  await expect(lock(unpacked)).rejects.toThrow(`Cannot start: ${unpacked} is an unpacked backup.`)

  const table = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).find((file) => file.includes('posts'))!
  rmSync(path.join(unpacked, table))
  const lost = await runCommand(['restore', unpacked, '--force'], { dataDir, databaseUrl })
  expect(lost).toEqual({ code: 1, said: `The backup is cut short: ${table} is missing.` })
  const none = await runCommand(['restore', dataDir, '--force'], { dataDir, databaseUrl })
  expect(none.said).toBe(`${dataDir} is a folder, but not an unpacked backup: its manifest.json is missing.`)
})
