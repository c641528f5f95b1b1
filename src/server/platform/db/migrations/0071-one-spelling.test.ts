import { expect, test } from 'vitest'
import { makeCategory, makeEarlyPost, makeProduct } from '../../../../../test/factories.ts'
import { emptyDatabase } from '../../../../../test/test-database.ts'
import { createImage } from '../../../content/images/images.repo.ts'
import { isSlugTaken } from '../../../content/posts/post-slugs.repo.ts'
import { findPublishedPost } from '../../../content/posts/published-posts.repo.ts'
import { migrateTo, migrateToLatest } from '../migrate.ts'
import { addRedirect } from '../redirects.ts'

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

test('slugs are stored in one normal form, with a number where another row has that', { timeout: 60_000 }, async () => {
  const { db } = await emptyDatabase()
  await migrateTo(db, '0067-fractions-of-cents')
  const winter = '겨울-수분크림'
  const spring = '봄-세럼'
  const letter = await makeEarlyPost(db, { slug: winter.normalize('NFD'), kind: 'newsletter' })
  const post = await makeEarlyPost(db, { slug: spring.normalize('NFD') })
  await makeEarlyPost(db, { slug: '토너'.normalize('NFD'), kind: 'newsletter' })
  await makeEarlyPost(db, { slug: '토너' })
  await makeEarlyPost(db, { slug: `토너-${post + 1}` })
  await migrateToLatest(db)
  const slugs = (await db.selectFrom('posts').select('slug').orderBy('id').execute()).map(({ slug }) => slug)
  expect(slugs).toEqual([winter, spring, `토너-${post + 2}`, '토너', `토너-${post + 1}`])
  const row = await db.selectFrom('posts').select('feed_id').where('id', '=', letter).executeTakeFirst()
  expect(row).toEqual({ feed_id: `/letters/${winter.normalize('NFD')}` })
  const now = '2026-03-10T15:00:00.000Z'
  expect(await findPublishedPost(db, spring, now)).toMatchObject({ id: post, slug: spring })
})

test('slugs of every kind and former ones are stored in one normal form', { timeout: 60_000 }, async () => {
  const { db } = await emptyDatabase()
  await migrateTo(db, '0067-fractions-of-cents')
  const now = '2026-03-10T15:00:00.000Z'
  const spring = '봄-세럼'
  const toner = '토너'
  const category = await makeCategory(db, { name: 'Spring', slug: spring.normalize('NFD') })
  const second = await makeCategory(db, { name: 'Toner', slug: toner.normalize('NFD') })
  await makeCategory(db, { name: 'Toners', slug: toner })
  const deleted = { deleted_at: now, deleted_slug: spring.normalize('NFD') }
  await makeCategory(db, { name: 'Gone', slug: 'gone-1', ...deleted })
  await makeProduct(db, { slug: spring.normalize('NFD') })
  const dated = { created_at: now, updated_at: now }
  const common = { slug: spring.normalize('NFD'), name: 'Spring', details: '{}', is_active: true, ...dated }
  await db
    .insertInto('routines')
    .values({ ...common, image_url: '', image_alt: '', position: 1 })
    .execute()
  await db
    .insertInto('ingredients')
    .values({ ...common, inci: '', synonyms: '[]', summary: '', is_linked: true })
    .execute()
  const former = '겨울'
  for (const kind of ['posts', 'categories', 'products', 'ingredients', 'routines'] as const)
    await addRedirect(db, { kind, slug: former.normalize('NFD'), targetId: 1, now })
  await addRedirect(db, { kind: 'routines', slug: former, targetId: 2, now })
  await addRedirect(db, { kind: 'categories', slug: toner.normalize('NFD'), targetId: category, now })
  await migrateToLatest(db)
  const categories = await db.selectFrom('categories').select(['slug', 'deleted_slug']).orderBy('id').execute()
  expect(categories).toEqual([
    { slug: spring, deleted_slug: null },
    { slug: `${toner}-${second}`, deleted_slug: null },
    { slug: toner, deleted_slug: null },
    { slug: 'gone-1', deleted_slug: spring },
  ])
  for (const table of ['products', 'routines', 'ingredients'] as const)
    expect(await db.selectFrom(table).select('slug').execute(), table).toEqual([{ slug: spring }])
  const redirects = await db
    .selectFrom('redirects')
    .select(['kind', 'from_slug as slug', 'target_id as id'])
    .orderBy('kind')
    .execute()
  expect(redirects).toEqual([
    { kind: 'categories', slug: former, id: 1 },
    { kind: 'ingredients', slug: former, id: 1 },
    { kind: 'posts', slug: former, id: 1 },
    { kind: 'products', slug: former, id: 1 },
    { kind: 'routines', slug: former, id: 2 },
  ])
})
