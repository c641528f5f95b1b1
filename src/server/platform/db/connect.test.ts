import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../../../../test/test-database.ts'

test('each query is reported, a failed one with its error', async () => {
  const errors: unknown[] = []
  const { db } = await emptyDatabase((_query, _milliseconds, error) => errors.push(error))
  errors.length = 0
  await sql`select 1`.execute(db)
  await expect(sql`select 1 from nowhere`.execute(db)).rejects.toThrow('nowhere')
  expect(errors).toEqual([undefined, expect.any(Error)])
})
