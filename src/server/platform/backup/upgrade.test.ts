import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { makeCategory, makeEarlyPost } from '../../../../test/factories.ts'
import { emptyDatabase } from '../../../../test/test-database.ts'
import { connect } from '../db/connect.ts'
import { isCurrent, lastMigration, migrateTo } from '../db/migrate.ts'
import { createFolderStorage } from '../storage/folder-storage.ts'
import { restoreBackup } from './restore-backup.ts'
import { upgrade } from './upgrade.ts'
import { verifyBackup } from './verify-backup.ts'

const now = new Date('2026-03-10T15:00:00.000Z')
const OLDER = '0009-letters'

async function olderSite() {
  const { db, dataDir } = await emptyDatabase()
  await migrateTo(db, OLDER)
  const said: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => said.push(JSON.parse(line).msg) })
  const backupDir = path.join(dataDir, 'backups')
  return {
    db,
    dataDir,
    backupDir,
    said,
    options: { media: createFolderStorage(path.join(dataDir, 'media')), backupDir, now, log },
  }
}

test('an upgrade of a site with content first creates a backup that can be restored', async () => {
  const { db, dataDir, backupDir, said, options } = await olderSite()
  await makeEarlyPost(db, { title: 'From before', category_id: await makeCategory(db) })
  await upgrade(db, options)
  expect(await isCurrent(db)).toBe(true)
  const [name, ...others] = readdirSync(backupDir)
  expect(name).toMatch(/^dewlight-2026-03-10-150000-[\da-f]{6}-upgrade\.tar\.gz$/)
  expect(others).toEqual([])
  expect(said).toEqual([`this version changes the database; what it held before is in ${backupDir}/${name}`])
  expect(await verifyBackup(path.join(backupDir, name!))).toMatchObject({ migration: OLDER })

  const other = connect({ databaseUrl: undefined, dataDir: path.join(dataDir, 'other') })
  onTestFinished(() => other.destroy())
  await restoreBackup(other, options.media, path.join(backupDir, name!))
  expect(await isCurrent(other)).toBe(true)
  expect(await other.selectFrom('posts').select('title').execute()).toEqual([{ title: 'From before' }])

  await upgrade(db, options)
  expect(readdirSync(backupDir)).toHaveLength(1)
})

test('a new or empty database is migrated without a backup', async () => {
  const { db, dataDir, options } = await olderSite()
  await upgrade(db, options)
  expect(await isCurrent(db)).toBe(true)
  expect(readdirSync(dataDir)).not.toContain('backups')
})

test('an upgrade changes nothing and reports the reason if its backup fails', async () => {
  const { db, backupDir, options } = await olderSite()
  await makeEarlyPost(db)
  writeFileSync(backupDir, 'a file where the folder should be')
  await expect(upgrade(db, options)).rejects.toThrow(/^Cannot back up the database before it is upgraded, .*EEXIST/)
  expect(await lastMigration(db)).toBe(OLDER)
})
