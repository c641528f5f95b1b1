import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { makePost, makeUser } from '../../../../test/factories.ts'
import { NO_SERVER, type OwnPostgres, startOwnPostgres } from '../../../../test/own-postgres.ts'
import { startReplica, type TestPostgres } from '../../../../test/postgres.ts'
import { testSite } from '../../../../test/test-site.ts'
import { tookInSleeps } from '../../../../test/took-in-sleeps.ts'
import { createSession } from '../../accounts/auth/sessions.repo.ts'
import { connect } from './connect.ts'
import type { Db } from './schema.ts'
import { openSiteDatabase } from './site-database.ts'

let primary: OwnPostgres | undefined
let replica: TestPostgres | undefined
beforeAll(async () => {
  primary = await startOwnPostgres()
  replica = primary && (await startReplica(primary.url))
})
afterAll(async () => {
  await replica?.stop()
  await primary?.stop()
})
beforeEach(({ skip }) => skip(replica === undefined, `${NO_SERVER} It needs pg_basebackup, too.`))

const SLOW = { timeout: 60_000 }

function direct(url: string): Db {
  const db = connect({ databaseUrl: url, dataDir: '' })
  onTestFinished(() => db.destroy())
  return db
}

function open() {
  const urls = { databaseUrl: primary!.url, databaseReplicaUrls: [replica!.url] }
  const database = openSiteDatabase({ ...urls, dataDir: '', poolSize: 4 })
  onTestFinished(() => database.close())
  return database
}

const isReplica = async (db: Db) =>
  (await sql<{ is_replica: boolean }>`select pg_is_in_recovery() as is_replica`.execute(db)).rows[0]!.is_replica
const untilOnReplica = (db: Db) => vi.waitFor(async () => expect(await isReplica(db)).toBe(true), 10_000)
const holdReplay = (db: Db) => sql`select pg_wal_replay_pause()`.execute(db)
const resumeReplay = (db: Db) => sql`select pg_wal_replay_resume()`.execute(db)

test('public reads go to the replica, everything else to the primary', SLOW, async () => {
  const { db, publicDb, jobsDb } = open()
  await untilOnReplica(publicDb)
  expect([await isReplica(db), await isReplica(jobsDb)]).toEqual([false, false])
})

test('after a purge the primary is read until the replica has replayed the change', SLOW, async () => {
  const { db, publicDb, notePurge } = open()
  const standby = direct(replica!.url)
  await untilOnReplica(publicDb)
  onTestFinished(async () => void (await resumeReplay(standby)))
  await holdReplay(standby)
  const id = await makePost(db, { slug: `lag-${Date.now()}`, title: 'Old' })
  notePurge()
  const titleIn = async (on: Db) =>
    (await on.selectFrom('posts').select('title').where('id', '=', id).executeTakeFirst())?.title
  for (let i = 0; i < 20; i++) expect(await titleIn(publicDb)).toBe('Old')
  expect(await titleIn(standby)).toBeUndefined()
  await resumeReplay(standby)
  await untilOnReplica(publicDb)
  expect(await titleIn(publicDb)).toBe('Old')
})

test('a replica that stays behind is not read, also without a purge', SLOW, async () => {
  const { db, publicDb } = open()
  const standby = direct(replica!.url)
  await untilOnReplica(publicDb)
  onTestFinished(async () => void (await resumeReplay(standby)))
  await holdReplay(standby)
  await makePost(db, { slug: `behind-${Date.now()}` })
  expect(await isReplica(publicDb)).toBe(true)
  await vi.waitFor(async () => expect(await isReplica(publicDb)).toBe(false), { timeout: 20_000, interval: 500 })
})

test('an edit is seen at once although the replica is behind, and the owner reads what she wrote', SLOW, async () => {
  const now = new Date()
  const db = direct(primary!.url)
  const cookie = `session=${await createSession(db, await makeUser(db, { username: 'replica-owner' }), now)}`
  const slug = `edit-${now.getTime()}`
  const id = await makePost(db, { slug, title: 'First title' })
  const env = { DATABASE_URL: primary!.url, DATABASE_REPLICA_URLS: replica!.url }
  const { get, origin } = await testSite({ env })
  const standby = direct(replica!.url)
  expect(await (await get(`/blog/${slug}`)).text()).toContain('First title')
  onTestFinished(async () => void (await resumeReplay(standby)))
  for (let edit = 1; edit <= 5; edit++) {
    // The replica is used again before each edit.
    await resumeReplay(standby)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await holdReplay(standby)
    const post = (await (await get(`/api/posts/${slug}`, { cookie })).json()) as object
    const saved = await fetch(`${origin}/api/posts/${id}`, {
      method: 'PUT',
      headers: { cookie, origin, 'content-type': 'application/json' },
      body: JSON.stringify({ ...post, slug, title: `Title ${edit}`, coverImage: '/media/none/640.jpg' }),
    })
    expect(saved.status, await saved.text()).toBe(200)
    for (let i = 0; i < 5; i++) {
      expect(await (await get(`/blog/${slug}`)).text()).toContain(`Title ${edit}`)
      expect(await (await get(`/api/posts/${slug}`, { cookie })).json()).toMatchObject({ title: `Title ${edit}` })
      expect(await (await get(`/api/posts/${slug}`)).json()).toMatchObject({ title: `Title ${edit}` })
    }
  }
})

test('a replica that is paused or stopped is left aside, and the primary serves', SLOW, async () => {
  const { publicDb } = open()
  await untilOnReplica(publicDb)
  replica!.control!.pause()
  onTestFinished(() => replica!.control!.resume())
  const reading = isReplica(publicDb)
  expect(await tookInSleeps(reading)).toBeLessThan(2000)
  expect(await reading).toBe(false)
  const again = performance.now()
  for (let i = 0; i < 20; i++) expect(await isReplica(publicDb)).toBe(false)
  expect(performance.now() - again).toBeLessThan(1000)
  replica!.control!.resume()
  await untilOnReplica(publicDb)
  await replica!.control!.halt()
  for (let i = 0; i < 20; i++) expect(await isReplica(publicDb)).toBe(false)
  await replica!.control!.start()
  await untilOnReplica(publicDb)
})

test('public reads go on from the replica while the primary is away', SLOW, async () => {
  const { db, publicDb } = open()
  await untilOnReplica(publicDb)
  await primary!.control.halt()
  onTestFinished(() => primary!.control.start())
  for (let i = 0; i < 5; i++) expect(await isReplica(publicDb)).toBe(true)
  await expect(isReplica(db)).rejects.toThrow()
})
