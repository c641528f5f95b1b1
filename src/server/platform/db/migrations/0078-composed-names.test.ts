import { expect, test } from 'vitest'
import { makeProduct } from '../../../../../test/factories.ts'
import { emptyDatabase } from '../../../../../test/test-database.ts'
import { selectAudience } from '../../../audience/subscribers/audience.repo.ts'
import { migrateTo, migrateToLatest } from '../migrate.ts'

test('categories and tags that were stored decomposed are found by their composed form, once each', {
  timeout: 60_000,
}, async () => {
  const { db } = await emptyDatabase()
  await migrateTo(db, '0074-passkey-hosts')
  const created_at = '2026-03-10T15:00:00.000Z'
  await makeProduct(db, { category: 'Cre\u0300mes' })
  await makeProduct(db, { category: 'Cr\u00e8mes' })
  for (const id of [1, 2, 3])
    await db
      .insertInto('subscribers')
      .values({ email: `${id}@x.example`, name: null, is_active: true, created_at, unsubscribe_token: `t${id}` })
      .execute()
  const tags: [subscriber_id: number, tag: string][] = [
    [1, 'cafe\u0301'],
    [1, 'caf\u00e9'],
    [2, 'cafe\u0301'],
    [3, 'spf'],
  ]
  for (const [subscriber_id, tag] of tags)
    await db.insertInto('subscriber_tags').values({ subscriber_id, tag }).execute()
  const picture = { alt_text: '', width: 1, height: 1, widths: '[1]', placeholder: '', created_at }
  const image = { ...picture, key: 'k', url: '/media/k/1.jpg', tags: '["cafe\u0301","caf\u00e9","spf"]' }
  await db.insertInto('images').values(image).execute()
  await migrateToLatest(db)
  const categories = await db.selectFrom('products').select('category').distinct().execute()
  expect(categories).toEqual([{ category: 'Cr\u00e8mes' }])
  const stored = await db.selectFrom('subscriber_tags').selectAll().orderBy('subscriber_id').execute()
  expect(stored.map(({ subscriber_id, tag }) => [subscriber_id, tag])).toEqual([
    [1, 'caf\u00e9'],
    [2, 'caf\u00e9'],
    [3, 'spf'],
  ])
  const audience = { kind: 'segment', withoutTags: ['caf\u00e9'] } as const
  const readers = await selectAudience(
    db,
    { ...audience, withoutTags: [...audience.withoutTags] },
    { timeZone: 'UTC' },
  ).execute()
  expect(readers.map(({ email }) => email)).toEqual(['3@x.example'])
  expect(await db.selectFrom('images').select('tags').execute()).toEqual([{ tags: '["caf\u00e9","spf"]' }])
})
