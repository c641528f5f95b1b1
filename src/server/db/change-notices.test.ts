import { sql } from 'kysely'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { emptyDatabase } from '../../../test/test-database.ts'
import { createChangeNotices } from './change-notices.ts'

const databaseUrl = inject('databaseUrl')

function open() {
  const heard: string[] = []
  const lost: unknown[] = []
  const notices = createChangeNotices(databaseUrl!, (error) => lost.push(error))
  notices.listen((what) => heard.push(what))
  onTestFinished(() => notices.close())
  return { ...notices, heard, lost }
}

test.skipIf(!databaseUrl)('a change on one machine reaches the others and not the one that made it', async () => {
  const [first, second] = [open(), open()]
  await vi.waitFor(() => expect([first.heard, second.heard]).toEqual([[''], ['']]), 5000)
  await first.announce('posts')
  await second.announce('')
  await vi.waitFor(() => expect(second.heard).toEqual(['', 'posts']), 5000)
  await vi.waitFor(() => expect(first.heard).toEqual(['', '']), 5000)
})

test.skipIf(!databaseUrl)('after a lost connection everything counts as changed', async () => {
  const { db } = await emptyDatabase()
  const notices = open()
  await vi.waitFor(() => expect(notices.heard).toEqual(['']), 5000)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen dewlight_changes%'`.execute(
    db,
  )
  await vi.waitFor(() => expect(notices.heard).toEqual(['', '']), 5000)
  expect(notices.lost).toHaveLength(1)
  await notices.announce('posts')
})
