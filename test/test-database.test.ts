import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migratedDatabase } from './test-database.ts'

const newer = async (db: Awaited<ReturnType<typeof migratedDatabase>>['db']) =>
  (await sql<{ name: string }>`select name from kysely_migration where name like '8%'`.execute(db)).rows

test('a migration that one test records is gone for the next', async () => {
  const first = await migratedDatabase()
  await sql`insert into kysely_migration (name, timestamp) values ('8000-of-a-test', '')`.execute(first.db)
  await first.db.destroy()
  expect(await newer((await migratedDatabase()).db)).toEqual([])
})
