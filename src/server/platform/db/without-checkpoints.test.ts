import { statSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { emptyDatabase } from '../../../../test/test-database.ts'
import { connect } from './connect.ts'
import type { Db } from './schema.ts'
import { withoutCheckpoints } from './without-checkpoints.ts'

const onSqlite = inject('databaseUrl') === undefined

/** Some thousand pages. */
const fill = (db: Db) =>
  sql`insert into pages with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
    select randomblob(4000) from n`.execute(db)

test.skipIf(!onSqlite)('the log of another connection stays where it is until its work has ended', async () => {
  const { db, dataDir } = await emptyDatabase()
  await sql`create table pages (content blob)`.execute(db)
  const other = connect({ dataDir, databaseUrl: undefined })
  const file = path.join(dataDir, 'dewlight.db')
  try {
    await withoutCheckpoints(db, async () => {
      await sql`pragma wal_autocheckpoint = 0`.execute(other)
      await fill(other)
      const before = statSync(file).size
      await sql`insert into pages values ('small')`.execute(db)
      expect(statSync(file).size).toBe(before)
    })
    await sql`insert into pages values ('small')`.execute(db)
    expect(statSync(file).size).toBeGreaterThan(3000 * 4000)
  } finally {
    await other.destroy()
  }
})

test('the default is back after an error', async () => {
  const { db } = await emptyDatabase()
  const failing = withoutCheckpoints(db, async () => {
    throw new Error('stopped')
  })
  await expect(failing).rejects.toThrow('stopped')
  if (!onSqlite) return
  const { rows } = await sql`pragma wal_autocheckpoint`.execute(db)
  expect(rows).toEqual([{ wal_autocheckpoint: 1000 }])
})
