import path from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { expect, inject, onTestFinished, test } from 'vitest'
import { makeCategory } from '../../../../test/factories.ts'
import { migratedDatabase } from '../../../../test/test-database.ts'

const isPostgres = inject('databaseUrl') !== undefined

async function lockedDatabase() {
  const { db, dataDir } = await migratedDatabase()
  const other = new BetterSqlite(path.join(dataDir, 'dewlight.db'))
  onTestFinished(() => void other.close())
  other.exec('begin immediate')
  return { db, unlock: () => other.exec('rollback') }
}

test.skipIf(isPostgres)('a write that waits for another process blocks neither reads nor timers', async () => {
  const { db, unlock } = await lockedDatabase()
  const writes = [
    makeCategory(db, { slug: 'waiting' }),
    db.transaction().execute((transaction) => makeCategory(transaction, { slug: 'transaction' })),
  ]
  // Runs only if the event loop does.
  setTimeout(unlock, 300)
  expect(await db.selectFrom('categories').select('slug').execute()).toEqual([])
  await Promise.all(writes)
  expect(await db.selectFrom('categories').select('slug').execute()).toHaveLength(2)
})

test.skipIf(isPostgres)(
  'writes that wait together fail together, not one after the other',
  { timeout: 30_000 },
  async () => {
    const { db, unlock } = await lockedDatabase()
    const begun = performance.now()
    const writes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, number) => makeCategory(db, { slug: `slug-${number}` })),
    )
    expect(writes.map(({ status }) => status)).toEqual(Array(8).fill('rejected'))
    // Five seconds, not forty.
    expect(performance.now() - begun).toBeLessThan(15_000)
    unlock()
    await makeCategory(db, { slug: 'afterwards' })
  },
)
