import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../../test/factories.ts'
import { testApp } from '../../../../../test/test-app.ts'
import { emptyDatabase } from '../../../../../test/test-database.ts'
import { dialectOf } from '../dialect.ts'
import { migrateTo, migrateToLatest, migrations } from '../migrate.ts'
import type { PhasedMigration } from '../migration-phase.ts'
import { fillFoldIndex } from '../search-fold-index.ts'
import { findByWords } from '../search-index.ts'
import type { AnyDb } from './columns.ts'

const everything = { limit: 300, where: sql`true` }

test('what was written before the upgrade is found by other spellings, and so is what an edit makes of it', async () => {
  const { db } = await emptyDatabase()
  await migrateTo(db, '0067-fractions-of-cents')
  const ids = []
  for (let i = 0; i < 120; i++) ids.push(await makePost(db, { title: `Crème L’Oréal ${i}`, slug: `post-${i}` }))
  const product = await makeProduct(db, { facts: '{"brand":"L’Oréal"}' })
  await migrateToLatest(db)
  await fillFoldIndex(db)
  expect((await findByWords(db, 'posts', 'loreal', everything)).sort((a, b) => a - b)).toEqual(ids)
  expect(await findByWords(db, 'products', 'loreal', everything)).toEqual([product])
  await db.updateTable('posts').set({ title: 'Bio-Oil' }).where('id', '=', ids[0]!).execute()
  expect(await findByWords(db, 'posts', 'biooil', everything)).toEqual([ids[0]])
  expect(await findByWords(db, 'posts', 'loreal', everything)).toHaveLength(119)
})

test('the words of posts are computed while visitors can still read them', async (context) => {
  const { db } = await emptyDatabase()
  context.skip(dialectOf(db) === 'sqlite', 'SQLite locks out no readers')
  await migrateTo(db, '0067-fractions-of-cents')
  const [name, folds] = Object.entries(migrations).find(([each]) => each.endsWith('search-folds'))!
  let locked: string[] | undefined
  const up = async (transaction: AnyDb) => {
    const { rows } = await sql<{ name: string }>`select relation::regclass::text as name from pg_locks
      where pid = pg_backend_pid() and mode = 'AccessExclusiveLock'`.execute(transaction)
    locked = rows.map((row) => row.name)
    await folds.up(transaction)
  }
  await migrateToLatest(db, { list: { ...migrations, [name]: { ...folds, up } as PhasedMigration } })
  expect(locked).toBeDefined()
  expect(locked!.filter((each) => ['posts', 'products'].includes(each))).toEqual([])
})

test('what an older version writes is found by other spellings after the next clean-up, for which no start waits', async (context) => {
  const app = await testApp()
  const { db } = app
  context.skip(dialectOf(db) === 'postgres', 'PostgreSQL folds by itself')
  const edited = await makePost(db, { title: 'Crème L’Oréal', keywords: '', slug: 'edited' })
  for (const trigger of ['posts_folds_insert', 'posts_folds_add'])
    await sql`drop trigger temp.${sql.id(trigger)}`.execute(db)
  const written = await makePost(db, { title: 'Sérum L’Oréal', slug: 'written' })
  for (let number = 1; number <= 50; number++) await makePost(db, { slug: `post-${number}` })
  await db.updateTable('posts').set({ title: 'Bio-Oil' }).where('id', '=', edited).execute()

  await migrateToLatest(db)
  expect(await findByWords(db, 'posts', 'loreal', everything)).toEqual([])
  expect((await app.asOwner('/api/jobs/tidy-up/run', { method: 'POST' })).status).toBe(202)
  await app.jobs.runDueJobs()
  expect(await findByWords(db, 'posts', 'loreal', everything)).toEqual([written])
  expect(await findByWords(db, 'posts', 'biooil', everything)).toEqual([edited])
  expect(await fillFoldIndex(db)).toBe(0)
  await db.deleteFrom('posts').execute()
  expect(await findByWords(db, 'posts', 'biooil', everything)).toEqual([])
})
