import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeCategory, makeEarlyPost } from '../../test/factories.ts'
import { runCommand } from '../../test/run-command.ts'
import { emptyDatabase } from '../../test/test-database.ts'
import { writeBackup } from '../server/platform/backup/write-backup.ts'
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
