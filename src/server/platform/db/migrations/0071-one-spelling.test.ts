import { expect, test } from 'vitest'
import { makeEarlyPost } from '../../../../../test/factories.ts'
import { emptyDatabase } from '../../../../../test/test-database.ts'
import { createImage } from '../../../content/images/images.repo.ts'
import { isSlugTaken } from '../../../content/posts/post-slugs.repo.ts'
import { findPublishedPost } from '../../../content/posts/published-posts.repo.ts'
import { addRedirect } from '../../../content/redirects/redirects.repo.ts'
import { migrateTo, migrateToLatest } from '../migrate.ts'

test('posts with capital letters in their slugs are found in lowercase, and keep their slugs', {
  timeout: 60_000,
}, async () => {
  const { db } = await emptyDatabase()
  await migrateTo(db, '0067-fractions-of-cents')
  const now = '2026-03-10T15:00:00.000Z'
  const id = await makeEarlyPost(db, { slug: 'Ölpflege-Guide' })
  await makeEarlyPost(db, { slug: 'Twins' })
  await makeEarlyPost(db, { slug: 'twins' })
  await addRedirect(db, { kind: 'posts', slug: 'Former-Guide', targetId: id, now })
  const stored = {
    key: 'k',
    width: 400,
    height: 200,
    widths: [400],
    placeholder: '',
    isAnimated: false,
    format: 'jpg',
  } as const
  const file = {
    stored,
    altText: 'e\u0301te\u0301',
    fileName: 'e\u0301te\u0301.jpg',
    format: 'jpeg',
    bytes: 1,
  } as const
  await createImage(db, { ...file, stored: { ...stored, widths: [400] } }, now)
  await migrateToLatest(db)
  const slugOf = async (slug: string) => (await findPublishedPost(db, slug, now))?.slug
  for (const slug of ['Ölpflege-Guide', 'ölpflege-guide', 'ÖLPFLEGE-GUIDE', 'Former-Guide', 'former-guide'])
    expect(await slugOf(slug), slug).toBe('Ölpflege-Guide')
  expect([await slugOf('Twins'), await slugOf('twins'), await slugOf('TWINS')]).toEqual(['Twins', 'twins', 'twins'])
  await makeEarlyPost(db, { slug: 'My-Guide' })
  const names = await db.selectFrom('images').select(['file_name', 'alt_text']).executeTakeFirst()
  expect(names).toEqual({ file_name: '\u00e9t\u00e9.jpg', alt_text: '\u00e9t\u00e9' })
  expect(await isSlugTaken(db, 'my-guide')).toBe(true)
})

test('slugs are stored in one normal form, with the id where another row has that', { timeout: 60_000 }, async () => {
  const { db } = await emptyDatabase()
  await migrateTo(db, '0067-fractions-of-cents')
  const winter = '겨울-수분크림'
  const spring = '봄-세럼'
  const letter = await makeEarlyPost(db, { slug: winter.normalize('NFD'), kind: 'newsletter' })
  const post = await makeEarlyPost(db, { slug: spring.normalize('NFD') })
  await makeEarlyPost(db, { slug: '토너'.normalize('NFD'), kind: 'newsletter' })
  await makeEarlyPost(db, { slug: '토너' })
  await migrateToLatest(db)
  const slugs = (await db.selectFrom('posts').select('slug').orderBy('id').execute()).map(({ slug }) => slug)
  expect(slugs).toEqual([winter, spring, `토너-${post + 1}`, '토너'])
  const row = await db.selectFrom('posts').select('feed_id').where('id', '=', letter).executeTakeFirst()
  expect(row).toEqual({ feed_id: `/letters/${winter.normalize('NFD')}` })
  const now = '2026-03-10T15:00:00.000Z'
  expect(await findPublishedPost(db, spring, now)).toMatchObject({ id: post, slug: spring })
})
