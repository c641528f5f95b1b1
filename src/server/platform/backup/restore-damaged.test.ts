import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makePost } from '../../../../test/factories.ts'
import { runCommand } from '../../../../test/run-command.ts'
import { migratedDatabase } from '../../../../test/test-database.ts'
import { connect } from '../db/connect.ts'
import { lockFolder } from '../db/folder-lock.ts'
import { createFolderStorage } from '../storage/folder-storage.ts'
import { writeBackup } from './write-backup.ts'

const isPostgres = inject('databaseUrl') !== undefined
const POSTS = 300

/** A closed site of some hundred pages, and a backup of it. */
async function backedUpSite() {
  const { db, dataDir, databaseUrl } = await migratedDatabase()
  for (let i = 0; i < POSTS; i++) await makePost(db, { content: `<p>${'a long text '.repeat(300)}</p>` })
  const backupDir = path.join(dataDir, 'backups')
  const media = createFolderStorage(path.join(dataDir, 'media'))
  const name = await writeBackup({ db, media, backupDir, now: new Date('2026-03-10T15:00:00.000Z') })
  await db.destroy()
  const place = { dataDir, databaseUrl }
  return {
    ...place,
    name,
    file: path.join(dataDir, 'dewlight.db'),
    restore: (args: string[], killAfterMs?: number) => runCommand(['restore', ...args], place, killAfterMs),
    async countPosts() {
      const other = connect(place)
      try {
        return (await countRows(other)).posts
      } finally {
        await other.destroy()
      }
    },
    names: () => readdirSync(dataDir).sort(),
  }
}

function overwrite(file: string, from: number, length: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(length, 0xa5), 0, length, from)
  closeSync(handle)
}

const damages: [string, (file: string) => void][] = [
  ['truncated', (file) => truncateSync(file, Math.floor(statSync(file).size / 8192) * 4096)],
  ['overwritten at its beginning', (file) => overwrite(file, 0, 4096)],
  ['overwritten in its middle', (file) => overwrite(file, 20 * 4096, 120 * 4096)],
  ['of another format', (file) => writeFileSync(file, 'not a database '.repeat(1000))],
]

test.skipIf(isPostgres).each(damages)(
  'a database that is %s is moved aside by a forced restore, and left alone by another',
  { timeout: 60_000 },
  async (_, damage) => {
    const site = await backedUpSite()
    damage(site.file)
    const bytes = readFileSync(site.file)
    const refused = await site.restore([site.name])
    expect(refused.code).toBe(1)
    expect(refused.said).toMatch(/^The database is (?:damaged \(.*\)|not empty)\. Add --force to /)
    expect(readFileSync(site.file)).toEqual(bytes)

    const done = await site.restore([site.name, '--force'])
    expect(done.said).toMatch(
      /The damaged database is in .*dewlight\.db\.damaged-\d{4}-\d\d-\d\dT\d{6}\.\nRestored \d+ rows/,
    )
    expect(done.code).toBe(0)
    expect(await site.countPosts()).toBe(POSTS)
    const [aside] = site.names().filter((name) => /^dewlight\.db\.damaged-[\dT-]+$/.test(name))
    expect(readFileSync(path.join(site.dataDir, aside!))).toEqual(bytes)
    expect(site.names().filter((name) => name.includes('unfinished'))).toEqual([])
  },
)

test.skipIf(isPostgres)('an empty database file is filled without force', { timeout: 60_000 }, async () => {
  const site = await backedUpSite()
  for (const ending of ['', '-wal', '-shm']) writeFileSync(site.file + ending, '')
  expect((await site.restore([site.name])).said).toContain('Restored')
  expect(await site.countPosts()).toBe(POSTS)
})

test.skipIf(isPostgres)('a log without its database is moved aside as well', { timeout: 60_000 }, async () => {
  const site = await backedUpSite()
  writeFileSync(site.file, '')
  writeFileSync(`${site.file}-wal`, 'the last changes')
  expect((await site.restore([site.name])).said).toContain('Add --force to move it aside')
  expect((await site.restore([site.name, '--force'])).code).toBe(0)
  expect(await site.countPosts()).toBe(POSTS)
  const aside = site.names().filter((name) => /damaged-[\dT-]+-wal$/.test(name))
  expect(readFileSync(path.join(site.dataDir, aside[0]!), 'utf8')).toBe('the last changes')
})

test.skipIf(isPostgres)(
  'a forced restore that is killed at any point leaves the damaged database, and can be repeated',
  { tags: ['full'], timeout: 120_000 },
  async () => {
    const site = await backedUpSite()
    overwrite(site.file, 0, 4096)
    const bytes = readFileSync(site.file)
    const isPreserved = () =>
      site
        .names()
        .some((name) => /^dewlight\.db(?:\.damaged-[\dT-]+)?$/.test(name) && statIs(site.dataDir, name, bytes))
    let killed = 0
    for (let ms = 300; ms < 3000; ms += 300) {
      const { code } = await site.restore([site.name, '--force'], ms)
      expect(isPreserved()).toBe(true)
      if (code === 0) break
      killed += 1
    }
    expect(killed).toBeGreaterThan(0)
    expect((await site.restore([site.name, '--force'])).code).toBe(0)
    expect(isPreserved()).toBe(true)
    expect(await site.countPosts()).toBe(POSTS)
  },
)

function statIs(folder: string, name: string, bytes: Buffer): boolean {
  return readFileSync(path.join(folder, name)).equals(bytes)
}

test.skipIf(isPostgres)('a running site is not restored into', { timeout: 60_000 }, async () => {
  const site = await backedUpSite()
  const lock = await lockFolder(site.dataDir)
  onTestFinished(() => lock?.release())
  expect(await site.restore([site.name, '--force'])).toEqual({
    code: 1,
    said: `The site is running on ${site.dataDir}. Stop it first.`,
  })
})

test.runIf(isPostgres).each([
  ['a table missing', sql`drop table posts cascade`],
  ['a column missing', sql`alter table posts drop column title cascade`],
  ['its list of migrations lost', sql`delete from kysely_migration`],
  ['half of its list of migrations lost', sql`delete from kysely_migration where name > '0007'`],
])('a database with %s is moved aside by a forced restore', { timeout: 60_000 }, async (_, damage) => {
  const site = await backedUpSite()
  const db = connect(site)
  onTestFinished(() => db.destroy())
  await damage.execute(db)
  const before = await sql`select count(*) from products`.execute(db)
  const refused = await site.restore([site.name])
  expect(refused.said).toMatch(/^The database is (?:damaged|not empty)/)
  const done = await site.restore([site.name, '--force'])
  expect(done.said).toMatch(/The damaged database is in the schema dewlight_damaged_\d{14}\.\nRestored \d+ rows/)
  expect(await site.countPosts()).toBe(POSTS)
  const schema = /dewlight_damaged_\d{14}/.exec(done.said)![0]
  const aside = await sql`select count(*) from ${sql.table(`${schema}.damaged_products`)}`.execute(db)
  expect(aside.rows).toEqual(before.rows)
  await sql`drop schema ${sql.id(schema)} cascade`.execute(db)
})
