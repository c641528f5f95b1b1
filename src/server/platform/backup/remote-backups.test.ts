import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { runCommand } from '../../../../test/run-command.ts'
import { S3_KEYS, testS3 } from '../../../../test/s3-server.ts'
import { testApp } from '../../../../test/test-app.ts'
import type { BackupList } from '../../../contract/platform/backups.ts'
import { readConfig } from '../config.ts'
import { connect } from '../db/connect.ts'
import { createFolderStorage } from '../storage/folder-storage.ts'
import type { Bucket } from '../storage/media-url.ts'
import { createS3 } from '../storage/s3.ts'
import { createFolderBackups } from './folder-backups.ts'
import { createBucketBackups, openBackupStore } from './open-backups.ts'
import { verifyBackup } from './verify-backup.ts'
import { writeBackup } from './write-backup.ts'

const isPostgres = inject('databaseUrl') !== undefined
const now = new Date('2026-03-10T15:00:00.000Z')
const PART_BYTES = 300

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-remote-backups-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A site whose backups are in a bucket, uploaded in small parts. */
async function siteWithBucket() {
  const server = await testS3()
  const env = { ...S3_KEYS, BACKUP_URL: server.url.replace('/site', '/kept') }
  const workDir = newFolder()
  const bucket = readConfig({ ...env, DATA_DIR: newFolder() }).backupBucket as Bucket
  const s3 = createS3(bucket, { store: 'backups', limits: { backoff: [1, 2] }, partBytes: PART_BYTES })
  const place = `${server.endpoint}/dew/kept`
  const backupStore = createBucketBackups({ s3, place, workDir })
  const app = await testApp({ backupStore })
  await makePost(app.db, { title: 'Kept elsewhere', content: `<p>${Math.random().toString(36).repeat(20)}</p>` })
  const list = async () => (await (await app.asOwner('/api/backups')).json()) as BackupList
  return { server, env, s3, workDir, place, backupStore, app, list }
}

test('a backup in a bucket is made, listed, downloaded and deleted from every instance', async () => {
  const { server, app, list, place, workDir, backupStore } = await siteWithBucket()
  expect(await list()).toMatchObject({ backups: [], running: null, lastError: null, place })
  await app.asOwner('/api/backups', { method: 'POST' })
  await app.jobs.settled()
  expect((await list()).lastError).toBeNull()
  const [made] = (await list()).backups
  expect(server.names()).toEqual([`kept/${made!.name}`])
  expect(server.uploads.size).toBe(0)
  expect(server.requests.filter((request) => request.startsWith('PUT')).length).toBeGreaterThan(2)
  expect(readdirSync(workDir)).toEqual([])
  const archive = server.objects.get(`kept/${made!.name}`)!.bytes
  expect(made).toMatchObject({ kind: 'manual', createdAt: now.toISOString(), size: archive.length, files: 0 })
  expect(made!.rows).toBeGreaterThan(0)

  // A second instance has neither the files nor the memory of the first.
  const other = await testAppOn(backupStore)
  const download = await other.asOwner(`/api/backups/${made!.name}`)
  expect(download.headers.get('content-length')).toBe(String(archive.length))
  expect(Buffer.from(await download.arrayBuffer()).equals(archive)).toBe(true)
  server.requests.length = 0
  const head = await other.asOwner(`/api/backups/${made!.name}`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(archive.length)])
  expect(server.requests).toEqual([`HEAD /dew/kept/${made!.name}`])
  expect((await other.asOwner('/api/backups/dewlight-2026-03-10-150000-ffffff.tar.gz')).status).toBe(404)
  expect((await other.asOwner(`/api/backups/${made!.name}`, { method: 'DELETE' })).status).toBe(200)
  expect((await other.asOwner(`/api/backups/${made!.name}`, { method: 'DELETE' })).status).toBe(404)
  expect(server.names()).toEqual([])
})

const testAppOn = (backupStore: Awaited<ReturnType<typeof siteWithBucket>>['backupStore']) => testApp({ backupStore })

test('nightly backups in a bucket are rotated', async () => {
  const { server, app } = await siteWithBucket()
  await app.jobs.runDueJobs()
  for (let night = 1; night <= 9; night++) {
    app.setNow(`2026-03-${10 + night}T08:00:00.000Z`)
    expect(await app.jobs.runDueJobs()).toContain('backup')
  }
  const days = server.names().map((name) => name.slice('kept/dewlight-'.length, 'kept/dewlight-2026-03-13'.length))
  expect(days).toEqual(['13', '14', '15', '16', '17', '18', '19'].map((day) => `2026-03-${day}`))
})

test('a failed or aborted upload leaves neither an object nor parts, and its reason is shown', async () => {
  const { server, app, list, workDir, s3 } = await siteWithBucket()
  await list()
  server.state.failurePattern = /partNumber=2/
  await app.asOwner('/api/backups', { method: 'POST' })
  await app.jobs.settled()
  expect((await list()).lastError).toBe(
    'The backup store refuses the site (403 AccessDenied): backups cannot be listed, made or read. Please check BACKUP_URL, else MEDIA_URL, and the keys.',
  )
  expect([server.names(), server.uploads.size, readdirSync(workDir)]).toEqual([[], 0, []])

  server.state.failurePattern = undefined
  const file = path.join(workDir, 'archive')
  writeFileSync(file, Buffer.alloc(3 * PART_BYTES))
  const stopping = new AbortController()
  stopping.abort(new Error('stopped'))
  const upload = s3.putFile('dewlight-x', file, { type: 'application/gzip', signal: stopping.signal })
  await expect(upload).rejects.toThrow('stopped')
  expect([server.names(), server.uploads.size]).toEqual([[], 0])
})

test('parts that a killed process left are deleted after a day', async () => {
  const { server, backupStore } = await siteWithBucket()
  const parts = new Map<number, Buffer>()
  const old = new Date('2026-03-08T00:00:00Z')
  const name = 'dewlight-2026-03-08-000000-abcdef.tar.gz'
  server.uploads.set('old', { name: `kept/${name}`, startedAt: old, parts })
  server.uploads.set('new', { name: `kept/${name}`, startedAt: new Date('2026-03-10T00:00:00Z'), parts })
  server.uploads.set('of another site', { name: `other/${name}`, startedAt: old, parts })
  server.uploads.set('of another program', { name: 'kept/film.mp4', startedAt: old, parts })
  await backupStore.removeUnfinished(new Date('2026-03-09T15:00:00Z'))
  expect([...server.uploads.keys()]).toEqual(['new', 'of another site', 'of another program'])
})

test('in a folder of BACKUP_URL only what a killed backup left is deleted', async () => {
  const folder = newFolder()
  const store = createFolderBackups(folder)
  const old = new Date('2026-03-08T00:00:00Z')
  const make = (name: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), 'text')
    const [top] = name.split('/')
    utimesSync(path.join(folder, top!), old, old)
  }
  const ours = ['unfinished-Ab12Cd/archive', 'unfinished-Ab12Ce/posts.jsonl', 'unfinished-x/media/abc']
  const others = ['unfinished-drafts/chapter-1.odt', 'unfinished-novel.odt', 'unfinished-notes']
  for (const name of [...ours, ...others]) make(name)
  await store.removeUnfinished(new Date('2026-03-09T15:00:00Z'))
  expect(readdirSync(folder).sort()).toEqual(['unfinished-drafts', 'unfinished-notes', 'unfinished-novel.odt'])
})

test('a completed upload whose response was lost counts, an incomplete one does not', async () => {
  const { server, s3, workDir } = await siteWithBucket()
  const file = path.join(workDir, 'archive')
  writeFileSync(file, 'some bytes')
  server.state.losesCompletion = true
  await s3.putFile('whole', file, { type: 'application/gzip' })
  expect(server.objects.get('kept/whole')!.bytes.toString()).toBe('some bytes')
})

test('a store that is down is named, and backups that were made before stay', async () => {
  const { server, app } = await siteWithBucket()
  server.state.isDown = true
  const response = await app.asOwner('/api/backups')
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ message: expect.stringContaining('The backup store does not answer') })
})

test('the commands use the bucket: backup, restore by name and by URL', { timeout: 60_000 }, async () => {
  const { env, place, server } = await siteWithBucket()
  const dataDir = newFolder()
  const db = connect({ databaseUrl: undefined, dataDir })
  const { migrateToLatest } = await import('../db/migrate.ts')
  await migrateToLatest(db)
  await makePost(db, { title: 'In the bucket' })
  await db.destroy()
  const site = { dataDir, databaseUrl: undefined, env }
  const made = await runCommand(['backup'], site)
  expect(made.said).toMatch(new RegExp(`^${place}/dewlight-.*\\.tar\\.gz$`))
  const name = path.basename(made.said)
  const url = env.BACKUP_URL.replace('?', `/${name}?`)
  for (const wanted of [name, url]) {
    const elsewhere = newFolder()
    const { said } = await runCommand(['restore', wanted], { ...site, dataDir: elsewhere })
    expect(said).toMatch(/^Restored \d+ rows and 0 images as of /)
    const restored = connect({ databaseUrl: undefined, dataDir: elsewhere })
    expect(await restored.selectFrom('posts').select('title').execute()).toEqual([{ title: 'In the bucket' }])
    await restored.destroy()
    expect(readdirSync(path.join(elsewhere, 'backups'))).toEqual([])
  }
  const missing = await runCommand(['restore', 'dewlight-2026-03-10-150000-ffffff.tar.gz'], site)
  expect(missing.said).toBe(
    `There is no file dewlight-2026-03-10-150000-ffffff.tar.gz, and no backup of that name in ${place}.`,
  )
  expect(server.names()).toEqual([`kept/${name}`])
})

test('the place of backups is BACKUP_URL, else the bucket of the images, else the data folder', async () => {
  const dataDir = newFolder()
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...S3_KEYS, ...env })
  const media = { MEDIA_URL: 's3://dew/site?endpoint=https://s3.example.com' }
  const shared = newFolder()
  expect(openBackupStore(read({})).place).toBe(path.join(dataDir, 'backups'))
  expect(openBackupStore(read(media)).place).toBe('https://s3.example.com/dew/site/backups')
  expect(openBackupStore(read({ ...media, BACKUP_URL: 's3://keep?endpoint=https://s3.example.com' })).place).toBe(
    'https://s3.example.com/keep',
  )
  expect(openBackupStore(read({ ...media, BACKUP_URL: shared })).place).toBe(shared)
  expect(openBackupStore(read({ BACKUP_URL: `file://${shared}` })).place).toBe(shared)
  expect(() => read({ BACKUP_URL: 'https://example.com/backups' })).toThrow(
    /^BACKUP_URL must be an address such as s3:/,
  )
  expect(() => readConfig({ DATA_DIR: dataDir, BACKUP_URL: 's3://keep' })).toThrow('BACKUP_URL needs it')
})

test.skipIf(isPostgres)('backups that were made in the data folder before stay listed and are rotated', async () => {
  const { db, dataDir } = await testApp()
  const shared = newFolder()
  const earlierDir = path.join(dataDir, 'backups')
  mkdirSync(earlierDir)
  const options = { db, media: createFolderStorage(path.join(dataDir, 'media')) }
  const store = openBackupStore({ dataDir, backupDir: shared, backupBucket: undefined })
  const earlier = await writeBackup({ ...options, backupDir: earlierDir, now })
  const later = await writeBackup({
    ...options,
    backupDir: store.workDir,
    store,
    now: new Date('2026-03-11T00:00:00Z'),
  })
  expect(readdirSync(shared)).toEqual([later])
  await verifyBackup(path.join(shared, later))
  expect((await store.list()).map(({ name }) => name)).toEqual([later, earlier])
  const { content } = (await store.read(earlier))!
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  expect(Buffer.concat(chunks)).toEqual(readFileSync(path.join(earlierDir, earlier)))
  expect(await store.remove(earlier)).toBe(true)
  expect(readdirSync(earlierDir)).toEqual([])
})

test('a fault of the backup store is reported until it responds again', async () => {
  const { server, app } = await siteWithBucket()
  const problems = async () => (await (await app.request('/readyz')).json()) as object
  server.state.failurePattern = /kept/
  expect((await app.asOwner('/api/backups')).status).toBe(503)
  expect(await problems()).toMatchObject({ problems: [{ kind: 'backups-refused' }] })
  server.state.failurePattern = undefined
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6000)
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await problems()).toEqual({ status: 'ready' })
})
