import { expect, test } from 'vitest'
import { emptyDatabase } from '../../../../../test/test-database.ts'
import { createSubscriber } from '../../../audience/subscribers/subscribers.repo.ts'
import { migrateTo, migrateToLatest } from '../migrate.ts'

test('addresses that were stored as names are removed, other names stay', async () => {
  const { db } = await emptyDatabase()
  await migrateTo(db, '0074-passkey-hosts')
  const now = '2026-03-10T15:00:00.000Z'
  const names = ['b@mail.example', 'Ann Lee', '']
  for (const [index, name] of names.entries())
    await createSubscriber(db, { email: `${index}@mail.example`, name, isActive: true }, now)
  await db.updateTable('subscribers').set({ name: 'b@mail.example' }).where('email', '=', '0@mail.example').execute()
  const given = { token_hash: 'a', subscriber_id: 1, name: 'b@mail.example', created_at: now, expires_at: now }
  await db.insertInto('confirmations').values(given).execute()
  await migrateToLatest(db)
  const subscribers = await db.selectFrom('subscribers').select('name').orderBy('id').execute()
  expect(subscribers.map(({ name }) => name)).toEqual([null, 'Ann Lee', null])
  expect(await db.selectFrom('confirmations').select('name').execute()).toEqual([{ name: null }])
})
