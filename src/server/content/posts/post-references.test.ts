import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { EditablePost } from '../../../contract/content/posts.ts'
import { keepFeedOrigin } from '../feeds/feed-ids.repo.ts'
import { linkEarlierTexts } from './post-links.repo.ts'
import { fillPostReferences } from './post-references.repo.ts'

const text = '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel.</p>'
const input = { title: 'About a cream', slug: 'about-a-cream', coverImage: '/media/none/640.jpg' }

/** `product 1, routine 2`. */
async function referencesOf({ db }: TestApp, postId: number): Promise<string> {
  const rows = await db
    .selectFrom('post_references')
    .select(['kind', 'ref_id'])
    .where('post_id', '=', postId)
    .orderBy('kind')
    .orderBy('ref_id')
    .execute()
  return rows.map(({ kind, ref_id }) => `${kind} ${ref_id}`).join(', ')
}

async function sent<Body>(response: Promise<Response>, status: number): Promise<Body> {
  const found = await response
  expect(found.status, await found.clone().text()).toBe(status)
  return (await found.json()) as Body
}

const everything =
  '<div data-product-id="11"></div><div data-block="products" data-product-ids="12,13"></div>' +
  '<section data-block="review" data-product-id="14"><p>a</p></section><aside data-block="note" data-product-id="15"><p>b</p></aside>' +
  '<div data-block="comparison" data-product-ids="16,11"></div><div data-block="routine" data-routine-id="21"></div>' +
  '<section data-block="picks"><section data-block="pick" data-product-id="17"><h3>c</h3></section></section>' +
  '<div data-block="ingredient" data-ingredient-id="31"></div>'

test('every block, box and link to a product is a reference of its post, each once', async () => {
  const app = await testApp()
  const id = await makeProduct(app.db, { affiliate_link: 'https://shop.example/cream' })
  await makeProduct(app.db, { affiliate_link: 'https://shop.example/gone', deleted_at: '2026-01-01T00:00:00.000Z' })
  const post = await makePost(app.db, {
    content: `${everything}${everything}<p><a href="https://shop.example/cream">x</a> <a href="https://shop.example/gone">y</a></p>`,
  })
  expect(await referencesOf(app, post)).toBe(
    `ingredient 31, product ${id}, product 11, product 12, product 13, product 14, product 15, product 16, product 17, routine 21`,
  )
})

test('a link to a post is a reference, also by a former slug, another spelling or the whole address', async () => {
  const app = await testApp()
  await keepFeedOrigin(app.db, 'https://dew.example', '2026-01-01T00:00:00.000Z')
  const slugs = ['acids', 'größe', 'retinol', 'sunscreen', 'toner', 'gone', 'elsewhere', 'deep']
  const ids = new Map<string, number>()
  for (const slug of slugs) ids.set(slug, await makePost(app.db, { slug }))
  await app.db.updateTable('posts').set({ deleted_at: '2026-01-01T00:00:00.000Z' }).where('slug', '=', 'gone').execute()
  const target_id = ids.get('toner')!
  const redirect = { kind: 'posts' as const, from_slug: 'tonic', target_id, created_at: '2026-01-01T00:00:00.000Z' }
  await app.db.insertInto('redirects').values(redirect).execute()
  const links = [
    ...['/blog/acids', '/blog/acids#layers', '/blog/Gr%C3%B6%C3%9Fe/', 'https://dew.example/blog/retinol?x=1#y'],
    ...['/blog/sunscreen?a=b&amp;c=d', '/blog/tonic', '/blog/gone', 'https://other.example/blog/elsewhere'],
    ...['/blog/deep/er', '/blog/%', '/blog/%00', '/blog/category/acids', '/acids', '/blog'],
  ]
  const post = await makePost(app.db, { content: links.map((href) => `<p><a href="${href}">x</a></p>`).join('') })
  const expected = ['acids', 'größe', 'retinol', 'sunscreen', 'toner'].map((slug) => `post ${ids.get(slug)}`)
  expect(await referencesOf(app, post)).toBe(expected.join(', '))
})

test('a link to a post that is written later is stored by the hourly job', async () => {
  const app = await testApp()
  const post = await makePost(app.db, { content: '<p><a href="/blog/later">x</a> <a href="/blog/never">y</a></p>' })
  expect(await referencesOf(app, post)).toBe('')
  const later = await makePost(app.db, { slug: 'later', updated_at: '2026-03-01T12:00:00.000Z' })
  await linkEarlierTexts(app.db, { since: '2026-03-02T00:00:00.000Z' })
  expect(await referencesOf(app, post)).toBe('')
  for (let run = 0; run < 2; run++) await linkEarlierTexts(app.db, { since: '2026-03-01T00:00:00.000Z' })
  expect(await referencesOf(app, post)).toBe(`post ${later}`)
})

test('each write of a post stores its references: create, save, autosave, duplicate, restore', async () => {
  const app = await testApp()
  const box = (id: number) => `${text}<div data-product-id="${id}"></div>`
  const post = await sent<EditablePost>(app.asOwner('/api/posts', { json: { ...input, content: box(1) } }), 201)
  expect(await referencesOf(app, post.id)).toBe('product 1')

  const put = { method: 'PUT', json: { ...input, content: box(2), publishedAt: '2026-01-01T00:00:00.000Z' } }
  await sent(app.asOwner(`/api/posts/${post.id}`, put), 200)
  expect(await referencesOf(app, post.id)).toBe('product 2')

  const copy = await sent<EditablePost>(app.asOwner(`/api/posts/${post.id}/duplicate`, { json: {} }), 201)
  expect(await referencesOf(app, copy.id)).toBe('product 2')

  const { content: _content, ...rest } = put.json
  const draft = { ...toDraft(copy), ...rest, slug: 'a-copy', content: box(3) }
  await sent(app.asOwner(`/api/posts/${copy.id}/draft`, { method: 'PUT', json: draft }), 200)
  expect(await referencesOf(app, copy.id)).toBe('product 3')

  const revisions = await sent<{ id: number; version: number }[]>(app.asOwner(`/api/posts/${post.id}/revisions`), 200)
  const first = revisions.at(-1)!
  await sent(app.asOwner(`/api/posts/${post.id}/revisions/${first.id}/restore`, { json: {} }), 200)
  expect(await referencesOf(app, post.id)).toBe('product 1')
})

function toDraft(post: EditablePost) {
  const { title, slug, excerpt, content, coverImage, imageAlt, isPinOptimized, pinText, metaTitle } = post
  const { metaDescription, keywords, categoryId, isFeatured, publishedAt } = post
  return {
    ...{ title, slug, excerpt, content, coverImage, imageAlt, isPinOptimized, pinText, metaTitle },
    ...{ metaDescription, keywords, categoryId, isFeatured, publishedAt },
  }
}

test('posts that an earlier program wrote get their references, all in batches, and a second run does nothing', async () => {
  const app = await testApp()
  const ids = []
  for (let number = 1; number <= 120; number++)
    ids.push(await makePost(app.db, { content: `<div data-product-id="${number}"></div>` }))
  await app.db.deleteFrom('post_references').execute()
  await app.db.updateTable('posts').set({ references_version: null }).execute()
  // An earlier version saved this one after a newer one had stored its references.
  await app.db.updateTable('posts').set({ references_version: 7 }).where('id', '=', ids[3]!).execute()
  expect(await fillPostReferences(app.db)).toBe(120)
  for (const at of [0, 3, 119]) expect(await referencesOf(app, ids[at]!)).toBe(`product ${at + 1}`)
  expect(await fillPostReferences(app.db)).toBe(0)
})

test('a write that leaves the text as it is keeps the references', async () => {
  const app = await testApp()
  const post = await makePost(app.db, { content: '<div data-product-id="5"></div>' })
  await sent(app.asOwner('/api/posts/featured', { json: { ids: [post], isFeatured: true } }), 200)
  expect(await fillPostReferences(app.db)).toBe(0)
  expect(await referencesOf(app, post)).toBe('product 5')
})

test('thousands of products in one text are stored', async () => {
  const app = await testApp()
  const list = (from: number) => Array.from({ length: 12 }, (_, at) => from * 12 + at + 1).join(',')
  const blocks = Array.from(
    { length: 500 },
    (_, at) => `<div data-block="products" data-product-ids="${list(at)}"></div>`,
  )
  const post = await makePost(app.db, { content: blocks.join('') })
  const { count } = await app.db
    .selectFrom('post_references')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('post_id', '=', post)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(6000)
})
