import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makeCategory } from '../../../../test/factories.ts'
import { migratedDatabase } from '../../../../test/test-database.ts'
import { connect } from './connect.ts'
import type { Db } from './schema.ts'
import { inSnapshot } from './snapshot.ts'

const slugs = async (db: Db) =>
  (await db.selectFrom('categories').select('slug').orderBy('slug').execute()).map(({ slug }) => slug)

test('a select does not wait for an open transaction and sees only what is committed', async () => {
  const { db } = await migratedDatabase()
  await db.transaction().execute(async (transaction) => {
    await makeCategory(transaction, { slug: 'cleansing' })
    expect(await slugs(db)).toEqual([])
    expect(await slugs(transaction)).toEqual(['cleansing'])
  })
  expect(await slugs(db)).toEqual(['cleansing'])
})

test('what a write has returned is seen by the next select, here and over another connection', async () => {
  const { db, ...options } = await migratedDatabase()
  const other = connect(options)
  try {
    for (let number = 0; number < 50; number++) {
      await makeCategory(number % 2 === 0 ? db : other, { slug: `slug-${String(number).padStart(2, '0')}` })
      expect(await slugs(db)).toHaveLength(number + 1)
      expect(await slugs(other)).toHaveLength(number + 1)
    }
  } finally {
    await other.destroy()
  }
})

test('a snapshot neither blocks writes nor sees them, and other selects do', async () => {
  const { db } = await migratedDatabase()
  await makeCategory(db, { slug: 'before' })
  await inSnapshot(db, async (snapshot) => {
    expect(await slugs(snapshot)).toEqual(['before'])
    await makeCategory(db, { slug: 'during' })
    expect(await slugs(db)).toEqual(['before', 'during'])
    expect(await slugs(snapshot)).toEqual(['before'])
  })
  await expect(inSnapshot(db, (snapshot) => makeCategory(snapshot, { slug: 'never' }))).rejects.toThrow()
  expect(await slugs(db)).toEqual(['before', 'during'])
})

test('transactions and writes outside of them take turns, also after one has failed', async () => {
  const { db } = await migratedDatabase()
  const events: string[] = []
  // Two connections of PostgreSQL have no order.
  const { promise: inserted, resolve: hasInserted } = Promise.withResolvers<void>()
  const first = db.transaction().execute(async (transaction) => {
    await makeCategory(transaction, { slug: 'same' })
    hasInserted()
    await slugs(db)
    events.push('first fails')
    throw new Error('stop')
  })
  await inserted
  const second = db.transaction().execute((transaction) => makeCategory(transaction, { slug: 'same' }))
  const third = makeCategory(db, { slug: 'third' })
  await expect(first).rejects.toThrow('stop')
  await Promise.all([second, third])
  expect(events).toEqual(['first fails'])
  expect(await slugs(db)).toEqual(['same', 'third'])
})

test('statements that write and return rows are written', async () => {
  const { db } = await migratedDatabase()
  const id = await makeCategory(db, { slug: 'one' })
  const renamed = await sql<{
    slug: string
  }>`update categories set slug = 'two' where id = ${id} returning slug`.execute(db)
  expect(renamed.rows).toEqual([{ slug: 'two' }])
  const { rows } = await sql<{ slug: string }>`
    with chosen as (select cast(${id} as integer) as id) delete from categories where id in (select id from chosen) returning slug`.execute(
    db,
  )
  expect(rows).toEqual([{ slug: 'two' }])
  expect((await countRows(db)).categories).toBe(0)
})

test('a changed schema is seen by statements that were prepared before', async () => {
  const { db } = await migratedDatabase()
  await makeCategory(db)
  const read = () => db.selectFrom('categories').selectAll().executeTakeFirstOrThrow()
  await read()
  await sql`alter table categories add column colour text`.execute(db)
  expect(await read()).toHaveProperty('colour', null)
  await sql`alter table categories drop column colour`.execute(db)
  expect(await read()).not.toHaveProperty('colour')
})
