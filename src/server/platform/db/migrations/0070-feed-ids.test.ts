import { expect, test } from 'vitest'
import { makeEarlyPost } from '../../../../../test/factories.ts'
import { emptyDatabase } from '../../../../../test/test-database.ts'
import { migrateTo, migrateToLatest } from '../migrate.ts'

const uuid = /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('existing posts keep their ids in feeds, also in the trash, and every other row gets a random one', {
  timeout: 60_000,
}, async () => {
  const { db } = await emptyDatabase()
  await migrateTo(db, '0067-fractions-of-cents')
  const now = '2026-03-10T15:00:00.000Z'
  await makeEarlyPost(db, { slug: 'washing' })
  await makeEarlyPost(db, { slug: 'to-come', published_at: '2027-01-01T12:00:00.000Z' })
  await makeEarlyPost(db, { slug: 'march-news', kind: 'newsletter' })
  await makeEarlyPost(db, { slug: '~7f3a', draft_slug: 'washing', published_at: null })
  await makeEarlyPost(db, { slug: '~5', deleted_slug: 'gone', deleted_at: now })
  await makeEarlyPost(db, { slug: '~6', deleted_slug: 'gone', deleted_at: now })
  await makeEarlyPost(db, { slug: '~7', deleted_slug: 'washing', deleted_at: now })
  await makeEarlyPost(db, { slug: '~8', deleted_slug: '~draft', deleted_at: now })
  await makeEarlyPost(db, { slug: '~9', deleted_slug: 'april-news', deleted_at: now, kind: 'newsletter' })
  await migrateToLatest(db)
  for (const slug of ['new-one', 'new-two']) await makeEarlyPost(db, { slug })
  const rows = await db.selectFrom('posts').select(['slug', 'feed_id']).orderBy('id').execute()
  expect(Object.fromEntries(rows.map(({ slug, feed_id }) => [slug, feed_id]))).toEqual({
    washing: '/blog/washing',
    'to-come': '/blog/to-come',
    'march-news': '/letters/march-news',
    '~7f3a': expect.stringMatching(uuid),
    '~5': expect.stringMatching(uuid),
    '~6': '/blog/gone',
    '~7': expect.stringMatching(uuid),
    '~8': expect.stringMatching(uuid),
    '~9': '/letters/april-news',
    'new-one': expect.stringMatching(uuid),
    'new-two': expect.stringMatching(uuid),
  })
  expect(new Set(rows.map(({ feed_id }) => feed_id)).size).toBe(rows.length)
})
