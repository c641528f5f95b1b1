import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makeCategory, makePost, makeProduct } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { BackupList } from '../../../contract/platform/backups.ts'
import { connect } from '../db/connect.ts'
import { type Db, leftOutTables } from '../db/schema.ts'
import { findJob } from '../jobs/jobs.repo.ts'
import { backedUpNames } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'
import { writeBackup } from './write-backup.ts'

const now = new Date('2026-03-10T15:00:00.000Z')

/** A site with rows in every table, and non-ASCII text. */
async function filledApp(): Promise<TestApp & { mediaDir: string; backupDir: string }> {
  const app = await testApp()
  const category = await makeCategory(app.db, { name: 'Crème & sérum' })
  await makePost(app.db, { title: 'Line\u2028separators, "quotes" and 🌿', category_id: category, is_featured: true })
  await makePost(app.db, { published_at: null })
  await makeProduct(app.db, { is_active: false })
  await app.request('/api/subscribers', { json: { email: 'ann@example.com' } })
  await app.request('/api/contacts', {
    json: { name: 'Ann Lee', email: 'ann@example.com', subject: 'Hello', message: 'First line\nsecond line' },
  })
  await app.asOwner('/api/settings', { method: 'PUT', json: { brand: 'Petal & Dew' } })
  const mediaDir = path.join(app.dataDir, 'media')
  mkdirSync(path.join(mediaDir, 'abc123'), { recursive: true })
  writeFileSync(path.join(mediaDir, 'abc123', 'source'), Buffer.from([0, 1, 2, 255, 10, 13]))
  writeFileSync(path.join(mediaDir, 'abc123', '320.jpg'), 'made from it')
  return { ...app, mediaDir, backupDir: path.join(app.dataDir, 'backups') }
}

async function contentOf(db: Db): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {}
  for (const table of backedUpNames) content[table] = await db.selectFrom(table).selectAll().execute()
  return content
}

test('a backup restored into an empty site yields the same site, which accepts writes', async () => {
  const { db, media, backupDir } = await filledApp()
  const before = await contentOf(db)
  const name = await writeBackup({ db, media, backupDir, now })
  const archive = readFileSync(path.join(backupDir, name))

  // On PostgreSQL the second site empties the first one's database.
  const other = await testApp()
  const file = path.join(other.dataDir, 'archive.tar.gz')
  writeFileSync(file, archive)
  const otherMedia = path.join(other.dataDir, 'media')
  const manifest = await restoreBackup(other.db, other.media, file)
  expect(manifest.tables.find(({ table }) => table === 'posts')?.rows).toBe(2)
  expect(await contentOf(other.db)).toEqual(before)
  expect(readFileSync(path.join(otherMedia, 'abc123', 'source'))).toEqual(Buffer.from([0, 1, 2, 255, 10, 13]))
  expect(readdirSync(path.join(otherMedia, 'abc123'))).toEqual(['source'])
  expect(await makePost(other.db)).toBeGreaterThan(2)
})

test('a backup of one database restores into the other, in both directions', async () => {
  const { db, dataDir, media, backupDir } = await filledApp()
  const before = await contentOf(db)
  const first = path.join(backupDir, await writeBackup({ db, media, backupDir, now }))
  const sqlite = connect({ databaseUrl: undefined, dataDir: path.join(dataDir, 'other') })
  onTestFinished(() => sqlite.destroy())
  await restoreBackup(sqlite, media, first)
  const second = path.join(backupDir, await writeBackup({ db: sqlite, media, backupDir, now }))
  await restoreBackup(db, media, second, { replaces: true })
  expect(await contentOf(db)).toEqual(before)
})

test('a backup contains no sessions and no second factor', async () => {
  const { db, media, backupDir, asOwner } = await filledApp()
  expect((await asOwner('/api/audit')).status).toBe(200)
  expect((await countRows(db)).sessions).toBe(1)
  const name = await writeBackup({ db, media, backupDir, now })
  const { tables } = await verifyBackup(path.join(backupDir, name))
  expect(tables.map(({ table }) => table)).not.toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^(?:sessions|setup_links|confirmations|two_factor|recovery_codes)$/),
    ]),
  )
})

test('a backup is not restored into a site that has content', async () => {
  const { db, media, backupDir } = await filledApp()
  const file = path.join(backupDir, await writeBackup({ db, media, backupDir, now }))
  await makePost(db, { title: 'Written afterwards' })
  const before = await countRows(db)
  await expect(restoreBackup(db, media, file)).rejects.toThrow('The database is not empty.')
  expect(await countRows(db)).toEqual(before)
  await restoreBackup(db, media, file, { replaces: true })
  expect((await countRows(db)).posts).toBe(2)
})

test('a damaged or truncated archive is rejected before anything is written', async () => {
  const { db, media, backupDir } = await filledApp()
  const file = path.join(backupDir, await writeBackup({ db, media, backupDir, now }))
  const whole = readFileSync(file)
  const other = await testApp()
  const before = await countRows(other.db)
  const damaged = Buffer.from(whole)
  damaged[Math.floor(whole.length / 2)]! ^= 0xff
  for (const bytes of [
    damaged,
    whole.subarray(0, whole.length - 200),
    Buffer.from('no archive at all'),
    Buffer.alloc(0),
  ]) {
    const wrong = path.join(other.dataDir, 'wrong.tar.gz')
    writeFileSync(wrong, bytes)
    await expect(restoreBackup(other.db, other.media, wrong)).rejects.toThrow(/backup/)
  }
  expect(await countRows(other.db)).toEqual(before)
})

test('a failed backup leaves no files behind', async () => {
  const { db, media, backupDir } = await filledApp()
  await db.schema.alterTable('redirects').renameTo('redirected').execute()
  await expect(writeBackup({ db, media, backupDir, now })).rejects.toThrow()
  expect(readdirSync(backupDir)).toEqual([])
})

test('the owner creates, lists, downloads and deletes a backup', async () => {
  const { asOwner, jobs, backupDir } = await filledApp()
  expect(await (await asOwner('/api/backups')).json()).toMatchObject({ backups: [], running: null, lastError: null })
  const started = await Promise.all([1, 2].map(() => asOwner('/api/backups', { method: 'POST' })))
  expect(started.map(({ status }) => status)).toEqual([202, 202])
  expect(await started[0]!.json()).toMatchObject({ running: { step: 'reading', part: 0 } })
  await jobs.settled()
  const { backups: made } = (await (await asOwner('/api/backups')).json()) as BackupList
  // One, unless the first was done before the second request.
  expect([1, 2]).toContain(made.length)
  expect(made[0]).toMatchObject({ createdAt: now.toISOString(), files: 1 })
  expect(made[0]!.rows).toBeGreaterThan(5)
  const download = await asOwner(`/api/backups/${made[0]!.name}`)
  expect(download.headers.get('content-disposition')).toBe(`attachment; filename="${made[0]!.name}"`)
  expect(Buffer.from(await download.arrayBuffer())).toEqual(readFileSync(path.join(backupDir, made[0]!.name)))
  for (const wrong of ['..%2Fdewlight.db', 'dewlight.db', 'dewlight-2026-03-10-150000-ffffff.tar.gz']) {
    expect((await asOwner(`/api/backups/${wrong}`)).status, wrong).toBe(404)
    expect((await asOwner(`/api/backups/${wrong}`, { method: 'DELETE' })).status, wrong).toBe(404)
  }
  expect((await asOwner(`/api/backups/${made[0]!.name}`, { method: 'DELETE' })).status).toBe(200)
  expect(readdirSync(backupDir)).toEqual([])
})

test('a backup is a consistent snapshot while the site writes', async () => {
  const { db, asOwner, jobs, backupDir } = await filledApp()
  await asOwner('/api/backups', { method: 'POST' })
  // The backup reads table by table: posts long before redirects.
  for (let i = 0; (await findJob(db, 'backup', now.toISOString()))?.state === 'running'; i++) {
    await db.transaction().execute(async (transaction) => {
      const target_id = await makePost(transaction)
      const redirect = { kind: 'posts', from_slug: `old-${i}`, target_id, created_at: now.toISOString() } as const
      await transaction.insertInto('redirects').values(redirect).execute()
    })
    // SQLite is synchronous: without this the event loop would be blocked.
    await new Promise(setImmediate)
  }
  await jobs.settled()
  const [name] = readdirSync(backupDir)
  const { tables } = await verifyBackup(path.join(backupDir, name!))
  const rows = (table: string) => tables.find((part) => part.table === table)!.rows
  expect(rows('posts') - 2).toBe(rows('redirects'))
  expect((await countRows(db)).redirects).toBeGreaterThan(rows('redirects'))
})

test('leftovers of a killed process are removed after a day, and the files of a running backup are not', async () => {
  const { db, media, backupDir } = await filledApp()
  for (const name of ['unfinished-old', 'unfinished-new']) mkdirSync(path.join(backupDir, name), { recursive: true })
  utimesSync(path.join(backupDir, 'unfinished-old'), now, new Date('2026-03-09T14:00:00.000Z'))
  utimesSync(path.join(backupDir, 'unfinished-new'), now, now)
  const name = await writeBackup({ db, media, backupDir, now })
  expect(readdirSync(backupDir).sort()).toEqual([name, 'unfinished-new'])
  expect(statSync(path.join(backupDir, name)).mode & 0o777).toBe(0o600)
})

test('shutdown aborts a backup and leaves no partial one', async () => {
  const { asOwner, jobs, backupDir } = await filledApp()
  await asOwner('/api/backups', { method: 'POST' })
  await jobs.close()
  expect(readdirSync(backupDir)).toEqual([])
  // It runs at the next start.
  expect(await (await asOwner('/api/backups')).json()).toEqual({
    backups: [],
    running: { step: 'reading', part: 0 },
    lastError: null,
    restoreCommand: expect.stringContaining('restore'),
  })
  await jobs.settled()
})

test('a failed backup reports its reason', async () => {
  const { db, asOwner, jobs } = await filledApp()
  await db.schema.alterTable('redirects').renameTo('redirected').execute()
  await asOwner('/api/backups', { method: 'POST' })
  await jobs.settled()
  expect(await (await asOwner('/api/backups')).json()).toMatchObject({
    running: null,
    lastError: expect.stringContaining('redirects'),
  })
})

test('a replayed request for a backup starts one', async () => {
  const { asOwner, backups, jobs } = await filledApp()
  const headers = { 'idempotency-key': 'the-same-backup' }
  for (let i = 0; i < 2; i++) {
    expect((await asOwner('/api/backups', { method: 'POST', headers })).status).toBe(202)
    await jobs.settled()
  }
  expect(await backups.list()).toHaveLength(1)
})

test('a backup leaves out credentials, queued work and what is short-lived, and nothing else', () => {
  expect([...leftOutTables].sort()).toEqual([
    'cdn_purges',
    'confirmations',
    'delivery_reports',
    'earning_import_chunks',
    'earning_import_rows',
    'idempotency_keys',
    'jobs',
    'mails',
    'newsletter_attempts',
    'newsletter_click_requests',
    'passkey_challenges',
    'password_resets',
    'preview_links',
    'recovery_codes',
    'sessions',
    'setup_links',
    'sign_in_attempts',
    'two_factor',
  ])
})
