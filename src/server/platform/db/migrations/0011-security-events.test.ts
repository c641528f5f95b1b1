import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeCategory, makeEarlyPost, makeProduct, makeUser } from '../../../../../test/factories.ts'
import { emptyDatabase } from '../../../../../test/test-database.ts'
import { migrateTo } from '../migrate.ts'
import { securityEvents } from './0011-security-events.ts'

test('pictures with http:// become https://, other addresses and links stay', async () => {
  const { db } = await emptyDatabase()
  await migrateTo(db, '0010-jobs')
  await makeEarlyPost(db, { cover_image: 'HTTP://a.example/b.jpg' })
  await makeEarlyPost(db, { cover_image: '/media/a/640.jpg' })
  await makeProduct(db, { image_url: 'http://a.example/http://b.jpg', affiliate_link: 'http://shop.example/' })
  await makeCategory(db, { image_url: 'https://a.example/c.jpg' })
  await sql`insert into settings (key, value, updated_at) values
    ('heroImage', '"http://a.example/d.jpg"', '2026-01-01T00:00:00Z'),
    ('tagline', '"http://a.example"', '2026-01-01T00:00:00Z')`.execute(db)

  await securityEvents.up(db)

  const posts = await db.selectFrom('posts').select('cover_image').orderBy('id').execute()
  expect(posts.map((row) => row.cover_image)).toEqual(['https://a.example/b.jpg', '/media/a/640.jpg'])
  expect(await db.selectFrom('products').select(['image_url', 'affiliate_link']).execute()).toEqual([
    { image_url: 'https://a.example/http://b.jpg', affiliate_link: 'http://shop.example/' },
  ])
  expect(await db.selectFrom('categories').select('image_url').execute()).toEqual([
    { image_url: 'https://a.example/c.jpg' },
  ])
  const settings = await db.selectFrom('settings').select(['key', 'value']).orderBy('key').execute()
  expect(settings).toEqual([
    { key: 'heroImage', value: '"https://a.example/d.jpg"' },
    { key: 'tagline', value: '"http://a.example"' },
  ])
})

test('entries of the audit trail stand for one change each', async () => {
  const { db } = await emptyDatabase()
  await migrateTo(db, '0010-jobs')
  await makeUser(db)
  const entry = { user_id: 1, method: 'PUT', path: '/settings', subject: 'brand', at: '2026-01-01T00:00:00.000Z' }
  await db.insertInto('audit_log').values([entry, entry]).execute()
  await securityEvents.up(db)
  expect(await db.selectFrom('audit_log').select('times').execute()).toEqual([{ times: 1 }, { times: 1 }])
})
