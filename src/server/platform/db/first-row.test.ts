import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../../../../test/test-database.ts'
import { firstRow, orThrow } from './first-row.ts'

test('a raw statement without a row is an error, otherwise its first row is returned', async () => {
  const { db } = await emptyDatabase()
  expect(await firstRow(db, sql<{ n: number }>`select 1 as n union all select 2 order by 1`)).toEqual({ n: 1 })
  await expect(firstRow(db, sql`select 1 as n where 1 = 2`)).rejects.toThrow('The statement returned no row')
})

test('a lookup that finds nothing is an error, otherwise its result is returned', async () => {
  expect(await orThrow(Promise.resolve(0))).toBe(0)
  await expect(orThrow(Promise.resolve(undefined))).rejects.toThrow('The row does not exist')
})
