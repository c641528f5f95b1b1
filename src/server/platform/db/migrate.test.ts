import { type Kysely, sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makeCategory, makePost, makeProduct } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'
import { emptyDatabase } from '../../../../test/test-database.ts'
import { faultOf } from '../health/faults.ts'
import { connect } from './connect.ts'
import { isForeignKeyViolation, isUniqueViolation } from './errors.ts'
import { isCurrent, lastMigration, migrateTo, migrateToLatest, migrations } from './migrate.ts'

test('an empty database is not current until it is migrated; migrating again changes nothing', async () => {
  const { db } = await emptyDatabase()
  expect(await isCurrent(db)).toBe(false)
  await migrateToLatest(db)
  expect(await isCurrent(db)).toBe(true)
  await makeCategory(db)
  await migrateToLatest(db)
  expect((await countRows(db)).categories).toBe(1)
})

// SQLite belongs to one process.
test.runIf(inject('databaseUrl'))('migrations run once when two processes start at the same time', async () => {
  const { db, ...options } = await emptyDatabase()
  const other = connect(options)
  try {
    await Promise.all([migrateToLatest(db), migrateToLatest(other)])
    expect(await isCurrent(other)).toBe(true)
  } finally {
    await other.destroy()
  }
})

test('a migration that fails leaves the database as it was', async () => {
  const { db } = await emptyDatabase()
  // Makes the second migration fail, after the first has created all tables.
  await sql`create table posts_words (a integer)`.execute(db)
  await sql`create table posts_search_words (a integer)`.execute(db)
  await expect(migrateToLatest(db)).rejects.toThrow()
  expect(await isCurrent(db)).toBe(false)
  await expect(countRows(db)).rejects.toThrow()
})

const names = Object.keys(migrations)

test.each(names)(
  '%s fails at its end: schema and content are rolled back, and it succeeds when run again',
  async (name) => {
    const { db } = await emptyDatabase()
    const before = names[names.indexOf(name) - 1]
    if (before !== undefined) {
      await migrateTo(db, before)
      const now = '2026-01-01T12:00:00.000Z'
      await sql`insert into categories (slug, name, description, image_url, image_alt, position, created_at, updated_at)
      values ('sun', 'Sun', '', '', '', 0, ${now}, ${now})`.execute(db)
    }
    const tables = await db.introspection.getTables()
    const failing = {
      async up(transaction: Kysely<unknown>) {
        await migrations[name]!.up(transaction)
        throw new Error('the power goes')
      },
    }
    await expect(migrateToLatest(db, { list: { ...migrations, [name]: failing } })).rejects.toThrow('the power goes')
    if (before === undefined) expect(await isCurrent(db)).toBe(false)
    else {
      expect(await lastMigration(db)).toBe(before)
      expect(await db.introspection.getTables()).toEqual(tables)
      expect((await sql<{ slug: string }>`select slug from categories`.execute(db)).rows).toEqual([{ slug: 'sun' }])
    }
    await migrateToLatest(db)
    expect(await isCurrent(db)).toBe(true)
    expect((await countRows(db)).categories).toBe(before === undefined ? 0 : 1)
  },
)

test('written rows are visible to a new connection', async () => {
  const { db, ...options } = await emptyDatabase()
  await migrateToLatest(db)
  await makeProduct(db, { name: 'Crème 🧴' })
  const other = connect(options)
  try {
    expect(await other.selectFrom('products').select('name').executeTakeFirst()).toEqual({ name: 'Crème 🧴' })
  } finally {
    await other.destroy()
  }
})

test('the database rejects duplicate slugs and dangling references', async () => {
  const { db } = await testApp()
  const category = await makeCategory(db, { slug: 'sun' })
  const duplicate = await makeCategory(db, { slug: 'sun' }).catch((error: unknown) => error)
  expect(isUniqueViolation(duplicate)).toBe(true)
  const lost = await makePost(db, { category_id: 999 }).catch((error: unknown) => error)
  expect(isForeignKeyViolation(lost)).toBe(true)
  await makePost(db, { category_id: category })
  const used = await db
    .deleteFrom('categories')
    .execute()
    .catch((error: unknown) => error)
  expect(used).toBeInstanceOf(Error)
  expect(faultOf(used)).toBeUndefined()
  expect(await countRows(db)).toMatchObject({ categories: 1, posts: 1 })
})

test('times, flags and counts read the same from every database', async () => {
  const { db } = await testApp()
  await makePost(db, { published_at: '2026-02-01T14:30:00.123Z', is_featured: true })
  const row = await db.selectFrom('posts').select(['published_at', 'is_featured', 'version']).executeTakeFirstOrThrow()
  expect({ ...row, is_featured: Boolean(row.is_featured) }).toEqual({
    published_at: '2026-02-01T14:30:00.123Z',
    is_featured: true,
    version: 1,
  })
  const { count } = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(1)
})

test('a transaction that fails writes nothing', async () => {
  const { db } = await testApp()
  const failing = db.transaction().execute(async (transaction) => {
    await makeCategory(transaction)
    throw new Error('stop')
  })
  await expect(failing).rejects.toThrow('stop')
  expect((await countRows(db)).categories).toBe(0)
})
