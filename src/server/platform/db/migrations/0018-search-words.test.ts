import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeEarlyPost } from '../../../../../test/factories.ts'
import { emptyDatabase } from '../../../../../test/test-database.ts'
import { dialectOf } from '../dialect.ts'
import { migrateTo, migrateToLatest } from '../migrate.ts'

test('posts are read and written while their search words are computed', { timeout: 60_000 }, async (context) => {
  const { db } = await emptyDatabase()
  context.skip(dialectOf(db) === 'sqlite', 'SQLite keeps its index')
  await migrateTo(db, '0016-partitioned-clicks')
  for (let i = 0; i < 60; i++) await makeEarlyPost(db, { slug: `post-${i}` })
  const body = 'moisturizing skincare barriers under sunscreens '.repeat(250)
  await sql`update posts set body_text = ${body}`.execute(db)

  /** The start of the statement that computes the words, while it runs. */
  const computing = async () => {
    const { rows } = await sql<{ start: string }>`
      select query_start::text as start from pg_stat_activity
      where state = 'active' and query like 'create temporary table posts_computed%'`.execute(db)
    return rows[0]?.start
  }
  let isMigrating = true
  const migrating = migrateToLatest(db).finally(() => {
    isMigrating = false
  })
  let readsMeanwhile = 0
  for (let writes = 0; isMigrating; writes += 1) {
    const before = await computing()
    await sql`select title from posts limit 1`.execute(db)
    await sql`update posts set title = ${`Written ${writes}`} where slug = ${`post-${writes % 60}`}`.execute(db)
    if (before && before === (await computing())) readsMeanwhile += 1
  }
  await migrating
  expect(readsMeanwhile).toBeGreaterThan(0)

  const tokens = () => sql`select id, search_tokens::text from posts order by id`.execute(db).then(({ rows }) => rows)
  const migrated = await tokens()
  await sql`update posts set title = title`.execute(db)
  expect(migrated).toEqual(await tokens())
})
