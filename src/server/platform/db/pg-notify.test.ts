import { sql } from 'kysely'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { tcpProxy } from '../../../../test/tcp-proxy.ts'
import { emptyDatabase } from '../../../../test/test-database.ts'
import { createPgNotify, notifyHosts } from './pg-notify.ts'
import { announcePurges } from './purge-notices.ts'

const databaseUrl = inject('databaseUrl')

function open(url: string) {
  const purged: string[] = []
  const synced: boolean[] = []
  const lost: unknown[] = []
  const pgNotify = createPgNotify(url, { onLost: (error) => lost.push(error) })
  pgNotify.listen(({ tag, isSoft }) => purged.push(isSoft ? `${tag}, softly` : tag))
  pgNotify.onSync((isInSync) => synced.push(isInSync))
  onTestFinished(() => pgNotify.close())
  return { ...pgNotify, purged, synced, lost }
}

const soon = (check: () => void) => vi.waitFor(check, 5000)

test.skipIf(!databaseUrl)(
  'purges reach every host when their transaction commits, and none without a commit',
  async () => {
    const { db, databaseUrl: url } = await emptyDatabase()
    const hosts = [open(url!), open(url!)]
    await soon(() => expect(hosts.map(({ purged }) => purged)).toEqual([[''], ['']]))
    const announce = (tag: string, isSoft: boolean) =>
      db.transaction().execute(async (transaction) => {
        await announcePurges(transaction, [{ tag, isSoft }])
        if (tag === 'products') throw new Error('rolled back')
      })
    await expect(announce('products', false)).rejects.toThrow('rolled back')
    await announce('posts', true)
    await announce('posts', false)
    const purged = ['', 'posts, softly', 'posts']
    await soon(() => expect(hosts.map((host) => host.purged)).toEqual([purged, purged]))
  },
)

test.skipIf(!databaseUrl)('a command reaches all hosts', async () => {
  const hosts = [open(databaseUrl!), open(databaseUrl!)]
  await soon(() => expect(hosts.map(({ purged }) => purged)).toEqual([[''], ['']]))
  await notifyHosts(databaseUrl!, { tag: 'posts', isSoft: false })
  const purged = ['', 'posts']
  await soon(() => expect(hosts.map((host) => host.purged)).toEqual([purged, purged]))
})

test.skipIf(!databaseUrl)('a notice of the version before is a hard purge', async () => {
  const { purged } = open(databaseUrl!)
  await soon(() => expect(purged).toEqual(['']))
  const { db, databaseUrl: own } = await emptyDatabase()
  const other = open(own!)
  await soon(() => expect(other.purged).toEqual(['']))
  await sql`select pg_notify('dewlight_changes', '0b1c6f0e-6b0f-4c53-9a35-d6a5a0b4f3a1 posts')`.execute(db)
  await soon(() => expect(other.purged).toEqual(['', 'posts']))
})

test.skipIf(!databaseUrl)(
  'everything is purged after a lost connection, before notices count as arriving',
  async () => {
    const { db, databaseUrl: url } = await emptyDatabase()
    const pgNotify = open(url!)
    await soon(() => expect(pgNotify.synced).toEqual([false, true]))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
    await soon(() => expect(pgNotify.synced).toEqual([false, true, false, true]))
    expect(pgNotify.purged).toEqual(['', ''])
    expect(pgNotify.lost).toHaveLength(1)
  },
)

test.skipIf(!databaseUrl)('a connection that dies silently is known within five seconds and replaced', async () => {
  const proxy = await tcpProxy(databaseUrl!)
  const pgNotify = open(proxy.url)
  await soon(() => expect(pgNotify.synced).toEqual([false, true]))
  proxy.freeze()
  await vi.waitFor(() => expect(pgNotify.synced).toEqual([false, true, false]), 5000)
  proxy.thaw()
  await vi.waitFor(() => expect(pgNotify.synced).toEqual([false, true, false, true]), 5000)
  expect(pgNotify.purged).toEqual(['', ''])
  expect(pgNotify.lost).toHaveLength(1)
})
