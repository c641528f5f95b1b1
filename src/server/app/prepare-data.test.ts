import { chmodSync, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { pino } from 'pino'
import { expect, inject, test, vi } from 'vitest'
import { makePost, makeUser } from '../../../test/factories.ts'
import { migratedDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { StoredAppearance } from '../../contract/accounts/appearance.ts'
import { createContact } from '../audience/contacts/contacts.repo.ts'
import { claimMail, createMail } from '../audience/mail/mail.repo.ts'
import { renderMail } from '../audience/mail/mail-body.ts'
import { findErased, findErasureKey, listErasures } from '../audience/personal-data/erasures.repo.ts'
import { erasePersonalData } from '../audience/personal-data/personal-data.repo.ts'
import { findFeedIds } from '../content/feeds/feed-ids.repo.ts'
import { createImage } from '../content/images/images.repo.ts'
import { claimCdnPurges, listCdnPurges, queueCdnPurges } from '../platform/cdn/cdn-purges.repo.ts'
import { CDN_LEASE_MS } from '../platform/cdn/cdn-queue.ts'
import { readConfig } from '../platform/config.ts'
import { createPgNotify } from '../platform/db/pg-notify.ts'
import { acquireJob, listJobs } from '../platform/jobs/jobs.repo.ts'
import { withJobLease } from '../platform/jobs/with-job-lease.ts'
import { LEASE_MS } from '../platform/lease-times.ts'
import { createSecrets } from '../platform/secrets.ts'
import { noteDueErasures } from './erasures/repeat-erasures.ts'
import { prepareData } from './prepare-data.ts'

const isPostgres = inject('databaseUrl') !== undefined
// PGlite has a single session, which the lock would occupy.
const isEmbedded = isPostgres && inject('postgres')?.template === undefined

const owner = { ADMIN_USERNAME: 'nora', ADMIN_PASSWORD: 'a long enough password' }

/** What a public site does before it is served. */
function prepare({ db, dataDir, databaseUrl }: TestDatabase, env: Record<string, string> = owner): Promise<void> {
  const config = readConfig({
    ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SITE_URL: 'https://example.com' },
    ...{ CDN: 'varnish', CDN_URL: 'http://127.0.0.1:9' },
    ...env,
  })
  return prepareData(db, {
    config,
    log: pino({ level: 'silent' }),
    seedDemo: () => Promise.reject(new Error('a public site')),
  })
}

test.skipIf(isEmbedded)('a start listens before SVG images and references of posts are converted', async () => {
  const database = await migratedDatabase()
  const { db } = database
  const stored = { key: 'jar', width: 400, height: 200, widths: [400], placeholder: '', format: 'jpg' as const }
  const file = { stored: { ...stored, isAnimated: false }, altText: '', fileName: 'jar.svg', bytes: 1 }
  await createImage(db, { ...file, format: 'jpeg' }, '2026-03-10T15:00:00.000Z')
  await db.updateTable('images').set({ format: 'svg' }).execute()
  await makePost(db, {})
  await db.updateTable('posts').set({ references_version: null }).execute()
  await prepare(database, {})
  expect(await db.selectFrom('images').select('format').execute()).toEqual([{ format: 'svg' }])
  expect(await db.selectFrom('posts').select('references_version').execute()).toEqual([{ references_version: null }])
})

test.skipIf(isEmbedded)('the ids that feeds had under the first SITE_URL stay under another', async () => {
  const database = await migratedDatabase()
  const { db } = database
  const id = await makePost(db, { feed_id: '/blog/washing' })
  for (const siteUrl of ['https://old.example', 'https://new.example']) {
    await prepare(database, { SITE_URL: siteUrl })
    expect([...(await findFeedIds(db, [id], siteUrl)).values()]).toEqual(['https://old.example/blog/washing'])
  }
})

test.skipIf(isEmbedded)(
  'a start writes the host of the site into the passkeys of older versions, and only there',
  async () => {
    const database = await migratedDatabase()
    const { db } = database
    const user_id = await makeUser(db)
    const passkey = { user_id, public_key: '', counter: 0, transports: '[]', name: 'Phone' }
    const created_at = '2026-03-10T15:00:00.000Z'
    const values = [
      { ...passkey, credential_id: 'old', created_at },
      { ...passkey, credential_id: 'moved', created_at, host: 'old.example' },
    ]
    for (const each of values) await db.insertInto('passkeys').values(each).execute()
    await makePost(db)
    const hosts = () => db.selectFrom('passkeys').select('host').orderBy('id').execute()
    await prepare(database, { SITE_URL: '', CDN: '' })
    expect(await hosts(), 'without SITE_URL').toEqual([{ host: null }, { host: 'old.example' }])
    await prepare(database, {})
    expect(await db.selectFrom('passkeys').select(['credential_id', 'host']).orderBy('id').execute()).toEqual([
      { credential_id: 'old', host: 'example.com' },
      { credential_id: 'moved', host: 'old.example' },
    ])
  },
)

test.skipIf(isEmbedded || process.platform === 'win32')(
  'a start closes the outbox of an earlier version to other accounts',
  async () => {
    const database = await migratedDatabase()
    const outbox = path.join(database.dataDir, 'outbox')
    mkdirSync(outbox, { recursive: true })
    chmodSync(outbox, 0o755)
    await prepare(database, {})
    expect(statSync(outbox).mode & 0o777).toBe(0o700)
  },
)

test.skipIf(isPostgres)(
  'a start on SQLite ends the leases of killed processes, and not that of a command',
  async () => {
    const database = await migratedDatabase()
    const { db } = database
    const at = '2026-03-10T15:00:00.000Z'
    const times = { now: at, leaseUntil: '2026-03-10T15:00:30.000Z' }
    await acquireJob(db, { name: 'earnings', owner: 'killed' }, times)
    let during: string[] = []
    await withJobLease(
      db,
      'backup',
      async () => {
        await prepare(database, {})
        during = (await listJobs(db, at)).filter(({ state }) => state === 'running').map(({ name }) => name)
      },
      { clock: () => new Date(at), signal: new AbortController().signal },
    )
    expect(during).toEqual(['backup'])
  },
)

test.skipIf(isPostgres)('a start on SQLite ends the leases of mails, newsletters and purges of the CDN', async () => {
  const database = await migratedDatabase()
  const { db } = database
  const [before, now, later] = [-1000, 0, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString()) as [
    string,
    string,
    string,
  ]
  const mail = {
    kind: 'test',
    to: 'ann@example.com',
    subject: 'A subject',
    body: renderMail({ appearance: StoredAppearance.parse({}) }, { paragraphs: [] }),
  } as const
  const [killed, deferred] = [await createMail(db, mail, before), await createMail(db, mail, later)]
  await claimMail(db, killed, new Date(Date.now() + LEASE_MS).toISOString())
  await queueCdnPurges(db, ['posts'], before)
  await claimCdnPurges(db, now, new Date(Date.now() + CDN_LEASE_MS).toISOString())
  const newsletter = await makePost(db, { kind: 'newsletter' })
  const recipient = { newsletter_id: newsletter, next_at: later }
  await db
    .insertInto('newsletter_recipients')
    .values([
      { ...recipient, email: 'leased@example.com', state: 'waiting', lease: 'killed' },
      { ...recipient, email: 'deferred@example.com', state: 'deferred' },
      { ...recipient, email: 'marked@example.com', state: 'sending', lease: 'killed' },
    ])
    .execute()

  await prepare(database)

  const started = new Date().toISOString()
  const mails = await db.selectFrom('mails').select(['id']).where('next_at', '<=', started).execute()
  expect(mails).toEqual([{ id: killed }])
  expect(deferred).not.toBe(killed)
  expect((await listCdnPurges(db)).find(({ tag }) => tag === 'posts')!.nextAt <= started).toBe(true)
  const due = await db
    .selectFrom('newsletter_recipients')
    .select(['email', 'state'])
    .where('next_at', '<=', started)
    .execute()
  expect(due.toSorted((a, b) => a.email.localeCompare(b.email))).toEqual([
    { email: 'leased@example.com', state: 'waiting' },
    { email: 'marked@example.com', state: 'sending' },
  ])
})

test.skipIf(isEmbedded)(
  'a start that changes an account queues a purge of the CDN, and one that changes none does not',
  async () => {
    const database = await migratedDatabase()
    const queued = async () => {
      const tags = (await listCdnPurges(database.db)).map(({ tag }) => tag)
      await database.db.deleteFrom('cdn_purges').execute()
      return tags
    }
    await makeUser(database.db, { username: 'admin', is_demo: true })
    await prepare(database, {})
    expect(await queued()).toEqual(['users'])
    await prepare(database)
    expect(await queued()).toEqual(['users'])
    await prepare(database)
    expect(await queued()).toEqual([])
    await prepare(database, { ...owner, CDN: '', CDN_URL: '', ADMIN_PASSWORD: 'another long password' })
    expect(await queued()).toEqual([])
  },
)

test.runIf(isPostgres && !isEmbedded)('a start that changes an account announces it to the other hosts', async () => {
  const database = await migratedDatabase()
  await makeUser(database.db, { username: 'admin', is_demo: true })
  const heard: string[] = []
  const pgNotify = createPgNotify(database.databaseUrl!, { onLost: expect.unreachable })
  pgNotify.listen(({ tag }) => heard.push(tag))
  await vi.waitFor(() => expect(heard).toEqual(['']), 5000)
  await prepare(database, {})
  await prepare(database)
  await prepare(database)
  await vi.waitFor(() => expect(heard).toEqual(['', 'users', 'users']), 5000)
  await pgNotify.close()
})

test.skipIf(isEmbedded)(
  'a start refuses a common password for the first account, and never one that has an account',
  async () => {
    const database = await migratedDatabase()
    const weak = { ...owner, ADMIN_PASSWORD: 'Password1234!' }
    await expect(prepare(database, weak)).rejects.toThrow(
      'Cannot start with this ADMIN_PASSWORD: This password is one of the most common ones.',
    )
    expect(await database.db.selectFrom('users').select('id').execute()).toEqual([])
    await prepare(database)
    await prepare(database, weak)
  },
)

test.skipIf(isEmbedded)(
  'a start repeats the erasures that a killed restore has left, once it has their key',
  async () => {
    const database = await migratedDatabase()
    const { db } = database
    const [former, other] = ['a former key of the site, long enough', 'another key of the site, long enough']
    const secrets = createSecrets(former)
    const now = '2026-03-10T15:00:00.000Z'
    await erasePersonalData(db, 'ann@mail.example', { secrets, now })
    const key = await findErasureKey(db, secrets)
    const list = [{ key: key?.sealed ?? '', rows: await listErasures(db) }]
    // The backup was made before the first erasure.
    await db.deleteFrom('settings').execute()
    await db.deleteFrom('erasures').execute()
    for (const email of ['Ann@mail.example', 'bea@mail.example'])
      await createContact(db, { name: 'A', email, subject: 'A question', message: 'Which cream?' }, null, now)
    await noteDueErasures(db, list, new Date(now))
    const emails = async () =>
      (await db.selectFrom('contacts').select('email').orderBy('id').execute()).map((row) => row.email)
    await prepare(database, { ...owner, SECRET_KEY: other })
    expect(await emails()).toEqual(['Ann@mail.example', 'bea@mail.example'])
    await prepare(database, { ...owner, SECRET_KEY: former })
    expect(await emails()).toEqual(['bea@mail.example'])
    expect(await findErased(db, ['ann@mail.example'], secrets)).toEqual(new Set(['ann@mail.example']))
    expect(await db.selectFrom('settings').select('key').where('key', '=', '#due-erasures').execute()).toEqual([])
  },
)
