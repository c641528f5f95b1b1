import { sql } from 'kysely'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { emptyDatabase } from '../../../../test/test-database.ts'
import { createPgNotify, notifyHosts } from './pg-notify.ts'

const databaseUrl = inject('databaseUrl')

function open() {
  const purged: string[] = []
  const lost: unknown[] = []
  const pgNotify = createPgNotify(databaseUrl!, (error) => lost.push(error))
  pgNotify.listen((tag) => purged.push(tag))
  onTestFinished(() => pgNotify.close())
  return { ...pgNotify, purged, lost }
}

test.skipIf(!databaseUrl)('a broadcast reaches the other hosts and not its sender', async () => {
  const [first, second] = [open(), open()]
  await vi.waitFor(() => expect([first.purged, second.purged]).toEqual([[''], ['']]), 5000)
  await first.broadcast('posts')
  await second.broadcast('')
  await vi.waitFor(() => expect(second.purged).toEqual(['', 'posts']), 5000)
  await vi.waitFor(() => expect(first.purged).toEqual(['', '']), 5000)
})

test.skipIf(!databaseUrl)('a command reaches all hosts', async () => {
  const hosts = [open(), open()]
  await vi.waitFor(() => expect(hosts.map(({ purged }) => purged)).toEqual([[''], ['']]), 5000)
  await notifyHosts(databaseUrl!, 'posts')
  const purged = ['', 'posts']
  await vi.waitFor(() => expect(hosts.map((host) => host.purged)).toEqual([purged, purged]), 5000)
})

test.skipIf(!databaseUrl)('a broadcast that fails is reported and does not fail the write that it is for', async () => {
  const host = open()
  await vi.waitFor(() => expect(host.purged).toEqual(['']), 5000)
  // PostgreSQL refuses payloads of 8,000 bytes.
  await host.broadcast('x'.repeat(9000))
  expect(host.lost).toHaveLength(1)
})

test.skipIf(!databaseUrl)('everything is purged after a lost connection', async () => {
  const { db } = await emptyDatabase()
  const pgNotify = open()
  await vi.waitFor(() => expect(pgNotify.purged).toEqual(['']), 5000)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen dewlight_changes%'`.execute(
    db,
  )
  await vi.waitFor(() => expect(pgNotify.purged).toEqual(['', '']), 5000)
  expect(pgNotify.lost).toHaveLength(1)
  await pgNotify.broadcast('posts')
})
