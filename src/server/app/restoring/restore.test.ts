import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makeCategory, makeEarlyPost, makePost, makeProduct, makeUser } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { emptyDatabase } from '../../../../test/test-database.ts'
import type { Backup, BackupContent, BackupList } from '../../../contract/platform/backups.ts'
import { createFolderBackups } from '../../platform/backup/folder-backups.ts'
import { restoreBackup } from '../../platform/backup/restore-backup.ts'
import { findRestore, saveRestore } from '../../platform/backup/restore-state.repo.ts'
import { writeBackup } from '../../platform/backup/write-backup.ts'
import { migrateTo } from '../../platform/db/migrate.ts'
import { makeJobDue } from '../../platform/jobs/jobs.repo.ts'
import { createFolderStorage } from '../../platform/storage/folder-storage.ts'
import { INTERRUPTED } from './restore-site.ts'

const backedUpAt = '2026-03-10T15:00:00.000Z'
const later = '2026-03-10T15:05:00.000Z'

/** A site with a backup, and what was written since. */
async function siteWithBackup() {
  const app = await testApp()
  await makePost(app.db, { title: 'Of the backup' })
  await makeProduct(app.db)
  mkdirSync(path.join(app.mediaDir, 'abc123'), { recursive: true })
  writeFileSync(path.join(app.mediaDir, 'abc123', 'source'), 'a picture')
  await app.asOwner('/api/settings', { method: 'PUT', json: { brand: 'Petal & Dew' } })
  await app.backups.make({ now: new Date(backedUpAt), kind: 'manual' })
  const [backup] = await app.backups.list()
  app.setNow(later)
  await makePost(app.db, { title: 'Written since', created_at: later })
  await app.asOwner('/api/settings', { method: 'PUT', json: { brand: 'Another name' } })
  return { ...app, backup: backup! }
}

const titles = async ({ db }: Pick<TestApp, 'db'>) =>
  (await db.selectFrom('posts').select('title').orderBy('id').execute()).map(({ title }) => title)

async function restore(app: TestApp, name: string): Promise<Response> {
  const response = await app.asOwner(`/api/backups/${name}/restore`, { method: 'POST' })
  await app.jobs.settled()
  return response
}

test('the owner sees what a backup holds and what would be lost, restores it, and gets back the way she came', async () => {
  const app = await siteWithBackup()
  const content = (await (await app.asOwner(`/api/backups/${app.backup.name}/content`)).json()) as BackupContent
  expect(app.logged).toEqual([])
  expect(content).toMatchObject({
    createdAt: backedUpAt,
    isOlder: false,
    images: 1,
    holds: { posts: 1, products: 1, subscribers: 0, contacts: 0 },
    now: { posts: 2, products: 1, subscribers: 0, contacts: 0 },
    added: { posts: 1, products: 0, subscribers: 0, contacts: 0 },
  })
  expect(app.logged).toEqual([])
  const purges = app.purged.length
  const started = await restore(app, app.backup.name)
  expect(started.status).toBe(202)
  expect(((await started.json()) as BackupList).restore).toMatchObject({ state: 'running', name: app.backup.name })
  expect(await titles(app)).toEqual(['Of the backup'])
  expect(((await (await app.request('/api/site')).json()) as { brand: string }).brand).toBe('Petal & Dew')
  expect(app.purged.slice(purges)).toContainEqual([''])
  // All sessions end, and the account is that of the backup.
  expect((await app.asOwner('/api/backups')).status).toBe(401)
  expect(await app.db.selectFrom('users').select('username').execute()).toEqual([{ username: 'nora' }])
  expect(await findRestore(app.db)).toMatchObject({ state: 'done', createdAt: backedUpAt, error: null })

  const [kept] = await app.backups.list()
  expect(kept).toMatchObject({ kind: 'restore', restoreOf: backedUpAt, createdAt: later })
  await saveRestore(app.db, { ...(await requested(kept!)), isStarted: false }, later)
  await makeJobDue(app.db, 'restore', { now: later, isManual: true })
  await app.jobs.runDueJobs()
  expect(await titles(app)).toEqual(['Of the backup', 'Written since'])
  expect(readdirSync(app.dataDir).filter((name) => name.startsWith('unfinished'))).toEqual([])
  expect(app.logged).toEqual([])
})

test('what a restore has kept says nothing of a running restore where the command restores it', async () => {
  const app = await siteWithBackup()
  await restore(app, app.backup.name)
  const [kept] = await app.backups.list()
  const { db } = await emptyDatabase()
  await restoreBackup(db, undefined, path.join(app.dataDir, 'backups', kept!.name))
  expect(await titles({ db })).toEqual(['Of the backup', 'Written since'])
  expect(await findRestore(db)).toBeUndefined()
})

test('a site that others can reach gets no account with a public password, and is not left without any', async () => {
  const app = await testApp({ isPublic: true })
  await app.asOwner('/api/backups')
  await makeUser(app.db, { username: 'admin', is_demo: true })
  await app.backups.make({ now: new Date(backedUpAt), kind: 'manual' })
  app.setNow(later)
  await app.db.deleteFrom('users').where('is_demo', '=', true).execute()
  const usernames = async () =>
    (await app.db.selectFrom('users').select('username').execute()).map(({ username }) => username)
  await restore(app, (await app.backups.list())[0]!.name)
  expect(await findRestore(app.db)).toMatchObject({ state: 'done' })
  expect(await usernames()).toEqual(['nora'])

  await app.db.updateTable('users').set({ is_demo: true }).execute()
  await app.backups.make({ now: new Date(later), kind: 'manual' })
  const demo = (await app.backups.list()).find(({ kind, createdAt }) => kind === 'manual' && createdAt === later)!
  await app.db.updateTable('users').set({ is_demo: false }).execute()
  await saveRestore(app.db, { ...(await requested(demo)), isStarted: false }, later)
  await makeJobDue(app.db, 'restore', { now: later, isManual: true })
  await app.jobs.runDueJobs()
  expect(await findRestore(app.db)).toMatchObject({ state: 'failed', error: expect.stringContaining('no account') })
  expect(await usernames()).toEqual(['nora'])
})

async function keptBackups() {
  const { dataDir } = await emptyDatabase()
  const folder = path.join(dataDir, 'kept')
  mkdirSync(folder)
  return createFolderBackups(folder)
}

async function requested({ name, createdAt }: Backup) {
  return { name, createdAt, state: 'running', step: 'fetching', part: 0, error: null, at: later } as const
}

test('readers see the former state until the end of a restore, and what is there is kept before anything changes', async () => {
  const store = await keptBackups()
  const seen: string[][] = []
  let app: TestApp | undefined
  const watched: typeof store = {
    ...store,
    async add(archive, name, signal) {
      await store.add(archive, name, signal)
      if (!app || !name.includes('-restore')) return
      const db = app.openDb()
      seen.push(await titles({ db }))
      await db.destroy()
    },
  }
  app = await testApp({ backupStore: watched })
  await app.asOwner('/api/backups')
  await makePost(app.db, { title: 'Of the backup' })
  await app.backups.make({ now: new Date(backedUpAt), kind: 'manual' })
  await makePost(app.db, { title: 'Written since' })
  const [backup] = await app.backups.list()
  await restore(app, backup!.name)
  expect(seen).toEqual([['Of the backup', 'Written since']])
  expect(await titles(app)).toEqual(['Of the backup'])
})

test('a backup that is cut short, damaged or gone is refused and nothing changes', async () => {
  const app = await siteWithBackup()
  const file = path.join(app.dataDir, 'backups', app.backup.name)
  const archive = readFileSync(file)
  writeFileSync(file, archive.subarray(0, archive.length - 200))
  const content = await app.asOwner(`/api/backups/${app.backup.name}/content`)
  expect(content.status).toBe(422)
  await restore(app, app.backup.name)
  const list = (await (await app.asOwner('/api/backups')).json()) as BackupList
  expect(list.restore).toMatchObject({ state: 'failed', error: expect.stringMatching(/not a whole backup|cut short/) })
  expect(await titles(app)).toEqual(['Of the backup', 'Written since'])
  expect(list.backups.map(({ kind }) => kind)).toEqual(['manual'])
  expect((await restore(app, 'dewlight-2026-03-10-150000-ffffff.tar.gz')).status).toBe(404)
})

test('a failure of the last step leaves the former state, and its reason is shown', async () => {
  const store = await keptBackups()
  const app = await testApp({
    backupStore: {
      ...store,
      add: (archive, name, signal) =>
        name.includes('-restore') ? Promise.reject(new Error('The bucket is away.')) : store.add(archive, name, signal),
    },
  })
  await app.asOwner('/api/backups')
  await makePost(app.db, { title: 'Of the backup' })
  await app.backups.make({ now: new Date(backedUpAt), kind: 'manual' })
  await makePost(app.db, { title: 'Written since' })
  await restore(app, (await app.backups.list())[0]!.name)
  expect(await titles(app)).toEqual(['Of the backup', 'Written since'])
  expect(((await (await app.asOwner('/api/backups')).json()) as BackupList).restore).toMatchObject({
    state: 'failed',
    error: 'The bucket is away.',
  })
})

test('a restore whose process was killed is noted as interrupted and not started again', async () => {
  const app = await siteWithBackup()
  await saveRestore(app.db, { ...(await requested(app.backup)), isStarted: true }, later)
  expect((await restore(app, app.backup.name)).status).toBe(409)
  await makeJobDue(app.db, 'restore', { now: later, isManual: false })
  await app.jobs.runDueJobs()
  expect(await findRestore(app.db)).toMatchObject({ state: 'failed', error: INTERRUPTED })
  expect(await titles(app)).toEqual(['Of the backup', 'Written since'])
})

test('a backup of an older version is migrated', { timeout: 60_000 }, async () => {
  const { db, dataDir } = await emptyDatabase()
  await migrateTo(db, '0009-letters')
  await makeEarlyPost(db, { title: 'From before', category_id: await makeCategory(db) })
  await makeUser(db)
  const media = createFolderStorage(path.join(dataDir, 'media'))
  const backupDir = path.join(dataDir, 'kept')
  const name = await writeBackup({ db, media, backupDir, now: new Date(backedUpAt) })
  const app = await testApp({ backupStore: createFolderBackups(backupDir) })
  const content = (await (await app.asOwner(`/api/backups/${name}/content`)).json()) as BackupContent
  expect(content).toMatchObject({ isOlder: true, version: '0009-letters', holds: { posts: 1 } })
  await restore(app, name)
  expect(await titles(app)).toEqual(['From before'])
  expect(await findRestore(app.db)).toMatchObject({ state: 'done' })
})

async function upload(app: TestApp, file: Buffer, partBytes = 4 * 1024 * 1024): Promise<Response> {
  const started = await app.asOwner('/api/backups/uploads', { json: { size: file.length } })
  expect(started.status).toBe(201)
  const { id } = (await started.json()) as { id: string }
  for (let offset = 0; offset < file.length; offset += partBytes) {
    // A repeated part changes nothing.
    for (let i = 0; i < 2; i++) {
      const form = new FormData()
      form.set('part', new File([new Uint8Array(file.subarray(offset, offset + partBytes))], 'part'))
      const sent = await app.asOwner(`/api/backups/uploads/${id}?offset=${offset}`, { method: 'POST', body: form })
      expect(await sent.json()).toEqual({ received: Math.min(offset + partBytes, file.length) })
    }
  }
  return app.asOwner(`/api/backups/uploads/${id}/finish`, { method: 'POST' })
}

test('an uploaded backup is verified, listed and restored, also one that a browser has decompressed', async () => {
  const app = await siteWithBackup()
  const archive = readFileSync(path.join(app.dataDir, 'backups', app.backup.name))
  await app.asOwner(`/api/backups/${app.backup.name}`, { method: 'DELETE' })
  for (const file of [archive, gunzipSync(archive)]) {
    const finished = await upload(app, file, 5000)
    expect(finished.status).toBe(201)
    expect(await finished.json()).toMatchObject({ kind: 'upload', createdAt: backedUpAt, files: 1 })
  }
  const [first] = await app.backups.list()
  await restore(app, first!.name)
  expect(await titles(app)).toEqual(['Of the backup'])
})

test('an archive of another kind, cut short or hostile is refused with a sentence and deleted', async () => {
  const app = await siteWithBackup()
  const archive = readFileSync(path.join(app.dataDir, 'backups', app.backup.name))
  const tar = gunzipSync(archive)
  const cases: [Buffer, RegExp][] = [
    [Buffer.from('no archive at all, just some text'), /not a whole backup/],
    [archive.subarray(0, archive.length / 2), /not a whole backup|cut short/],
    [gzipSync(renamed(tar, '../../etc/passwd')), /manifest is missing/],
    [gzipSync(linked(tar)), /not a (?:file|whole backup)/],
    [gzipSync(Buffer.concat([longHeader(), tar])), /header that is too long/],
    [
      gzipSync(manifestWith({ tables: [], files: [{ name: 'media/../../x/source', size: 1, sha256: 'x' }] })),
      /no place/,
    ],
    [gzipSync(manifestWith({ tables: [], files: [], migration: '9999-future' })), /newer version/],
    [gzipSync(manifestWith({ tables: [], files: [], createdAt: 'long ago' })), /no valid time/],
    [gzipSync(Buffer.from(tar).fill(120, tar.indexOf('Petal'), tar.indexOf('Petal') + 5)), /damaged/],
  ]
  for (const [file, sentence] of cases) {
    const refused = await upload(app, file)
    expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
      422,
      expect.stringMatching(sentence),
    ])
  }
  expect(readdirSync(path.join(app.dataDir, 'backups'))).toEqual([app.backup.name])
  const tooLarge = await app.asOwner('/api/backups/uploads', { json: { size: 30 * 1024 ** 3 } })
  expect(tooLarge.status).toBe(413)
  const unknown = await app.asOwner('/api/backups/uploads/abcdef-100/finish', { method: 'POST' })
  expect(unknown.status).toBe(404)
})

/** A tar whose first entry has another name, kind or content. */
function renamed(tar: Buffer, name: string): Buffer {
  return withHeader(tar, (header) => {
    header.fill(0, 0, 100)
    header.write(name, 0)
  })
}

const linked = (tar: Buffer) => withHeader(tar, (header) => void header.write('2', 156))

function withHeader(tar: Buffer, change: (header: Buffer) => void): Buffer {
  const copy = Buffer.from(tar)
  const header = copy.subarray(0, 512)
  change(header)
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return copy
}

/** An extension of 1 GB, which a reader of tar files would hold in memory. */
function longHeader(): Buffer {
  return withHeader(Buffer.alloc(512), (header) => {
    header.write('PaxHeader', 0)
    header.write(`${(1024 ** 3).toString(8).padStart(11, '0')}\0`, 124)
    header.write('x', 156)
    header.write('ustar\u000000', 257)
  })
}

function manifestWith(fields: object): Buffer {
  const text = Buffer.from(
    JSON.stringify({ format: 1, createdAt: backedUpAt, migration: '0009-letters', tables: [], files: [], ...fields }),
  )
  const header = withHeader(Buffer.alloc(512), (block) => {
    block.write('manifest.json', 0)
    block.write('0000600\u00000000000\u00000000000\0', 100)
    block.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124)
    block.write('00000000000\0', 136)
    block.write('0', 156)
    block.write('ustar\u000000', 257)
  })
  return Buffer.concat([header, text, Buffer.alloc(512 - (text.length % 512) + 1024)])
}
